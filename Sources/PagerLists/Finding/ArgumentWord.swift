import PagerJSON
import PagerSyntax

/// An argument whose name says what it takes: a cursor, an offset, the number of a page, or a size.
struct ArgumentWord {
  let purpose: WordTable.Purpose
  /// The way to it: the argument's name, or the argument and the fields of the object that the document writes there.
  let path: [String]
  let value: InputValue

  var word: String { path.last ?? "" }

  /// The variable that fills it; nil if the document has a value there.
  var variable: String? { if case .variable(let name) = value.kind { name } else { nil } }

  /// The number that the document has there; nil if it has something else.
  var number: Int64? { if case .integer(let text) = value.kind { Int64(text) } else { nil } }

  /// The words among the arguments of a field.
  static func all(in field: ListField) -> [ArgumentWord] {
    field.argumentValues.compactMap { path, value in
      guard let name = path.last, isPlace(path) else { return nil }
      return purposes.first { WordTable.shared.has(name, for: $0) }.map {
        ArgumentWord(purpose: $0, path: path, value: value)
      }
    }
  }

  private static let purposes: [WordTable.Purpose] = [.after, .before, .offset, .page, .size, .last]

  /// Whether an argument there may say which page to send. What is below a filter chooses items, unless its object is
  /// named for pages.
  private static func isPlace(_ path: [String]) -> Bool {
    guard path.contains(where: { WordTable.shared.has($0, for: .filter) }) else { return true }
    guard path.count > 1 else { return false }
    return path[path.count - 2].lowercased().isNamedForPages
  }

  /// Whether the document declares the variable with a type that the purpose allows.
  func isTyped(in parsed: ParsedDocument) -> Bool {
    guard let variable, let declaration = parsed.declaration(of: variable) else { return variable == nil }
    guard let name = declaration.type.scalarName else { return false }
    return switch purpose {
    case .after, .before: !name.isNamedForTimes && name != "Boolean"
    default: name.isNamedForWholeNumbers
    }
  }
}

extension ParsedDocument {
  /// Whether a variable is declared as a date or a time.
  func isTime(_ variable: String) -> Bool { declaration(of: variable)?.type.scalarName?.isNamedForTimes ?? false }
}

extension TypeReference {
  /// Whether its name is that of a scalar of GraphQL, or of a list of them: other names may be those of objects.
  var isOfScalar: Bool {
    switch kind {
    case .named(let name): ["Int", "Float", "String", "Boolean", "ID"].contains(name)
    case .nonNull(let nullable): nullable.isOfScalar
    case .list(let element): element.isOfScalar
    }
  }

  /// The name of the type, or of the type in a non-null one; nil for a list.
  fileprivate var scalarName: String? {
    switch kind {
    case .named(let name): name
    case .nonNull(let nullable): nullable.scalarName
    case .list: nil
    }
  }
}

extension String {
  /// Whether an argument of this name, in lower case, holds what asks for pages.
  var isNamedForPages: Bool { hasPrefix("pag") || hasSuffix("pagination") || hasSuffix("paging") }

  /// Whether a type of this name is a date or a time.
  fileprivate var isNamedForTimes: Bool {
    let name = lowercased()
    return ["date", "time", "timestamp", "instant"].contains { name.hasPrefix($0) || name.hasSuffix($0) }
  }

  /// Whether a type of this name has whole numbers: `Int`, `BigInt`, `Long`, `NonNegativeInt`, `UInt32`, `IntType`.
  fileprivate var isNamedForWholeNumbers: Bool {
    var name = self[...]
    if name.hasSuffix("Type") { name = name.dropLast("Type".count) }
    while name.last?.isNumber == true { name = name.dropLast() }
    return name.hasSuffix("Int") || name.hasSuffix("Long") || name.hasSuffix("Integer")
  }
}
