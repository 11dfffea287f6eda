import PagerClient

/// A GraphQL document with its variables, and the type of the data that it asks for.
///
/// Equal operations of one type are the same request. In this way a pager notices that a server leads it back to an
/// earlier page.
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
  /// The type into which the server's `data` is decoded.
  associatedtype Data: Decodable & Hashable & Sendable
  /// The type of `variables` in the request: an object, or `NoVariables`.
  associatedtype Variables: Encodable & Sendable = NoVariables
  /// `String` or `String?`, the type of `operationName`.
  associatedtype OperationName: GraphQLOperationName = String?

  /// The text of the document.
  static var document: String { get }
  /// The name of the document's operation to run: a `String` or a `String?`, nil if the document has only one.
  ///
  /// The default is nil.
  static var operationName: OperationName { get }
  /// The variables of this request.
  var variables: Variables { get }
}

extension GraphQLOperation where OperationName == String? {
  /// No name: the document has only one operation.
  public static var operationName: String? { nil }
}

/// The type of an operation's name: a text, or nil.
///
/// Without this protocol a `static let operationName = "Products"` would not satisfy the requirement of
/// `GraphQLOperation`, and the default would hide it.
public protocol GraphQLOperationName: Sendable {
  /// The name; nil if the document has only one operation.
  var name: String? { get }
}

extension String: GraphQLOperationName {
  /// The text itself.
  public var name: String? { self }
}

extension Optional: GraphQLOperationName where Wrapped == String {
  /// The text; nil if there is none.
  public var name: String? { self }
}

extension GraphQLOperation where Variables == NoVariables {
  /// No variables.
  public var variables: NoVariables { NoVariables() }
}

/// An operation that reads.
public protocol GraphQLQuery: GraphQLOperation {}

/// An operation that writes.
public protocol GraphQLMutation: GraphQLOperation {}

/// The variables of an operation that has no variables.
public struct NoVariables: Encodable, Hashable, Sendable {
  /// The variables of such an operation: none.
  public init() {}
}
