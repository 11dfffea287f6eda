import PagerSyntax
import PagerThreads

/// The queries that a client's pagers had last: a pager for one of them does not read its document again.
///
/// It keeps what follows from documents alone. Secrets may stand in variables, tokens and checkpoints, so nothing of
/// these is kept.
package final class KnownQueries: Sendable {
  private let kept: Lock<RecentTexts<KnownQuery>>

  package static let most = 64
  package static let greatestSize = 3 << 18

  package init() {
    kept = Lock(RecentTexts(most: Self.most, greatestSize: Self.greatestSize))
  }

  /// What is known of a query, or else what its text says. It is kept once a plan was made of it: ``keep(_:)``.
  func query(
    _ query: String, _ operationName: String?, at config: ConfigPlace
  ) throws(DocumentPlanError) -> KnownQuery {
    let texts = Self.texts(query, operationName)
    if let known = kept.withLock({ $0.value(for: texts) }) { return known }
    return try KnownQuery(query, operationName, at: config)
  }

  func keep(_ query: KnownQuery) {
    let texts = Self.texts(query.query, query.operationName)
    kept.withLock { $0.keep(query, for: texts, size: query.size) }
  }

  /// How many queries there are, and the bytes that they take.
  package var extent: (count: Int, size: Int) { kept.withLock { (count: $0.count, size: $0.size) } }

  private static func texts(_ query: String, _ operationName: String?) -> [String] {
    operationName.map { [query, $0] } ?? [query]
  }
}
