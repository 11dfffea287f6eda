public import PagerClient
import PagerEngine
import PagerState

/// The errors of the server in the pages of a list, which is complete apart from what they are about.
public struct PartialDataError: Error, Sendable, Hashable {
  /// How many pages have errors, and the first error.
  public let errorCounts: ErrorCounts

  /// The errors of a list, for the tests of an app.
  public init(errorCounts: ErrorCounts) {
    self.errorCounts = errorCounts
  }
}

extension PartialDataError: CustomStringConvertible {
  public var description: String {
    "the list has all its pages, but some of their data is missing: \(errorCounts.errors) error(s) on "
      + "\(errorCounts.pages) page(s), the first on page \(errorCounts.first.page): "
      + "\(errorCounts.first.message ?? "without a message")"
  }
}

/// A list that reached its end with fewer items than its own pages named.
///
/// Only lists whose total is known end with it: those of a ``PagedQuery`` with ``PagedQuery/total(of:)``, and pages
/// that are read with `total:`.
public struct FewerThanTotalError: Error, Sendable, Hashable {
  /// How many items the list has.
  public let items: Int
  /// The smallest total that its pages named.
  public let total: Int

  /// The counts of a list, for the tests of an app.
  public init(items: Int, total: Int) {
    (self.items, self.total) = (items, total)
  }

  init(_ shortfall: TotalShortfall) {
    self.init(items: shortfall.items, total: Int(shortfall.total))
  }
}

extension FewerThanTotalError: CustomStringConvertible {
  public var description: String {
    "the server says that the list is complete, but it has \(items) of the \(total) items that its pages named: "
      + "the server skips items, or its total counts items that it does not send"
  }
}

/// The call that says why a list ended.
extension QueryPager {
  /// Loads the whole list and returns it, or throws what cut it short.
  ///
  /// ```swift
  /// let products = try await pager.all()
  /// ```
  ///
  /// It starts over with the first page; a pager that resumes from a token and holds no page yet continues there. The
  /// next pages come first, then the previous ones. The pages that arrived before a failure are in ``currentOutput``.
  ///
  /// - Parameters:
  ///   - cachePolicy: the policy of each of its requests.
  ///   - headers: headers of each of its requests, in addition to the client's.
  ///   - timeout: the longest time of the whole call, with all pages and attempts; nil: as long as these take.
  /// - Returns: the output with all pages.
  /// - Throws: a `ClientError` of the network or the server, `timedOut` also after `timeout`; ``PageErrors`` for a page
  ///   without data, and in a strict pager for a page with errors; ``IncompleteListError`` for a list that cannot be
  ///   completed;
  ///   ``PartialDataError`` if errors came with the data of a list that is complete otherwise;
  ///   ``FewerThanTotalError`` if it has fewer items than it said; what a transform threw;
  ///   `CancellationError` if the task was cancelled; and ``PaginationError/cancellation`` if another call or a reset
  ///   ended it.
  public func all(
    cachePolicy: CachePolicy = .fetchIgnoringCacheData, headers: RequestHeaders = .none, timeout: Duration? = nil
  ) async throws -> Model {
    var walk = Walk(emitsEachPage: false, reportsErrors: true)
    walk.requiresTotal = true
    let end = await coordinator.end(
      of: .loadAll(walk), RequestTerms(cachePolicy, headers: headers), timeout: timeout)
    switch end.call {
    case .done:
      // The end comes after the output. A reset may come in between.
      guard let output = end.output else { throw PaginationError.cancellation }
      return try output.get()
    case .refused(.cancellation):
      try Task.checkCancellation()
      throw PaginationError.cancellation
    case .refused(let error): throw error
    case .failed(let error): throw error
    }
  }

  /// The newest output that is not a failure; nil while a new or a reset pager has not given one.
  public var currentOutput: Model? { coordinator.current.model }
}
