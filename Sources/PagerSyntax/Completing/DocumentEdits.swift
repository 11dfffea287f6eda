/// Insertions into the text of a document, and replacements of tokens. All else stays byte for byte.
struct DocumentEdits {
  private let text: [UInt8]
  private let tokens: [PlacedToken]
  private var edits: [(range: Range<Int>, text: String)] = []

  /// A token and its place in the text.
  private struct PlacedToken {
    let token: Token
    let range: Range<Int>
  }

  /// Nil for a text that cannot be cut into tokens.
  init?(_ text: String) {
    self.text = Array(text.utf8)
    var lexer = Lexer(text)
    var tokens: [PlacedToken] = []
    repeat {
      guard let token = try? lexer.next() else { return nil }
      let length = token.text.isEmpty ? token.kind.rawValue.utf8.count : token.text.utf8.count
      tokens.append(PlacedToken(token: token, range: max(0, lexer.offset - length)..<lexer.offset))
    } while tokens.last?.token.kind != .end
    self.tokens = tokens
  }

  /// The text with the edits.
  var result: String {
    var result: [UInt8] = []
    var position = 0
    for edit in edits.sorted(by: { $0.range.lowerBound < $1.range.lowerBound }) {
      result += text[position..<edit.range.lowerBound]
      result += edit.text.utf8
      position = edit.range.upperBound
    }
    return String(decoding: result + text[position...], as: UTF8.self)
  }

  /// The first of `name`, `name_2`, `name_3` … that no variable of the document has.
  func freeVariable(_ name: String) -> String {
    var taken: Set<String> = []
    for (dollar, next) in zip(tokens, tokens.dropFirst()) where dollar.token.kind == .dollar {
      taken.insert(next.token.text)
    }
    return name.firstFree { taken.contains($0) }
  }

  // MARK: Edits

  /// Declares a variable in an operation.
  mutating func declare(_ variable: String, in operation: OperationDefinition) {
    guard var index = index(at: operation.position) else { return }
    guard tokens[index].token.kind == .name else { return insert("query (\(variable)) ", before: index) }
    if operation.name != nil { index += 1 }
    guard tokens[index + 1].token.kind == .leftParenthesis else {
      return insert("\(operation.name == nil ? " " : "")(\(variable))", after: index)
    }
    insert("\(variable), ", after: index + 1)
  }

  /// Gives a field an argument.
  mutating func add(argument: String, to field: Field) {
    guard var index = index(at: field.position) else { return }
    if field.alias != nil { index += 2 }
    guard tokens[index + 1].token.kind == .leftParenthesis else { return insert("(\(argument))", after: index) }
    insert("\(argument), ", after: index + 1)
  }

  /// Selects something more, before all else of a selection.
  mutating func add(selection: String, to selectionSet: SelectionSet) {
    guard let index = index(at: selectionSet.position) else { return }
    insert(" \(selection) ", after: index)
  }

  /// Writes a variable in place of a value that is one token.
  mutating func replace(_ value: InputValue, with variable: String) {
    guard let index = index(at: value.position) else { return }
    edits.append((tokens[index].range, variable))
  }

  private func index(at position: SourcePosition) -> Int? { tokens.firstIndex { $0.token.position == position } }

  private mutating func insert(_ text: String, after index: Int) {
    let end = tokens[index].range.upperBound
    edits.append((end..<end, text))
  }

  private mutating func insert(_ text: String, before index: Int) {
    let start = tokens[index].range.lowerBound
    edits.append((start..<start, text))
  }
}

extension String {
  /// The first of the name, and the name with a number from 2, that is not taken.
  func firstFree(_ isTaken: (String) -> Bool) -> String {
    var name = self
    var number = 2
    while isTaken(name) {
      name = "\(self)_\(number)"
      number += 1
    }
    return name
  }
}
