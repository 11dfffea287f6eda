public import PagerJSON

/// Where a response came from.
public enum UpdateSource: Sendable, Hashable {
  /// The server sent it.
  case server
  /// The cache had it.
  case cache
}

/// What a server answered to an operation: data, errors, or both.
public struct GraphQLResponse<Operation: GraphQLOperation>: Sendable, Hashable {
  /// Where a response came from.
  public typealias Source = UpdateSource

  /// The decoded data; nil if the server sent none.
  public let data: Operation.Data?
  /// The errors, in the order of the server; empty if there are none.
  ///
  /// If the server sent very many, these are the first ones, as ``GraphQLErrorList`` keeps them.
  public let errors: [GraphQLError]
  /// The `extensions` of the response; empty if the response has none, or if their text is longer than 1 MiB.
  public let extensions: [String: JSONValue]
  /// Where the response came from.
  public let source: Source
  /// The HTTP status of the response; nil for a response from the cache.
  public let httpStatus: Int?
  /// The incomplete lists inside the items of a page. Only pagers look for them; in other responses this is empty.
  public let nested: NestedLists
  /// What a pager's transform made of it.
  package let part = ResponsePart()

  /// A response, for the tests of an app.
  public init(
    data: Operation.Data?, errors: [GraphQLError] = [], extensions: [String: JSONValue] = [:],
    source: Source = .server, httpStatus: Int? = nil, nested: NestedLists = NestedLists()
  ) {
    self.data = data
    self.errors = errors
    self.extensions = extensions
    self.source = source
    self.httpStatus = httpStatus
    self.nested = nested
  }
}

/// The lists inside a page's items that are incomplete, or do not say whether they are complete.
///
/// It is empty if all lists inside the page are complete, and if the page has no lists inside it.
public struct NestedLists: Sendable, Hashable {
  /// The number of lists that say that there is more.
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
