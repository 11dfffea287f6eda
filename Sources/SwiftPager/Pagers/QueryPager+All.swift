public import PagerClient
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
  /// - Returns: the output with all pages.
  /// - Throws: a `ClientError` of the network or the server; ``PageErrors`` for a page without data, and in a strict
  ///   pager for a page with errors; ``IncompleteListError`` for a list that cannot be completed;
  ///   ``PartialDataError`` if errors came with the data of a list that is complete otherwise; what a transform threw;
  ///   `CancellationError` if the task was cancelled; and ``PaginationError/cancellation`` if another call or a reset
  ///   ended it.
  public func all(
    cachePolicy: CachePolicy = .fetchIgnoringCacheData, headers: RequestHeaders = .none
  ) async throws -> Model {
    let walk = Walk(emitsEachPage: false, reportsErrors: true)
    let end = await coordinator.end(of: .loadAll(walk), RequestTerms(cachePolicy, headers: headers))
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
