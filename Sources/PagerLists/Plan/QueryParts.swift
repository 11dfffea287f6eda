import PagerJSON
import PagerState

/// The plan from one document, before its requests are written.
struct QueryParts {
  fileprivate(set) var shape: ConnectionShape
  let kind: ListKind
  let constants: [ListEnd: [String: RawJSON]]
  /// The sizes of pages that may be made smaller.
  let sizes: [ListEnd: PageSize]
  /// The variables that differ from page to page.
  let variables: PageVariables
}

extension [QueryRole: QueryParts] {
  /// The parts of a list that is read with one document, or with one for its first page and one for the further ones.
  ///
  /// - Parameter parts: makes the parts from a document, which is the one of this query.
  init<Document>(
    first: Document, further: Document?, _ parts: (Document, QueryRole) throws(DocumentPlanError) -> QueryParts
  ) throws(DocumentPlanError) {
    self = [.first: try parts(first, .first)]
    guard let further else { return }
    self[.further] = try parts(further, .further)
    for query in keys { self[query]?.shape.furtherQuery = .further }
  }
}

/// How a list of one kind is read with one document, or with one for its first page and one for the further ones.
protocol PlannedList {
  var queries: [QueryRole: QueryParts] { get }
  var initialRequest: PageRequest { get }
  var identity: ListIdentity { get }
  /// Whether the list is opened in its middle, and the items before are not read.
  var opensInMiddle: Bool { get }
}
