import PagerClient
import PagerEngine
import PagerLists
import PagerState

/// How a call ended.
enum CallEnd: Sendable {
  /// It did what it was asked for.
  case done
  /// The pager refused it, or ended it early.
  case refused(PaginationError)
  /// The network or the server failed, or the list cannot be completed. Subscribers know it, too.
  case failed(any Error)

  /// What the calls of Apollo's pagers throw: a failure is an output, and not an error of the call.
  var refusal: PaginationError? { if case .refused(let error) = self { error } else { nil } }
}

extension OperationEnd {
  /// The error of an operation; nil if it did not fail, or if its caller ended it.
  var error: (any Error)? {
    switch self {
    // Only the config of a pager can say that a doubt ends its walks.
    case .success, .usage, .inDoubt: nil
    case .fewerThanTotal(let shortfall): FewerThanTotalError(shortfall)
    case .partialData(let counts): PartialDataError(errorCounts: ErrorCounts(counts))
    case .withoutData(let page), .withErrors(let page): PageErrors(errors: DecodedPage.open(page).errors)
    case .failure(let failure): failure
    case .incomplete(let reason): reason.listError
    }
  }

  /// Why an operation ended before it had all that it was asked for; nil if it had.
  var cause: (any Error)? {
    if case .usage(let usage) = self { PaginationError(usage) } else { error }
  }
}

extension PagerEngine {
  /// Begins an operation; `end` runs once.
  func begin(
    _ kind: OperationKind, _ terms: RequestTerms, end: @escaping @Sendable (CallEnd) -> Void
  ) throws(PaginationError) -> OperationID {
    do {
      return try start(kind, terms) { operationEnd, _ in
        if case .usage(let usage) = operationEnd { return end(.refused(PaginationError(usage))) }
        end(operationEnd.error.map { .failed($0) } ?? .done)
      }
    } catch {
      switch error {
      case .closed: throw .cancellation
      case .refused(.usage(let usage)):
        throw PaginationError(usage, cause: read { $0.firstLoadFailure?.error })
      // Subscribers know why the list cannot be completed. For a caller the list has no more content.
      case .refused(.incomplete): throw .pageHasNoMoreContent
      }
    }
  }

  func canLoad(_ end: ListEnd) -> Bool { read { $0.canLoad(end) } }

  var loading: OperationKind? { read { $0.loading } }

  /// The errors that came with the data of the list; nil: the server sent no errors.
  var partialData: PartialData? { read { $0.summary.partialData } }

  /// What speaks against the list; nothing while it has not reached its end.
  var doubts: ListDoubts { read { $0.doubts(comparesTotal: true) } }
}
