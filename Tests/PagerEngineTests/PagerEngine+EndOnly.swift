import PagerClient
import PagerEngine
import PagerState

extension PagerEngine {
  /// Takes the end of an operation, for tests that are not about errors beside data.
  typealias EndOnly = @Sendable (OperationEnd) -> Void

  /// Begins an operation whose completion is told of its end alone.
  func start(
    _ kind: OperationKind, _ terms: RequestTerms = RequestTerms(.fetchIgnoringCacheCompletely),
    retaining retention: PageRetention? = nil, reader: Sink? = nil, completion: @escaping EndOnly
  ) throws(StartError) -> OperationID {
    try start(kind, terms, retaining: retention, reader: reader) { (end, _: PartialData?) in completion(end) }
  }
}
