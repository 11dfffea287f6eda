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
  /// `String` or `String?`, whichever `operationName` is.
  associatedtype OperationName: GraphQLOperationName = String?

  /// The text of the document.
  static var document: String { get }
  /// Which of the document's operations to run: a `String` or a `String?`, nil where it has only one. Nil unless given.
  static var operationName: OperationName { get }
  /// The variables of this request.
  var variables: Variables { get }
}

extension GraphQLOperation where OperationName == String? {
  public static var operationName: String? { nil }
}

/// What an operation says of its name: a text, or nil. Without this protocol a `static let operationName = "Products"` would
/// not be what `GraphQLOperation` asks for, and the default would hide it.
public protocol GraphQLOperationName: Sendable {
  /// The name; nil where the document has only one operation.
  var name: String? { get }
}

extension String: GraphQLOperationName {
  public var name: String? { self }
}

extension Optional: GraphQLOperationName where Wrapped == String {
  public var name: String? { self }
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
