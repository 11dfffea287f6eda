import PagerBytes
import PagerJSON
import PagerSyntax

/// Finds the list of a document that is not a connection, by the words that servers use.
struct ListFinder {
  let parsed: ParsedDocument
  let rules: ListRules

  /// The one way to read the document as a list; nil if it shows none.
  ///
  /// - Throws: `DocumentPlanError` if it shows several.
  func reading() throws(DocumentPlanError) -> ListReading? {
    let all = candidates.flatMap { ListReading.all(of: $0, in: parsed, rules) }
    let filled = all.filter { $0.literal == nil }
    if filled.count > 1 { throw ambiguity(filled) }
    if let reading = filled.first { return reading }
    let literals = all.filter { $0.literal != nil }
    return literals.count == 1 ? literals[0] : nil
  }

  /// How the document is read whose further pages another document asks for; nil if the config does not name its list.
  func opener() -> ListReading? {
    guard let field = namedField else { return nil }
    return ListReading.opener(of: field, in: parsed, rules)
  }

  /// A field with an argument that is named for pages and takes a variable: its value may be an object.
  var objectForPages: (field: ListField, variable: String)? {
    let isNamed = { (name: String) in name.lowercased().isNamedForPages }
    let fields = ConnectionFinder.fields(in: parsed.operation) { field in
      field.arguments.contains { isNamed($0.name) && !$0.value.variables.isEmpty }
    }
    return fields.lazy.compactMap { field in
      field.argumentValues.lazy.compactMap { path, value in
        guard case .variable(let variable) = value.kind, path.last.map(isNamed) ?? false else { return nil }
        return (field, variable)
      }.first
    }.first
  }

  /// Advice for a document with an argument that may ask for pages by a word that the library does not know; nil if it
  /// has none.
  var adviceOnPlace: String? {
    let fields = ConnectionFinder.fields(in: parsed.operation) { field in
      field.arguments.contains { !$0.value.variables.isEmpty }
    }
    return fields.lazy.compactMap { field in
      field.argumentValues.lazy.compactMap { path, value in
        guard case .variable(let variable) = value.kind else { return nil }
        return self.advice(on: path.last ?? "", of: field, taking: variable)
      }.first
    }.first
  }

  private func advice(on argument: String, of field: ListField, taking variable: String) -> String? {
    let name = argument.lowercased()
    let start = "; the argument `\(argument)` of the field \(field.label) takes `$\(variable)`: if that is"
    if name.hasSuffix("_gt") || name.hasSuffix("_lt") {
      let key = argument.dropLast("_gt".count)
      return start + " the key of the last item, name both, as in {\"key\": \"/\(key)\", \"after\": \"\(variable)\"}"
    }
    if ["cursor", "token", "scroll"].contains(where: name.has) {
      return start + " the cursor of the page, name it and where an answer has the next one, as in "
        + "{\"after\": \"\(variable)\", \"end_cursor\": \"/next\", \"end\": \"null_cursor\"}"
    }
    let isObject = parsed.declaration(of: variable).map { !$0.type.isOfScalar } ?? false
    guard isObject, WordTable.shared.has(argument, for: .filter) == false else { return nil }
    return start + " an object that says which page to send, name the place in it, as in "
      + "{\"offset\": \"/\(variable)/skip\"} or {\"after\": \"/\(variable)/after\"}"
  }

  /// How many ways to read a document an error shows.
  private static let shownReadings = 4

  // MARK: The fields

  private var namedField: ListField? {
    let field = parsed.pagination.connection.flatMap { parsed.executed.field(at: $0.tokens) }
    return field.flatMap { $0.isRepeated ? nil : $0 }
  }

  /// The fields whose arguments may say which page to send.
  private var candidates: [ListField] {
    if parsed.pagination.connection != nil { return namedField.map { [$0] } ?? [] }
    let given = [parsed.pagination.offset, parsed.pagination.page, parsed.pagination.after, parsed.pagination.before]
    let variables = Set(given.compactMap { $0.map { VariablePlace($0)?.variable ?? $0 } })
    return ConnectionFinder.fields(in: parsed.operation) { field in
      guard variables.isEmpty else {
        return field.arguments.contains { $0.value.variables.contains(where: variables.contains) }
      }
      return field.arguments.contains { argument in
        argument.value.hasPlace(named: argument.name)
      }
    }
  }

  private func ambiguity(_ readings: [ListReading]) -> DocumentPlanError {
    let configs = readings.prefix(Self.shownReadings).map { "\($0.field.label) as \($0.names.text)" }
    let shown = configs.joined(separator: ", or ") + (readings.count > configs.count ? ", …" : "")
    return parsed.config.error(
      in: "query",
      "\(parsed.definition.label) can be read as a list in \(readings.count) ways: \(shown); give one of them as "
        + "`\(parsed.config.names.joined(separator: "."))`",
      at: readings[0].field.position)
  }
}

extension InputValue {
  /// The variables in it.
  fileprivate var variables: [String] {
    switch kind {
    case .variable(let name): [name]
    case .object(let fields): fields.flatMap(\.value.variables)
    case .list(let elements): elements.flatMap(\.variables)
    default: []
    }
  }

  /// Whether it, or a field of an object that is written in its place, is named for a place.
  fileprivate func hasPlace(named name: String) -> Bool {
    if case .object(let fields) = kind { return fields.contains { $0.value.hasPlace(named: $0.name) } }
    return [WordTable.Purpose.after, .before, .offset, .page].contains { WordTable.shared.has(name, for: $0) }
  }
}
