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

/// The parts of a list that is read with one document, or with one for its first page and one for the further ones. A
/// class, because a caller's stack may be small.
final class ListQueries {
  let first: QueryParts
  let further: QueryParts?

  /// - Parameter parts: makes the parts from a document, which is the one of this query.
  init<Document>(
    first: Document, further: Document?, _ parts: (Document, QueryRole) throws(DocumentPlanError) -> QueryParts
  ) throws(DocumentPlanError) {
    var firstParts = try parts(first, .first)
    guard let further else {
      (self.first, self.further) = (firstParts, nil)
      return
    }
    var furtherParts = try parts(further, .further)
    firstParts.shape = firstParts.shape.with { $0.furtherQuery = .further }
    furtherParts.shape = furtherParts.shape.with { $0.furtherQuery = .further }
    (self.first, self.further) = (firstParts, furtherParts)
  }
}

/// How a list of one kind is read with one document, or with one for its first page and one for the further ones.
protocol PlannedList {
  var queries: ListQueries { get }
  var initialRequest: PageRequest { get }
  var identity: ListIdentity { get }
  /// Whether the list is opened in its middle, and the items before are not read.
  var opensInMiddle: Bool { get }
}
