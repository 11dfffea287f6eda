/// Collects what is added to a document, and writes the document with it.
///
/// Each piece goes right behind the token that it follows. It is therefore never inside of a comment, and a trailing
/// comma, an empty line or a comment stays where it is.
struct DocumentEdits {
  let document: ExecutableDocument
  let names: DocumentNames
  private let text: String
  private let tokens: SourceTokens
  private var edits: [TextEdit] = []

  /// Nil if the text does not parse.
  init?(_ text: String) {
    guard let document = try? ExecutableDocument(parsing: text), let names = try? DocumentNames(document),
      let tokens = SourceTokens(text)
    else { return nil }
    (self.document, self.names) = (document, names)
    (self.text, self.tokens) = (text, tokens)
  }

  /// The document with all that was added; nil if that is nothing.
  var completed: CompletedDocument? {
    guard !edits.isEmpty else { return nil }
    let sorted = edits.enumerated().sorted {
      ($0.element.range.lowerBound, $0.offset) < ($1.element.range.lowerBound, $1.offset)
    }.map(\.element)
    return CompletedDocument(text: sorted.applied(to: text), added: sorted.map(\.addition).unique)
  }

  /// Adds a variable, such as `$after: String`, to an operation.
  mutating func declare(_ declaration: String, in operation: OperationDefinition) {
    let keyword = tokens.index(at: operation.position)
    guard tokens.kind(at: keyword) == .name else {
      return insert("query (\(declaration)) ", at: tokens.start(of: keyword), declaration)
    }
    let head = operation.name == nil ? keyword : keyword + 1
    insert(declaration, intoListAfter: head, separator: operation.name == nil ? " " : "")
  }

  /// Adds an argument, such as `after: $after`, to a field.
  mutating func add(_ argument: String, to field: Field) {
    let first = tokens.index(at: field.position)
    let name = field.alias == nil ? first : first + 2
    insert(argument, intoListAfter: name, separator: "")
  }

  /// Adds a selection, such as `pageInfo { hasNextPage endCursor }`, to a selection set.
  mutating func select(_ selection: String, in set: SelectionSet) {
    let last = tokens.closing(tokens.index(at: set.position)) - 1
    insert(" \(selection)", at: tokens.end(of: last), selection)
  }

  /// Writes a variable in the place of a value that is one token.
  ///
  /// - Parameter argument: what takes the value.
  mutating func replace(_ value: InputValue, by variable: String, as argument: String) {
    let token = tokens.index(at: value.position)
    edits.append(
      TextEdit(
        range: tokens.start(of: token)..<tokens.end(of: token), replacement: "$\(variable)",
        addition: "\(argument): $\(variable)"))
  }

  /// Adds to the list in parentheses that follows a token, or writes one.
  private mutating func insert(_ addition: String, intoListAfter head: Int, separator: String) {
    guard tokens.kind(at: head + 1) == .leftParenthesis else {
      return insert("\(separator)(\(addition))", at: tokens.end(of: head), addition)
    }
    let last = tokens.closing(head + 1) - 1
    insert(", \(addition)", at: tokens.end(of: last), addition)
  }

  private mutating func insert(_ piece: String, at offset: Int, _ addition: String) {
    edits.append(TextEdit(range: offset..<offset, replacement: piece, addition: addition))
  }
}

extension [String] {
  /// The different ones, in the order in which they come first.
  fileprivate var unique: [String] {
    var seen: Set<String> = []
    return filter { seen.insert($0).inserted }
  }
}
