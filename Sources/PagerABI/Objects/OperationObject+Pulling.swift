import PagerLocks

/// What C does with an operation other than waiting for its end: taking its updates one by one, and watching a
/// descriptor.
extension OperationObject {
  /// The next of the operation's own updates; nil once it has ended well and none is left.
  ///
  /// - Throws: how it ended otherwise, after its last update.
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
    // Only now: an end that comes meanwhile finds the descriptor.
    if end != nil { signal.withLock { $0?.set(true) } }
    return descriptor
  }

  /// C has given the handle back. Nobody will pull any more, so what was not pulled is not wanted.
  func releaseHandle() {
    signal.withLock { $0 = nil }
    guard let updates else { return }
    // A stream goes on.
    if !streaming.withLock({ $0.hasBegun }) { abandon() }
    updates.closeDescriptor()
  }

  /// Nobody will take what is left.
  func abandon() {
    cancel()
    updates?.giveUp()
  }
}
