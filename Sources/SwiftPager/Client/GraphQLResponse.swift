public import PagerClient
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
