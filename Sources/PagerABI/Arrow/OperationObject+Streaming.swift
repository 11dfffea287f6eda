import CSwiftPager
import PagerArrow
import PagerClient
import PagerEngine
import PagerState
import PagerThreads

extension OperationObject {
  /// Lets a stream take the operation over.
  func beginStream(of columns: [SelectedColumn]?, fitsAll: Bool) throws(ErrorReport) -> ArrowStream {
    guard updates != nil else {
      throw ErrorReport(.invalidArgument, "the operation is not pulled, so it cannot be streamed")
    }
    if case .loadAll(let walk)? = call?.kind, !walk.emitsEachPage {
      throw ErrorReport(
        .invalidArgument,
        "a stream needs an update for each page, and this walk makes one update at its end: set \"emit\" to \"each\"")
    }
    let stream = ArrowStream(of: self, columns: columns, fitsAll: fitsAll)
    let isFirst = streaming.withLock { streaming in
      guard !streaming.hasBegun else { return false }
      streaming.hasBegun = true
      streaming.stream = stream
      return true
    }
    guard isFirst else { throw ErrorReport(.invalidArgument, "another stream already reads this operation") }
    do throws(ErrorReport) {
      try keepOwner()
    } catch {
      // Another thread has just given the operation back, and with it a pager that has no handle.
      throw ErrorReport(.invalidHandle, "the operation was released")
    }
    return stream
  }

  /// The stream that has the operation.
  func existingStream() throws(ErrorReport) -> ArrowStream {
    guard let stream = streaming.withLock({ $0.stream as? ArrowStream }) else {
      throw ErrorReport(
        .invalidArgument,
        "the operation has no stream, or its stream was released: swiftpager_operation_arrow() makes one")
    }
    return stream
  }

  /// Whether the cache's pages are only shown until the server's are there.
  var showsCacheFirst: Bool { call?.terms.policy == .returnCacheDataAndFetch }
}
