import PagerClient
import PagerJSON
import PagerState
import PagerSyntax

/// How the rest of the lists inside one query's pages is fetched. Found without a request.
struct DrainPlan: Sendable {
  let rules: DrainRules
  let inner: InnerConnections
  /// Where the pages have their list, below `data`.
  let list: JSONPointer
  /// The query for the rest of each connection, by its place.
  let queries: [Int: DrainQuery]

  /// - Throws: `DocumentPlanError` if no query could ask for the rest of a connection.
  init(
    _ rules: DrainRules, _ inner: InnerConnections, _ shape: ConnectionShape, _ kind: ListKind,
    _ parsed: ParsedDocument
  ) throws(DocumentPlanError) {
    self.rules = rules
    self.inner = inner
    list = shape.connection
    try Self.refuseUnused(rules.queries, inner)
    let cursors = if case .cursor(let list) = kind { list.next ?? list.previous } else { CursorShape.End?.none }
    let cursorType = cursors.flatMap { parsed.declaration(of: $0.variable)?.type.nullable } ?? "String"
    var queries: [Int: DrainQuery] = [:]
    for (index, place) in inner.places.enumerated() {
      guard let connection = place.connection else { continue }
      if let own = rules.queries.first(where: { $0.connection.tokens == connection.path }) {
        queries[index] = try DrainQuery(own, for: connection, above: place.parent ?? 0)
      } else {
        queries[index] = try DrainQuery(for: connection, at: index, in: inner, cursorType, parsed)
      }
    }
    self.queries = queries
  }

  /// The config gives a query for a connection that the document does not have: its author meant something else.
  private static func refuseUnused(
    _ given: [OwnDrainQuery], _ inner: InnerConnections
  ) throws(DocumentPlanError) {
    let known = inner.connections.map(\.path)
    for query in given where !known.contains(query.connection.tokens) {
      let list = inner.connections.map { "\"\($0.pointer)\"" }.joined(separator: ", ")
      throw DocumentPlanError(
        query.place.document, "the query has no list inside its items at \"\(query.connection)\"; it has \(list)")
    }
  }
}

/// Why the rest of a list could not be fetched.
struct DrainFault: Error, Sendable {
  let message: String

  init(_ message: String) {
    self.message = message
  }
}
