import PagerClient
import PagerCore
import PagerState

/// An engine whose types do not matter to who drives it.
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
}

extension PagerEngine: PagerDriver {
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
      case .refused(.usage(let usage)): throw PaginationError(usage)
      // Subscribers know why the list cannot be completed; for a caller it has no more content.
      case .refused(.incomplete): throw .pageHasNoMoreContent
      }
    }
  }

  func canLoad(_ end: ListEnd) -> Bool { read { $0.canLoad(end) } }

  var loading: OperationKind? { read { $0.loading } }
}
