import PagerJSON
package import PagerState

/// The plan from one document, before its requests are written.
struct QueryParts {
  fileprivate(set) var shape: ConnectionShape
  let constants: [ListEnd: [String: RawJSON]]
  /// The sizes of pages that may be made smaller.
  let sizes: [ListEnd: PageSize]
  /// The variables that differ from page to page.
  let variables: PageVariables
}

extension [PagedQuery: QueryParts] {
  /// The parts of a list that is read with one document, or with one for its first page and one for the further ones.
  ///
  /// - Parameter parts: makes the parts from a document, which is the one of this query.
  init<Document>(
    first: Document, further: Document?, _ parts: (Document, PagedQuery) throws(DocumentPlanError) -> QueryParts
  ) throws(DocumentPlanError) {
    self = [.first: try parts(first, .first)]
    guard let further else { return }
    self[.further] = try parts(further, .further)
    for query in keys { self[query]?.shape.furtherQuery = .further }
  }
}

/// The variables that one query of a list has for its pages, as far as its document or the config names them.
package struct PageVariables: Sendable, Hashable {
  /// The variables that take the cursors, for the ends at which the list is read.
  package var cursors: [ListEnd: String] = [:]
  /// The variables that take the sizes of pages. An offset list has one, at the next end.
  package var sizes: [ListEnd: String] = [:]
  /// The variable that takes the offset, or the number of the page.
  package var offset: String?
  /// The places that take the keys of a keyset list, as the config writes them, for the ends at which the list is read.
  package var keys: [ListEnd: [String]] = [:]
}
