import PagerClient
import PagerLocks
import PagerState
import Synchronization

/// What C does with an operation other than waiting for its end: taking its updates one by one, and watching a descriptor.
extension OperationObject {
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
    if end != nil { signal.withLock { $0?.set(true) } }
    return descriptor
  }

  /// C has given the handle back. Nobody will pull any more, so what was not pulled is not wanted.
  func releaseHandle() {
    signal.withLock { $0 = nil }
    guard let updates else { return }
    if !isStreamed.load(ordering: .acquiring) { abandon() }
    updates.closeDescriptor()
  }

  private func abandon() {
    cancel()
    updates?.giveUp()
  }

  // MARK: Streaming

  /// A stream takes the operation over.
  func beginStream() throws(ErrorReport) {
    guard updates != nil else {
      throw ErrorReport(.invalidArgument, "the operation was not begun with \"pull\": true, so nothing can be streamed")
    }
    if case .loadAll(let walk)? = call?.kind, !walk.emitsEachPage {
      throw ErrorReport(
        .invalidArgument, "the walk emits one update at its end, and a stream wants its pages: \"emit\" has to be \"each\"")
    }
    guard !isStreamed.exchange(true, ordering: .acquiringAndReleasing) else {
      throw ErrorReport(.invalidArgument, "another stream has the operation")
    }
  }

  /// The stream was given back: nobody wants what is left.
  func endStream() {
    abandon()
  }

  /// Whether the cache's pages are only shown until the server's are there.
  var showsCacheFirst: Bool { call?.terms.policy == .returnCacheDataAndFetch }
}
