/// The tokens of a document, without its layout and its comments.
package enum DocumentTokens {
  /// The texts of the tokens; nil if the document cannot be cut into tokens.
  package static func texts(of document: String) -> [String]? {
    var lexer = Lexer(document)
    var texts: [String] = []
    do {
      while true {
        let token = try lexer.next()
        switch token.kind {
        case .end: return texts
        case .name, .integer, .float: texts.append(token.text)
        // In quotes, unlike all other tokens.
        case .string: texts.append("\"\(token.text)\"")
        default: texts.append(token.kind.rawValue)
        }
      }
    } catch {
      return nil
    }
  }
}
