package import PagerJSON
package import PagerState
package import PagerSyntax

/// Where a response of one query keeps its list, and how the list continues from there.
package struct ConnectionShape: Sendable, Hashable {
  /// The connection, below `data`. For an offset list it may be the array of items itself.
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
  /// How the list continues if requests name the keys of items.
  package var keyset: KeysetShape?
  /// The identity of an item, below the item; nil if duplicates stay.
  package var identity: JSONPointer?
  /// How many items the whole list has, below the connection; nil if no answer says it.
  package var total: TotalPlace?
  /// Whether a null in place of the list is an empty page.
  package var acceptsNull = false
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
  /// How many pages the whole list has, below the connection; nil if requests do not name page numbers.
  package var pageCount: JSONPointer?
  /// Whether a page may have the items of the page in the place before it.
  package var allowsRepeats: Bool
  /// How the list ends.
  var end: EndRules

  init(
    variable: String, countsPages: Bool, hasMore: JSONPointer?, pageCount: JSONPointer?, allowsRepeats: Bool,
    end: EndRules
  ) {
    self.variable = variable
    self.countsPages = countsPages
    self.hasMore = hasMore
    self.pageCount = pageCount
    self.allowsRepeats = allowsRepeats
    self.end = end
  }

  /// How many items a request asks for; nil if that is not known.
  package var limit: Int64? { end.limit }
}

/// The place at which the answers say how many items the whole list has.
package struct TotalPlace: Sendable, Hashable {
  /// Below the connection.
  package let pointer: JSONPointer
  /// Whether the config names it. A place that only the document shows never decides anything.
  package let isNamed: Bool

  package init(_ pointer: JSONPointer, isNamed: Bool) {
    self.pointer = pointer
    self.isNamed = isNamed
  }
}

/// What a document shows of the items of a list.
package struct ShownItems: Sendable, Hashable {
  let nodeKeys: [JSONPointer: [String]]
  let inner: InnerConnections?
}

extension ConnectionShape {
  /// Takes over the rules that apply to every kind of list.
  mutating func adopt(_ rules: ListRules) {
    identity = rules.identity
    acceptsNull = rules.acceptsNull == true
  }

  /// Whether each page has to say whether there is more. A null in place of the connection cannot say it.
  var saysWhetherThereIsMore: Bool {
    if let offset { return offset.hasMore != nil || offset.pageCount != nil || total?.isNamed == true }
    if let keyset { return keyset.hasMore != nil }
    return true
  }

  /// What a document shows of the items at this place.
  func itemsShown(by operation: ExecutableOperation) -> ShownItems {
    ShownItems(
      nodeKeys: nodeKeysShown(by: operation),
      inner: ConnectionFinder.innerConnections(
        in: operation, below: connection.tokens, items: items.map(\.tokens)))
  }

  /// Takes over what a document shows of the items.
  mutating func learn(_ shown: ShownItems) {
    nodeKeys = shown.nodeKeys
    inner = shown.inner
  }

  /// The keys of the nodes in each array of items that a document shows.
  private func nodeKeysShown(by operation: ExecutableOperation) -> [JSONPointer: [String]] {
    var keys: [JSONPointer: [String]] = [:]
    for pointer in items {
      keys[pointer] = ConnectionFinder.nodeKeys(in: operation, at: connection.tokens + pointer.tokens)
    }
    return keys
  }
}
