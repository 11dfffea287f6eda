import PagerClient
import PagerEngine
import PagerLists
import PagerState

/// An engine without its types, for callers that only drive it.
protocol PagerDriver: Sendable {
  /// Begins an operation; `end` runs once, with the usage error that ended it, if one did.
  func begin(
    _ kind: OperationKind, _ terms: RequestTerms, end: @escaping @Sendable (PaginationError?) -> Void
  ) throws(PaginationError) -> OperationID
  func cancel(_ operation: OperationID)
  func reset() -> UInt64
  func close()
  func canLoad(_ end: ListEnd) -> Bool
  var loading: OperationKind? { get }
  /// The errors that came with the data of the list; nil if there are none.
  var partialData: PartialData? { get }
}

/// The types of pagers that report the ends of operations to an app as errors.
protocol ErrorTellingTypes: PagerTypes {
  /// The error of an operation; nil if it did not fail, or if its caller ended it.
  static func error(of end: OperationEnd<Self>) -> (any Error)?
}

extension QueryPagerTypes: ErrorTellingTypes {
  static func error(of end: OperationEnd<Self>) -> (any Error)? {
    switch end {
    // Page infos have no total.
    case .success, .partialData, .fewerThanTotal, .usage: nil
    case .withoutData(let page), .withErrors(let page): PageErrors(errors: page.errors)
    case .failure(let failure): failure.underlying
    case .incomplete(let reason): reason.listError
    }
  }
}

extension PagerEngine: PagerDriver where Types: ErrorTellingTypes {
  func begin(
    _ kind: OperationKind, _ terms: RequestTerms, end: @escaping @Sendable (PaginationError?) -> Void
  ) throws(PaginationError) -> OperationID {
    do {
      return try start(kind, terms) { operationEnd, _ in
        if case .usage(let usage) = operationEnd { end(PaginationError(usage)) } else { end(nil) }
      }
    } catch {
      switch error {
      case .closed: throw .cancellation
      case .refused(.usage(let usage)):
        throw PaginationError(usage, cause: read { $0.firstLoadFailure }.flatMap { Types.error(of: $0) })
      // Subscribers know why the list cannot be completed. For a caller the list has no more content.
      case .refused(.incomplete): throw .pageHasNoMoreContent
      }
    }
  }

  func canLoad(_ end: ListEnd) -> Bool { read { $0.canLoad(end) } }

  var loading: OperationKind? { read { $0.loading } }

  var partialData: PartialData? { read { $0.summary.partialData } }
}
