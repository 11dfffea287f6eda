public import PagerJSON

/// Where a response came from.
public enum UpdateSource: Sendable, Hashable {
  case server
  case cache
}

/// What a server answered to an operation: data, errors, or both.
public struct GraphQLResponse<Operation: GraphQLOperation>: Sendable, Hashable {
  /// Where a response came from.
  public typealias Source = UpdateSource

  /// The decoded data; nil where the server sent none.
  public let data: Operation.Data?
  /// The errors, in the order of the server; empty where there are none. Of very many, the first ones, as
  /// ``GraphQLErrorList`` keeps them.
  public let errors: [GraphQLError]
  /// What else the server says; empty also where that is more than 1 MiB of text.
  public let extensions: [String: JSONValue]
  /// Where the response came from.
  public let source: Source
  /// The HTTP status it came with; nil from the cache.
  public let httpStatus: Int?
  /// The lists inside the items of a page that are not whole. Pagers look for them; of other responses it is empty.
  public let nested: NestedLists

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
