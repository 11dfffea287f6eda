/// The tokens of a document, with their places in its bytes.
///
/// The document's nodes know their places by line and column. Here a place leads to a token, and a token to its bytes.
struct SourceTokens {
  private struct Entry {
    let kind: TokenKind
    let position: SourcePosition
    let start: Int
    let end: Int
  }

  private var entries: [Entry] = []

  /// Nil if the text cannot be cut into tokens.
  init?(_ text: String) {
    var lexer = Lexer(text)
    while let token = try? lexer.next() {
      guard token.kind != .end else { return }
      entries.append(Entry(kind: token.kind, position: token.position, start: lexer.tokenStart, end: lexer.offset))
    }
    return nil
  }

  /// The token at a place where a node of the document begins.
  func index(at position: SourcePosition) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].position < position { low = middle + 1 } else { high = middle }
    }
    return low
  }

  func kind(at index: Int) -> TokenKind { entries[index].kind }

  /// Where a token's bytes begin.
  func start(of index: Int) -> Int { entries[index].start }

  /// Where a token's bytes end.
  func end(of index: Int) -> Int { entries[index].end }

  /// The token that closes what a parenthesis or a brace opens.
  func closing(_ opening: Int) -> Int {
    let open = entries[opening].kind
    let close: TokenKind = open == .leftParenthesis ? .rightParenthesis : .rightBrace
    var depth = 1
    var index = opening
    while depth > 0 {
      index += 1
      if entries[index].kind == open { depth += 1 }
      if entries[index].kind == close { depth -= 1 }
    }
    return index
  }
}
