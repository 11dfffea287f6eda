import CSwiftPager
import PagerBytes
import PagerState
import PagerThreads

/// What C wants called when an operation ends.
struct CompletionCallback: Sendable {
  let function: swiftpager_completion_cb?
  let userData: UserData
}

/// The owner of an operation, which ends together with it: a pager, or the client that executes a request.
protocol OperationOwner: KeptParent {
  var queue: EventQueue { get }
  /// The operation has ended.
  func forget(_ operation: OperationObject)
}

/// What an operation knows about the stream that has taken it over.
struct Streaming {
  /// The operation then continues after C releases its handle.
  var hasBegun = false
  /// Nil once C has given it back, too.
  weak var stream: AnyObject?
}

/// An operation as C holds it, from its start until C gets its end. In the queue it is the event of that end.
final class OperationObject: Handled, Event {
  static let handleName: StaticString = "operation"

  /// How an operation ended.
  struct End: Sendable {
    /// Says why it failed, if it did. A function, because the report takes a while to make and is not always needed.
    let report: @Sendable () -> ErrorReport?
    /// The server's answer to an executed request.
    var response: ReceivedBytes?
    /// Whether its loaded pages are no longer wanted.
    var isCancelled = false

    static var success: End { End { nil } }
    static var cancelled: End { End(report: { ErrorReport(UsageError.cancelled) }, isCancelled: true) }
  }

  private enum State {
    /// It has not been accepted yet. C has its handle, so it can already be cancelled.
    case starting(isCancelled: Bool)
    case running(cancel: @Sendable () -> Void)
    case ended(End)
    /// The completion was called. A completion that did not return is not called again.
    case called(End)
    /// C got the end.
    case delivered(End)
  }

  private let keeper: any OperationOwner
  /// The operation's own updates, if C pulls them.
  let updates: PulledUpdates?
  /// A descriptor that becomes readable at the end of an operation that is not pulled; made when C asks for it.
  private let signal = Lock<ReadableSignal?>(nil)
  /// What it loads; nil for an executed request.
  let call: LoadCall?
  /// The stream that has taken it over.
  let streaming = Lock(Streaming())
  private let completion: CompletionCallback
  private let state = Lock(State.starting(isCancelled: false))

  init(
    of keeper: any OperationOwner, _ completion: CompletionCallback, call: LoadCall? = nil,
    updates: PulledUpdates? = nil
  ) {
    self.keeper = keeper
    self.completion = completion
    self.call = call
    self.updates = updates
  }

  /// The pager that it loads pages of; nil for an executed request.
  var pager: PagerObject? { keeper as? PagerObject }
  /// The queue of its callbacks.
  var queue: EventQueue { keeper.queue }

  var owner: EventOwner? { pager?.events }
  var isEnd: Bool { true }
  /// Whether its end calls a function of C's. That does not change while its end waits in the queue.
  var mayCall: Bool { completion.function != nil || completion.userData.wantsDestroy }

  /// The operation was accepted; it may have ended since.
  ///
  /// - Parameter cancel: has it ended early.
  func began(cancel: @escaping @Sendable () -> Void) {
    let isCancelled = state.withLock { state in
      guard case .starting(let isCancelled) = state else { return false }
      state = .running(cancel: cancel)
      return isCancelled
    }
    if isCancelled { cancel() }
  }

  /// The operation has ended.
  func end(with end: End) {
    // What was captured to cancel it is released outside the lock.
    let before = state.withLock { state -> State? in
      switch state {
      case .starting, .running: exchange(&state, with: .ended(end))
      case .ended, .called, .delivered: nil
      }
    }
    guard before != nil else { return }
    keeper.forget(self)
    if let updates {
      if completion.userData.wantsDestroy {
        queue.enqueue(Destruction(userData: completion.userData, owner: updates.owner))
      }
      updates.close(dropping: end.isCancelled)
    } else {
      queue.enqueue(self)
    }
    // Last: a thread that sees the end then finds the completion in the queue.
    signal.withLock { $0?.set(true) }
  }

  /// Its owner has ended. An operation that has not been accepted yet may still be refused, and then has no end.
  func endWithOwner() {
    let isRunning = state.withLock { if case .running = $0 { true } else { false } }
    if isRunning { end(with: .cancelled) }
  }

  /// Tells C how the operation ended. Runs on the thread that dispatches.
  func deliver() -> Bool {
    if let function = completion.function, beginCall() {
      let error = failure
      let status = error?.status ?? .ok
      let call: Void? = CallbackStack.run(.partOfEvent) {
        if let error {
          error.json.withCString { function(completion.userData.pointer, status.code, $0) }
        } else {
          function(completion.userData.pointer, status.code, nil)
        }
      } whenLeft: {
      }
      // If the completion did not return, the thread that notices does the rest, or the parent process does.
      guard call != nil else { return true }
    }
    discard(as: .partOfEvent)
    return completion.function != nil
  }

  /// Counts the end as delivered: an uncalled completion will never be called.
  private func discard(as role: CallbackStack.Role) {
    completion.userData.destroyNow(as: role)
    state.withLock { state in
      switch state {
      case .ended(let end), .called(let end): state = .delivered(end)
      case .starting, .running, .delivered: break
      }
    }
  }

  func discard() { discard(as: .single) }

  /// Returns whether the completion still has to be called.
  private func beginCall() -> Bool {
    state.withLock { state in
      guard case .ended(let end) = state else { return false }
      state = .called(end)
      return true
    }
  }

  /// Whether C got the end.
  var isDelivered: Bool {
    state.withLock { if case .delivered = $0 { true } else { false } }
  }

  /// How the operation ended; nil while it has not. C may not have got the end yet.
  var end: End? {
    state.withLock { state in
      switch state {
      case .starting, .running: nil
      case .ended(let end), .called(let end), .delivered(let end): end
      }
    }
  }

  /// Why the operation failed; nil while it has not ended, or when it succeeded.
  var failure: ErrorReport? { end?.report() }

  /// The server's answer to an executed request; none before its end, without an answer, and for other operations.
  var response: BorrowedText {
    guard let body = end?.response else { return .none }
    return BorrowedText(start: body.bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count: body.count)
  }

  func cancel() {
    let cancel = state.withLock { state -> (@Sendable () -> Void)? in
      switch state {
      case .starting: state = .starting(isCancelled: true)
      case .running(let cancel): return cancel
      case .ended, .called, .delivered: break
      }
      return nil
    }
    cancel?()
  }
}

/// What C does with an operation other than waiting for its end: taking its updates one by one, and watching a
/// descriptor.
extension OperationObject {
  /// The next of the operation's own updates; nil after the operation has ended well and none is left.
  ///
  /// - Parameter collecting: as for `PulledUpdates.next`.
  /// - Throws: the error with which it ended, after its last update.
  func next(until deadline: Deadline, collecting: Bool = false) throws(ErrorReport) -> UpdateObject? {
    guard let updates else {
      throw ErrorReport(.invalidArgument, "the operation is not pulled, so it has no updates")
    }
    if !collecting, streaming.withLock({ $0.stream != nil }) {
      throw ErrorReport(.invalidArgument, "a stream reads this operation, and would miss the rows of an update")
    }
    if let update = try updates.next(until: deadline, collecting: collecting) { return update }
    if let failure { throw failure }
    return nil
  }

  /// A descriptor for an event loop; nil when none is free.
  func descriptor() throws(ErrorReport) -> Int32? {
    if let updates { return try updates.descriptor() }
    let descriptor = signal.withLock { signal in
      if signal == nil { signal = ReadableSignal() }
      return signal?.descriptor
    }
    // Only now, because an end at the same time already finds the descriptor.
    if end != nil { signal.withLock { $0?.set(true) } }
    return descriptor
  }

  /// C has released the handle and will not pull any more, so the remaining updates are not wanted.
  func releaseHandle() {
    signal.withLock { $0 = nil }
    if let updates {
      // A stream continues.
      if !streaming.withLock({ $0.hasBegun }) { abandon() }
      updates.closeDescriptor()
    }
    letOwnerGo()
  }

  /// A stream keeps the owner as a handle does.
  func keepOwner() throws(ErrorReport) { try keeper.keep() }

  /// C has given the handle back, or the stream.
  func letOwnerGo() { keeper.letGo() }

  /// No consumer will take the remaining updates.
  func abandon() {
    cancel()
    updates?.giveUp()
  }
}
