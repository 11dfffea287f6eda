package import PagerJSON
package import PagerState
package import PagerSyntax

/// Where a response of one query keeps its list, and how the list continues from there.
package struct ConnectionShape: Sendable, Hashable {
  /// The connection, below `data`. Of an offset list also the array of items itself.
  package var connection: JSONPointer
  /// The arrays of items that the query selects, below the connection; the first that a response has counts. Empty =
  /// none.
  package var items: [JSONPointer]
  /// The keys of an edge's node, for the arrays whose elements the document shows; the first key that an edge has
  /// counts. No keys = the elements are not edges.
  package var nodeKeys: [JSONPointer: [String]]
  /// The page info, below the connection.
  package var pageInfo: JSONPointer
  /// The connections below this one that the document shows; nil if there are none, and nothing has to be looked for.
  package var inner: InnerConnections?
  /// How the list continues at its ends; nil if it is not read in that direction.
  package var next: End?
  package var previous: End?
  /// How the list continues if requests name offsets.
  package var offset: OffsetShape?
  /// The query that asks for the pages around one of this query.
  package var furtherQuery = PagedQuery.first
  /// The request that opens the list in its middle. The answer's flag for the previous end is not trusted, because many
  /// servers say `hasPreviousPage: false` in every answer to a forward request.
  package var distrusted: PageRequest?

  /// How a list continues at one end.
  package struct End: Sendable, Hashable {
    /// Whether there is a page beyond this one, below the page info.
    package var hasMore: JSONPointer
    /// The cursor of the page beyond, below the page info.
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
    connection: JSONPointer, items: [JSONPointer], pageInfo: JSONPointer, nodeKeys: [JSONPointer: [String]] = [:],
    next: End? = nil, previous: End? = nil
  ) {
    self.connection = connection
    self.items = items
    self.pageInfo = pageInfo
    self.nodeKeys = nodeKeys
    self.next = next
    self.previous = previous
  }

  /// The keys of an edge's node in one of the arrays of items. If the document does not show them, Relay's key is used.
  package func keys(ofNodesIn items: JSONPointer) -> [String] { nodeKeys[items] ?? ["node"] }

  package subscript(end: ListEnd) -> End? {
    get {
      switch end {
      case .next: next
      case .previous: previous
      }
    }
    set {
      switch end {
      case .next: next = newValue
      case .previous: previous = newValue
      }
    }
  }
}

/// How an offset list continues after a page.
package struct OffsetShape: Sendable, Hashable {
  /// The variable that takes the offset, or the number of the page.
  package var variable: String
  /// Whether it takes page numbers.
  package var countsPages: Bool
  /// Whether there is more, below the connection.
  package var hasMore: JSONPointer?
  /// How many items the whole list has, below the connection.
  package var total: JSONPointer?
  /// How many pages the whole list has, below the connection; nil if requests do not name page numbers.
  package var pageCount: JSONPointer?
  /// How many items a page has that is not the last; nil if a shorter one does not end the list.
  package var fullPage: Int64?
  /// How many items a request asks for; nil if that is not known.
  package var limit: Int64?
  /// The identity of an item, below the item; nil if duplicates stay.
  package var identity: JSONPointer?

  package init(
    variable: String, countsPages: Bool = false, hasMore: JSONPointer? = nil, total: JSONPointer? = nil,
    fullPage: Int64? = nil
  ) {
    self.variable = variable
    self.countsPages = countsPages
    self.hasMore = hasMore
    self.total = total
    self.fullPage = fullPage
  }
}
