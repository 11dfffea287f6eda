package import PagerJSON

/// How a config says where a response keeps its connection; what it leaves out is found in the document.
package struct DocumentPagination: Sendable, Hashable {
  /// The connection, below `data`.
  package var connection: JSONPointer?
  /// The page info and the items, below the connection.
  package var pageInfo: JSONPointer?
  package var items: JSONPointer?
  /// The flag and the cursor, below the page info.
  package var hasNextPage: JSONPointer?
  package var endCursor: JSONPointer?
  /// The variable that takes the cursor.
  package var after: String?

  package init() {}
}
