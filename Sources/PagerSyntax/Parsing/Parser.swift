/// A recursive-descent parser for executable documents (October 2021 specification, section 2).
///
/// The grammar needs one token of lookahead, which `token` holds. Each `parse…` function starts at the first token of
/// its production and leaves `token` just after the last.
struct Parser {
  private var lexer: Lexer
  /// The token that is read but not yet used.
  private(set) var token: Token
  private var depth = 0

  init(_ text: String) throws(GraphQLSyntaxError) {
    lexer = Lexer(text)
    token = try lexer.next()
  }

  /// Moves on to the next token.
  mutating func advance() throws(GraphQLSyntaxError) {
    token = try lexer.next()
  }

  /// Moves past a token of that kind.
  mutating func expect(_ kind: TokenKind) throws(GraphQLSyntaxError) {
    guard token.kind == kind else { throw expected(kind.label) }
    try advance()
  }

  /// Moves past the token if it is of that kind.
  ///
  /// - Returns: whether it was.
  mutating func skip(_ kind: TokenKind) throws(GraphQLSyntaxError) -> Bool {
    guard token.kind == kind else { return false }
    try advance()
    return true
  }

  /// The name that stands here.
  ///
  /// - Parameter what: how a message calls it.
  mutating func expectName(_ what: String = "a name") throws(GraphQLSyntaxError) -> String {
    guard token.kind == .name else { throw expected(what) }
    let name = token.text
    try advance()
    return name
  }

  /// Whether the token is that keyword. GraphQL reserves no names, so the place decides.
  func isKeyword(_ keyword: String) -> Bool {
    token.kind == .name && token.text == keyword
  }

  /// Goes one level deeper, when the token opens one; `leave` goes back up.
  mutating func enter() throws(GraphQLSyntaxError) {
    guard depth < NestingLimit.levels else {
      throw GraphQLSyntaxError(
        message: "nested more than \(NestingLimit.levels) levels deep: flatten the document", position: token.position)
    }
    depth += 1
  }

  /// Goes back up from `enter`.
  mutating func leave() {
    depth -= 1
  }

  /// The error that something else was expected at the token.
  func expected(_ what: String) -> GraphQLSyntaxError {
    GraphQLSyntaxError(message: "expected \(what), found \(token.label)", position: token.position)
  }
}

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
