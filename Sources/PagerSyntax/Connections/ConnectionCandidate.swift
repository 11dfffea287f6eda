/// A field that looks like a Relay connection: its selection has `pageInfo`.
///
/// All keys are response keys, that is, aliases if the document has them. A key is nil if the document does not select
/// the field. If a field is selected under several aliases, the first counts.
package struct ConnectionCandidate: Sendable, Hashable {
  /// The response keys from `data` down to the connection.
  package let responsePath: [String]
  /// The field's name in the schema.
  package let fieldName: String
  /// Where the field stands first.
  package let position: SourcePosition

  /// The key of `pageInfo`, below the connection.
  package let pageInfoKey: String
  /// The key of `hasNextPage`, below `pageInfo`.
  package let hasNextPageKey: String?
  /// The key of `endCursor`, below `pageInfo`.
  package let endCursorKey: String?
  /// The key of `hasPreviousPage`, below `pageInfo`.
  package let hasPreviousPageKey: String?
  /// The key of `startCursor`, below `pageInfo`.
  package let startCursorKey: String?

  /// The key of `edges`, below the connection.
  package let edgesKey: String?
  /// The key of `nodes`, below the connection.
  package let nodesKey: String?
  /// The key of `totalCount`, below the connection.
  package let totalCountKey: String?

  /// How the argument `after` is filled.
  package let after: PaginationArgument
  /// How the argument `first` is filled.
  package let first: PaginationArgument
  /// How the argument `before` is filled.
  package let before: PaginationArgument
  /// How the argument `last` is filled.
  package let last: PaginationArgument

  /// The path of the nearest connection in whose `edges` or `nodes` this one is repeated, or nil.
  ///
  /// A response path does not reach into a list, so such a connection cannot be paged by its path.
  package let enclosingConnection: [String]?

  /// Whether the connection is repeated for every item of another.
  package var isInsideList: Bool { enclosingConnection != nil }

  /// The name of the variable behind `after`, or nil if the argument is absent or a literal.
  package var afterVariable: String? { after.variableName }
  /// The name of the variable behind `first`, or nil if the argument is absent or a literal.
  package var firstVariable: String? { first.variableName }
  /// The name of the variable behind `before`, or nil if the argument is absent or a literal.
  package var beforeVariable: String? { before.variableName }
  /// The name of the variable behind `last`, or nil if the argument is absent or a literal.
  package var lastVariable: String? { last.variableName }

  /// For messages: `"/shop/products" at line 2, column 5`.
  package var label: String { "\"\(responsePath.responsePointer)\" at \(position)" }
}

extension [String] {
  /// The path as a JSON Pointer. GraphQL names hold neither `/` nor `~`, so a path from a document needs no escapes.
  var responsePointer: String { map { "/" + $0 }.joined() }
}
