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
    /// The engine has not accepted it yet.
    case starting
    case running(OperationID)
    /// Says why the operation failed, if it did. A function, for the report takes a while to make and is not always
    /// wanted.
    case ended(@Sendable () -> ErrorReport?)
    /// The completion has been called. One that was left without returning is not called again.
    case called(@Sendable () -> ErrorReport?)
    /// C was told.
    case delivered(@Sendable () -> ErrorReport?)
  }

  let pager: PagerObject
  private let completion: Completion
  private let state = Mutex(State.starting)

  init(of pager: PagerObject, _ completion: Completion) {
    self.pager = pager
    self.completion = completion
  }

  /// The engine has accepted the operation; it may have ended it since.
  func began(as operation: OperationID) {
    state.withLock { state in
      if case .starting = state { state = .running(operation) }
    }
  }

  /// The engine has ended the operation.
  func end(with end: OperationEnd<DocumentPagerTypes>) {
    let signposts = pager.signposts
    let isFirst = state.withLock { state in
      switch state {
      case .starting, .running: state = .ended { ErrorReport(end, signposts) }
      case .ended, .called, .delivered: return false
      }
      return true
    }
    guard isFirst else { return }
    pager.forget(self)
    pager.queue.enqueue(.ended(self))
  }

  /// The pager is gone. One that the engine has not accepted yet may still be refused, and then has no end.
  func endWithPager() {
    let isRunning = state.withLock { if case .running = $0 { true } else { false } }
    if isRunning { end(with: .usage(.cancelled)) }
  }

  /// Tells C how the operation ended. Runs on the thread that dispatches.
  func deliver() -> Bool {
    if let function = completion.function, beginCall() {
      let error = failure
      let status = error?.status ?? .ok
      _ = CallbackStack.run {
        if let error {
          error.json.withCString { function(completion.userData.pointer, status.code, $0) }
        } else {
          function(completion.userData.pointer, status.code, nil)
        }
      } whenLeft: {
      }
    }
    completion.userData.destroyNow()
    state.withLock { state in
      switch state {
      case .ended(let report), .called(let report): state = .delivered(report)
      case .starting, .running, .delivered: break
      }
    }
    return completion.function != nil
  }

  /// Returns whether the completion still has to be called.
  private func beginCall() -> Bool {
    state.withLock { state in
      guard case .ended(let report) = state else { return false }
      state = .called(report)
      return true
    }
  }

  /// Whether C was told the end.
  var isDelivered: Bool {
    state.withLock { if case .delivered = $0 { true } else { false } }
  }

  /// Why the operation failed; nil while it has not ended, or when it succeeded.
  var failure: ErrorReport? {
    let report = state.withLock { state -> (@Sendable () -> ErrorReport?)? in
      switch state {
      case .starting, .running: nil
      case .ended(let report), .called(let report), .delivered(let report): report
      }
    }
    return report?()
  }

  func cancel() {
    let operation = state.withLock { state -> OperationID? in
      if case .running(let operation) = state { operation } else { nil }
    }
    guard let operation else { return }
    pager.engine.cancel(operation)
    pager.engine.settle()
  }
}
