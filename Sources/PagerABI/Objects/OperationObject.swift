import CSwiftPager
import PagerCore
import PagerState
import Synchronization

/// What C wants called when an operation ends.
struct Completion: Sendable {
  let function: swiftpager_completion_cb?
  let userData: UserData
}

/// An operation as C holds it, from its start to the end that C is told.
final class OperationObject: Handled {
  static let handleName: StaticString = "operation"

  private enum State {
    /// The engine's name of it is nil until the engine has accepted it.
    case running(OperationID?)
    /// Says why the operation failed, if it did. A function, for the report takes a while to make and is not always
    /// wanted.
    case ended(@Sendable () -> ErrorReport?)
    /// C was told.
    case delivered(@Sendable () -> ErrorReport?)
  }

  let pager: PagerObject
  private let completion: Completion
  private let state = Mutex(State.running(nil))

  init(of pager: PagerObject, _ completion: Completion) {
    self.pager = pager
    self.completion = completion
  }

  func began(as operation: OperationID) {
    state.withLock { state in
      if case .running = state { state = .running(operation) }
    }
  }

  /// Keeps how the operation ended, and has C told. Nothing happens to one that has ended before.
  func end(with end: OperationEnd<DocumentPagerTypes>) {
    let shape = pager.shape
    let isFirst = state.withLock { state in
      guard case .running = state else { return false }
      state = .ended { ErrorReport(end, shape) }
      return true
    }
    guard isFirst else { return }
    pager.forget(self)
    pager.queue.enqueue(.ended(self))
  }

  /// Tells C how the operation ended. Runs on the thread that dispatches.
  func deliver() -> Bool {
    let error = failure
    if let function = completion.function {
      let status = error?.status ?? .ok
      if let error {
        error.json.withCString { function(completion.userData.pointer, status.code, $0) }
      } else {
        function(completion.userData.pointer, status.code, nil)
      }
    }
    completion.userData.destroyNow()
    state.withLock { state in
      if case .ended(let report) = state { state = .delivered(report) }
    }
    return completion.function != nil
  }

  /// Whether C was told the end.
  var isDelivered: Bool {
    state.withLock { if case .delivered = $0 { true } else { false } }
  }

  /// Why the operation failed; nil while it has not ended, or when it succeeded.
  var failure: ErrorReport? {
    let report = state.withLock { state -> (@Sendable () -> ErrorReport?)? in
      switch state {
      case .running: nil
      case .ended(let report), .delivered(let report): report
      }
    }
    return report?()
  }

  func cancel() {
    let operation = state.withLock { state -> OperationID? in
      if case .running(let operation) = state { operation } else { nil }
    }
    if let operation { pager.engine.cancel(operation) }
  }
}
