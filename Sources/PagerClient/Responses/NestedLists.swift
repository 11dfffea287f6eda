public import PagerJSON

/// What a page says of the lists inside its items: of those that are not whole, or do not say whether they are.
///
/// There is nothing in it where all lists inside the page are whole, and where it has none.
public struct NestedLists: Sendable, Hashable {
  /// How many say that there is more.
  public let incompleteCount: Int
  /// How many do not say whether there is more: because the query does not ask for that, or the server answered null.
  public let unknownCount: Int
  /// The first 10,000 of them, in the order in which the page has them.
  public let lists: [NestedList]

  /// Of these lists, for the tests of an app.
  public init(_ lists: [NestedList] = []) {
    let unknownCount = lists.count { $0.hasMore == nil }
    self.init(lists, incompleteCount: lists.count - unknownCount, unknownCount: unknownCount)
  }

  package init(_ lists: [NestedList], incompleteCount: Int, unknownCount: Int) {
    self.lists = lists
    self.incompleteCount = incompleteCount
    self.unknownCount = unknownCount
  }

  /// Whether no list inside the page is known to miss anything, or to be silent about it.
  public var isEmpty: Bool { incompleteCount + unknownCount == 0 }
}

/// A list inside the items of a page that is not whole, or does not say whether it is.
public struct NestedList: Sendable, Hashable {
  /// Where it is in the response, as a JSON Pointer: `/data/products/nodes/3/variants`.
  public let path: String
  /// True: there is more of it. Nil: it does not say.
  public let hasMore: Bool?
  /// How many elements it has.
  public let itemCount: Int
  /// Its page info as the server sent it; nil where that is null or not asked for.
  public let pageInfo: JSONValue?

  public init(path: String, hasMore: Bool?, itemCount: Int, pageInfo: JSONValue? = nil) {
    self.path = path
    self.hasMore = hasMore
    self.itemCount = itemCount
    self.pageInfo = pageInfo
  }
}
