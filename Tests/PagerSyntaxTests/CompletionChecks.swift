import PagerSyntax
import Testing

/// What holds for each completed document.
enum CompletionChecks {
  static let numbers: Set<String> = ["offset", "skip", "page"]

  /// The document with what its list needs; nil if the library adds nothing.
  static func completed(_ text: String, operation name: String? = nil) throws -> CompletedDocument? {
    let operation = try ExecutableDocument(parsing: text).operation(named: name)
    return CompletedDocument(text, operation, asksByNumber: numbers.contains)
  }

  /// Whether the connection can be paged, and needs nothing more; with what is wrong.
  static func fault(
    of completed: CompletedDocument, from text: String, operation name: String? = nil
  ) throws -> String? {
    if !isSubsequence(Array(text.utf8), of: Array(completed.text.utf8)) { return "the text has changed" }
    if completed.added.isEmpty || completed.added.contains(where: { completed.text.firstRange(of: $0) == nil }) {
      return "an addition is not in the text"
    }
    if try self.completed(completed.text, operation: name) != nil { return "it is completed again" }
    let document = try ExecutableDocument(parsing: completed.text)
    if let conflict = MergeConflict.first(in: document) { return conflict }
    let connection = try ConnectionFinder.connection(in: document.operation(named: name))
    if connection.after.variableName == nil { return "the cursor has no variable" }
    if connection.hasNextPageKey == nil || connection.endCursorKey == nil { return "the page info lacks a field" }
    return nil
  }

  private static func isSubsequence(_ part: [UInt8], of whole: [UInt8]) -> Bool {
    var rest = part[...]
    for byte in whole where byte == rest.first { rest.removeFirst() }
    return rest.isEmpty
  }
}

/// The rule that selections with one response key have the same name and arguments (October 2021 specification,
/// section 5.3.2), without the exception for different types.
struct MergeConflict {
  private let fragments: [String: FragmentDefinition]

  /// The first selection of the document that breaks the rule, in any operation.
  static func first(in document: ExecutableDocument) -> String? {
    let fragments = Dictionary(uniqueKeysWithValues: document.fragments.map { ($0.name, $0) })
    let rule = MergeConflict(fragments: fragments)
    return document.operations.lazy.compactMap { rule.first(in: [$0.selectionSet]) }.first
  }

  private func first(in sets: [SelectionSet]) -> String? {
    var fields: [String: [Field]] = [:]
    for field in sets.flatMap(fields(of:)) { fields[field.responseKey, default: []].append(field) }
    for (key, same) in fields.sorted(by: { $0.key < $1.key }) {
      let calls = Set(same.map { $0.name + DocumentPrinter.text($0.arguments) })
      if calls.count > 1 { return "\"\(key)\" is \(calls.sorted().joined(separator: " and "))" }
      let inner = same.compactMap(\.selectionSet)
      if !inner.isEmpty, let conflict = first(in: inner) { return conflict }
    }
    return nil
  }

  private func fields(of set: SelectionSet) -> [Field] {
    set.selections.flatMap { selection -> [Field] in
      switch selection {
      case .field(let field): [field]
      case .inlineFragment(let fragment): fields(of: fragment.selectionSet)
      case .fragmentSpread(let spread): fragments[spread.fragmentName].map { fields(of: $0.selectionSet) } ?? []
      }
    }
  }
}
