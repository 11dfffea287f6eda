public import PagerJSON

/// The lists inside a page's items that are incomplete, or do not say whether they are complete.
///
/// It is empty if all lists inside the page are complete, and if the page has no lists inside it.
public struct NestedLists: Sendable, Hashable {
  /// The number of lists with more to load.
  public let incompleteCount: Int
  /// The number of lists that do not say whether there is more.
  ///
  /// The query does not ask for that, or the server answered null.
  public let unknownCount: Int
  /// The first 10,000 of these lists, in the order of the page.
  public let lists: [NestedList]

  /// Makes a value of these lists, for the tests of an app.
  public init(_ lists: [NestedList] = []) {
    let unknownCount = lists.count { $0.hasMore == nil }
    self.init(lists, incompleteCount: lists.count - unknownCount, unknownCount: unknownCount)
  }

  package init(_ lists: [NestedList], incompleteCount: Int, unknownCount: Int) {
    self.lists = lists
    self.incompleteCount = incompleteCount
    self.unknownCount = unknownCount
  }

  /// Whether the page has no known list that is incomplete, or that does not say whether it is complete.
  public var isEmpty: Bool { incompleteCount + unknownCount == 0 }
}

/// A list inside the items of a page that is incomplete, or does not say whether it is complete.
public struct NestedList: Sendable, Hashable {
  /// The place of the list in the response, as a JSON Pointer: `/data/products/nodes/3/variants`.
  public let path: String
  /// True if the list has more items; nil if it does not say.
  public let hasMore: Bool?
  /// The number of items that came with the page.
  public let itemCount: Int
  /// The list's page info as the server sent it; nil if it is null, or if the query does not ask for it.
  public let pageInfo: JSONValue?

  /// A list, for the tests of an app.
  public init(path: String, hasMore: Bool?, itemCount: Int, pageInfo: JSONValue? = nil) {
    self.path = path
    self.hasMore = hasMore
    self.itemCount = itemCount
    self.pageInfo = pageInfo
  }
}
