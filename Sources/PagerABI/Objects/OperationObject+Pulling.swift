import PagerLocks
import PagerThreads

/// What C does with an operation other than waiting for its end: taking its updates one by one, and watching a
/// descriptor.
extension OperationObject {
  /// The next of the operation's own updates; nil after the operation has ended well and none is left.
  ///
  /// - Throws: the error with which it ended, after its last update.
  func next(until deadline: Deadline) throws(ErrorReport) -> UpdateObject? {
    guard let updates else {
      throw ErrorReport(.invalidArgument, "the operation was not begun with \"pull\": true, so it has no updates")
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
    // Only now, because an end at the same time already finds the descriptor.
    if end != nil { signal.withLock { $0?.set(true) } }
    return descriptor
  }

  /// C has released the handle and will not pull any more, so the remaining updates are not wanted.
  func releaseHandle() {
    signal.withLock { $0 = nil }
    guard let updates else { return }
    // A stream continues.
    if !streaming.withLock({ $0.hasBegun }) { abandon() }
    updates.closeDescriptor()
  }

  /// No consumer will take the remaining updates.
  func abandon() {
    cancel()
    updates?.giveUp()
  }
}
