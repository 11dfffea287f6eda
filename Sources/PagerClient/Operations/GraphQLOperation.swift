/// A GraphQL document with its variables, and the type of the data that it asks for.
///
/// Two operations of one type are the same request when they are equal: that is how a pager notices that a server repeats
/// itself.
///
///     struct ProductsQuery: GraphQLQuery {
///       static let document = """
///         query Products($first: Int!, $after: String) {
///           products(first: $first, after: $after) {
///             nodes { id name }
///             pageInfo { hasNextPage endCursor }
///           }
///         }
///         """
///       struct Variables: Codable, Hashable, Sendable {
///         var first: Int
///         var after: String?
///       }
///       struct Data: Decodable, Hashable, Sendable { … }
///       var variables: Variables
///     }
public protocol GraphQLOperation: Hashable, Sendable {
  /// What the server's `data` is decoded into.
  associatedtype Data: Decodable & Hashable & Sendable
  /// What is sent as `variables`: an object, or `NoVariables`.
  associatedtype Variables: Encodable & Sendable = NoVariables

  /// The text of the document.
  static var document: String { get }
  /// Which of the document's operations to run; nil where it has only one. Nil unless given.
  static var operationName: String? { get }
  /// The variables of this request.
  var variables: Variables { get }
}

extension GraphQLOperation {
  public static var operationName: String? { nil }
}

extension GraphQLOperation where Variables == NoVariables {
  public var variables: NoVariables { NoVariables() }
}

/// An operation that reads.
public protocol GraphQLQuery: GraphQLOperation {}

/// An operation that writes.
public protocol GraphQLMutation: GraphQLOperation {}

/// The variables of an operation that has none.
public struct NoVariables: Encodable, Hashable, Sendable {
  public init() {}
}
