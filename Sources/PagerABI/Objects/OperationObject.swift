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
    /// The engine has not accepted it yet. It may be cancelled all the same: C has its handle.
    case starting(isCancelled: Bool)
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
  /// The operation's own updates, where C pulls them.
  let updates: PulledUpdates?
  private let completion: Completion
  private let state = Mutex(State.starting(isCancelled: false))
  /// A descriptor that is readable once the operation has ended; made when C asks for it.
  private let signal = Mutex<ReadableSignal?>(nil)

  init(of pager: PagerObject, _ completion: Completion, isPulled: Bool = false) {
    self.pager = pager
    self.completion = completion
    updates = isPulled ? PulledUpdates(of: .operation, of: pager) : nil
  }

  /// The engine has accepted the operation; it may have ended it since.
  func began(as operation: OperationID) {
    let isCancelled = state.withLock { state in
      guard case .starting(let isCancelled) = state else { return false }
      state = .running(operation)
      return isCancelled
    }
    if isCancelled { cancel() }
  }

  /// Takes an update of a pulled operation from the engine. A failure without a page is the end, which comes by itself.
  func take(_ update: DocumentUpdate, as subscriber: SubscriberID, for updates: PulledUpdates) {
    if case .page = update.event { updates.put(update, as: subscriber) }
  }

  /// The engine has ended the operation.
  func end(with end: OperationEnd<DocumentPagerTypes>) {
    let shape = pager.shape
    let isFirst = state.withLock { state in
      switch state {
      case .starting, .running: state = .ended { ErrorReport(end, shape) }
      case .ended, .called, .delivered: return false
      }
      return true
    }
    guard isFirst else { return }
    pager.forget(self)
    signal.withLock { $0?.set(true) }
    guard let updates else { return pager.queue.enqueue(.ended(self)) }
    if completion.userData.wantsDestroy { pager.queue.enqueue(.destroy(completion.userData, of: pager)) }
    updates.close(dropping: end.isCancelled)
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
    discard()
    return completion.function != nil
  }

  /// Counts C as told. Its completion, unless it has been called, never will be.
  func discard() {
    completion.userData.destroyNow()
    state.withLock { state in
      switch state {
      case .ended(let report), .called(let report): state = .delivered(report)
      case .starting, .running, .delivered: break
      }
    }
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

  /// Whether the operation has ended, and with what failure; C may not have been told yet.
  var end: (isEnded: Bool, failure: ErrorReport?) {
    let isEnded = state.withLock { state in
      switch state {
      case .starting, .running: false
      case .ended, .called, .delivered: true
      }
    }
    return (isEnded, isEnded ? failure : nil)
  }

  func cancel() {
    let operation = state.withLock { state -> OperationID? in
      switch state {
      case .starting: state = .starting(isCancelled: true)
      case .running(let operation): return operation
      case .ended, .called, .delivered: break
      }
      return nil
    }
    guard let operation else { return }
    pager.engine.cancel(operation)
    pager.engine.settle()
  }

  // MARK: Pulling

  /// The next of the operation's own updates; nil once it has ended well and none is left.
  ///
  /// - Throws: how it ended otherwise, after its last update.
  func next(until deadline: Deadline) throws(ErrorReport) -> UpdateObject? {
    guard let updates else {
      throw ErrorReport(.invalidArgument, "the operation was not begun with \"pull\": true, so it cannot be pulled")
    }
    if let update = try updates.next(until: deadline) { return update }
    if let failure { throw failure }
    return nil
  }

  /// A descriptor for an event loop; nil when none is free.
  func descriptor() -> Int32? {
    if let updates { return updates.descriptor() }
    let descriptor = signal.withLock { signal in
      if signal == nil { signal = ReadableSignal() }
      return signal?.descriptor
    }
    // Only now: an end that comes meanwhile finds the descriptor.
    if end.isEnded { signal.withLock { $0?.set(true) } }
    return descriptor
  }

  /// C has given the handle back. Nobody will pull any more, so what was not pulled is not wanted.
  func releaseHandle() {
    signal.withLock { $0 = nil }
    guard let updates else { return }
    cancel()
    updates.giveUp()
    updates.closeDescriptor()
  }
}

extension OperationEnd<DocumentPagerTypes> {
  fileprivate var isCancelled: Bool {
    if case .usage(.cancelled) = self { true } else { false }
  }
}
