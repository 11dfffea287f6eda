/// Why a text is not an executable GraphQL document, and where.
package struct GraphQLSyntaxError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What was wrong, without the place: `expected a name, found "}"`.
  package let message: String
  /// The place in the text; the column counts Unicode scalars.
  package let position: SourcePosition

  /// The line, from 1.
  package var line: Int { position.line }
  /// The column, from 1, in Unicode scalars.
  package var column: Int { position.column }

  /// The message and the place: `expected a name, found "}" at line 3, column 5`.
  package var description: String { "\(message) at \(position)" }
}
