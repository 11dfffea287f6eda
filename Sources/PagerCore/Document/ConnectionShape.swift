package import PagerJSON
package import PagerState

/// Where a response of one query keeps its connection.
package struct ConnectionShape: Sendable, Hashable {
  /// The connection, below `data`.
  package var connection: JSONPointer
  /// The arrays of items that the query selects, below the connection; the first that a response has counts. Empty = none.
  package var items: [JSONPointer]
  /// The page info, below the connection.
  package var pageInfo: JSONPointer
  /// How the list goes on at its ends; nil where it is not read in that direction.
  package var next: End?
  package var previous: End?

  /// How a list goes on at one end.
  package struct End: Sendable, Hashable {
    /// Whether there is a page beyond this one, below the page info.
    package var hasMore: JSONPointer
    /// The cursor that asks for it, below the page info.
    package var cursor: JSONPointer
    /// The variable that takes the cursor.
    package var variable: String

    package init(hasMore: JSONPointer, cursor: JSONPointer, variable: String) {
      self.hasMore = hasMore
      self.cursor = cursor
      self.variable = variable
    }
  }

  package init(
    connection: JSONPointer, items: [JSONPointer], pageInfo: JSONPointer, next: End? = nil, previous: End? = nil
  ) {
    self.connection = connection
    self.items = items
    self.pageInfo = pageInfo
    self.next = next
    self.previous = previous
  }

  package subscript(end: ListEnd) -> End? {
    switch end {
    case .next: next
    case .previous: previous
    }
  }
}
