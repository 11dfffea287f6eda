package import PagerJSON

/// Where a response of one query keeps its connection.
package struct ConnectionShape: Sendable, Hashable {
  /// The connection, below `data`.
  package var connection: JSONPointer
  /// The array of items, below the connection; nil = the query selects none.
  package var items: JSONPointer?
  /// The page info, below the connection.
  package var pageInfo: JSONPointer
  /// Whether there is a page after this one, below the page info.
  package var hasNextPage: JSONPointer
  /// The cursor that asks for it, below the page info.
  package var endCursor: JSONPointer

  package init(
    connection: JSONPointer, items: JSONPointer?, pageInfo: JSONPointer, hasNextPage: JSONPointer, endCursor: JSONPointer
  ) {
    self.connection = connection
    self.items = items
    self.pageInfo = pageInfo
    self.hasNextPage = hasNextPage
    self.endCursor = endCursor
  }
}
