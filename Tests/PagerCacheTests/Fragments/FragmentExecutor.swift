import PagerSyntax

/// A server: answers as graphql-core's `execute` does, function by function. The place of an object says what it is.
struct FragmentExecutor {
  let schema: FragmentSchema
  let operation: ExecutableOperation
  let variables: [String: Bool]

  init(_ schema: FragmentSchema, _ document: String, _ variables: [String: Bool]) throws {
    self.schema = schema
    operation = try ExecutableDocument(parsing: document).operation(named: nil)
    self.variables = variables
  }

  func data() -> String {
    object("Query", "Query", [operation.definition.selectionSet])
  }

  /// A field with its arguments.
  static func key(_ field: Field) -> String {
    let arguments = field.arguments.map { argument in
      if case .integer(let text) = argument.value.kind { "\(argument.name):\(text)" } else { "\(argument.name):?" }
    }
    return arguments.isEmpty ? field.name : "\(field.name)(\(arguments.joined(separator: ",")))"
  }

  // MARK: collect_fields

  private struct Fields {
    var order: [String] = []
    var byKey: [String: [Field]] = [:]
    var visited: Set<String> = []
  }

  private func collect(_ type: String, _ set: SelectionSet, _ fields: inout Fields) {
    for selection in set.selections {
      switch selection {
      case .field(let field):
        guard includes(field.directives) else { continue }
        if fields.byKey[field.responseKey] == nil { fields.order.append(field.responseKey) }
        fields.byKey[field.responseKey, default: []].append(field)
      case .inlineFragment(let fragment):
        guard includes(fragment.directives), fragment.typeCondition.map({ schema.applies($0, to: type) }) ?? true else {
          continue
        }
        collect(type, fragment.selectionSet, &fields)
      case .fragmentSpread(let spread):
        guard !fields.visited.contains(spread.fragmentName), includes(spread.directives) else { continue }
        fields.visited.insert(spread.fragmentName)
        guard let fragment = operation.fragments[spread.fragmentName], schema.applies(fragment.typeCondition, to: type)
        else { continue }
        collect(type, fragment.selectionSet, &fields)
      }
    }
  }

  private func includes(_ directives: [Directive]) -> Bool {
    directives.allSatisfy { directive in
      let value =
        switch directive.arguments.first?.value.kind {
        case .boolean(let value): value
        case .variable(let name): variables[name] ?? true
        default: true
        }
      return directive.name == "skip" ? !value : value
    }
  }

  // MARK: complete_value

  private func object(_ type: String, _ identity: String, _ sets: [SelectionSet]) -> String {
    var fields = Fields()
    for set in sets { collect(type, set, &fields) }
    let members = fields.order.map { key in "\"\(key)\":\(value(type, identity, fields.byKey[key] ?? []))" }
    return "{\(members.joined(separator: ","))}"
  }

  private func value(_ type: String, _ identity: String, _ merged: [Field]) -> String {
    guard let field = merged.first else { return "null" }
    let place = "\(identity).\(Self.key(field))"
    let sets = merged.compactMap(\.selectionSet)
    guard !sets.isEmpty else {
      switch field.name {
      case "__typename": return "\"\(type)\""
      case "id": return "\"\(identity.drop { $0 != ":" }.dropFirst())\""
      default: return Self.hash(place) % 5 == 0 ? "null" : "\(Self.hash(place) % 1000)"
      }
    }
    guard field.name.hasPrefix("l") else { return element(field.name, place, sets) }
    let elements = (0..<Self.hash(place + "#") % 4).map { element(field.name, "\(place)[\($0)]", sets) }
    return "[\(elements.joined(separator: ","))]"
  }

  private func element(_ field: String, _ place: String, _ sets: [SelectionSet]) -> String {
    let number = Self.hash(place)
    let types = schema.possible(schema.targets[field] ?? "").sorted()
    guard number % 6 != 0, !types.isEmpty else { return "null" }
    let type = types[number / 6 % types.count]
    return object(
      type, schema.fields[type]?.contains("id") == true ? "\(type):\(number / 60 % 3)" : place, sets)
  }

  private static func hash(_ text: String) -> Int {
    Int(
      truncatingIfNeeded: text.utf8.reduce(14_695_981_039_346_656_037 as UInt64) {
        ($0 ^ UInt64($1)) &* 1_099_511_628_211
      } >> 17)
  }
}
