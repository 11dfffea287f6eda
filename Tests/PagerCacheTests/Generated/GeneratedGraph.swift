/// A little server: any object has any field, and what it is follows from the object and the field alone.
///
/// `A`, `B` and `C` have ids; `D` and `E` have none and belong to where they are found.
struct GeneratedGraph {
  static let objectFields = ["o0", "o1", "o2", "l0", "l1", "m0"]
  static let valueFields = ["s0", "s1", "s2", "x0", "id", "__typename"]
  static let conditions = ["A", "B", "C", "D", "E", "Node", "Named", "Other"]
  private static let implementations = [
    "Node": ["A", "B", "C"], "Named": ["A", "B", "D"], "Other": ["C", "E"],
  ]
  private static let values = [
    "1.50", "9223372036854775807", "0.12345678901234567890123", "-0", "1e5", "true", "false", "null", "\"\"",
    "\"Lamp \\\"x\\\"\"", "\"\\u00e9\"",
    "\"é\"", "\"{\"", "0",
  ]
  private static let customValues = [
    "{}", "{ \"a\" : [1, {\"b\": null}] }", "[]", "[1,[2],{\"c\":{}}]", "{\"$ref\":\"A:1\"}", "{\"$json\":1}",
    "\"plain\"",
  ]

  /// What was changed since: texts by object and field.
  var edits: [String: String] = [:]

  /// The data of a query's response.
  func data(of query: GeneratedQuery, addsTypename: Bool = true) -> String {
    Execution(graph: self, query: query, addsTypename: addsTypename).object(
      "Query", identity: "Query", [(query.selections, false)])
  }

  fileprivate func hash(_ text: String) -> Int {
    Int(
      truncatingIfNeeded: text.utf8.reduce(14_695_981_039_346_656_037 as UInt64) {
        ($0 ^ UInt64($1)) &* 1_099_511_628_211
      } >> 17)
  }

  fileprivate func applies(_ condition: String, to type: String) -> Bool {
    condition == type || Self.implementations[condition]?.contains(type) == true
  }

  fileprivate func value(_ type: String, _ identity: String, _ field: GeneratedField) -> String {
    if let edit = edits["\(identity).\(field.key)"] { return edit }
    if field.name == "__typename" { return "\"\(type)\"" }
    if field.name == "id" {
      if ["A", "B"].contains(type) { return "\"\(identity.dropFirst(2))\"" }
      return type == "C" ? String(identity.dropFirst(2)) : "null"
    }
    let choices = field.name == "x0" ? Self.customValues : Self.values
    return choices[hash("\(identity).\(field.key)") % choices.count]
  }

  /// The object under a field: its type, and what it is.
  fileprivate func target(_ place: String) -> (type: String, identity: String)? {
    let number = hash(place)
    if number % 7 == 0 { return nil }
    let type = ["A", "B", "C", "D", "E"][number / 7 % 5]
    return ["D", "E"].contains(type) ? (type, place) : (type, "\(type):\(number / 35 % 4)")
  }
}

/// One response: as the specification has it, with the fields of one key merged.
private struct Execution {
  let graph: GeneratedGraph
  let query: GeneratedQuery
  let addsTypename: Bool

  func object(_ type: String, identity: String, _ sets: [(selections: [GeneratedSelection], adds: Bool)]) -> String {
    var order: [String] = []
    var fields: [String: [GeneratedField]] = [:]
    var spread: Set<String> = []
    for set in sets { collect(set.selections, set.adds, type, &order, &fields, &spread) }
    let members = order.compactMap { key -> String? in
      guard let merged = fields[key], let field = merged.first else { return nil }
      return "\"\(key)\":\(value(type, identity, field, merged))"
    }
    return "{\(members.joined(separator: ","))}"
  }

  private func collect(
    _ selections: [GeneratedSelection], _ adds: Bool, _ type: String, _ order: inout [String],
    _ fields: inout [String: [GeneratedField]], _ spread: inout Set<String>
  ) {
    let hasTypename = selections.contains {
      if case .field(let field) = $0 { field.responseKey == "__typename" && field.condition == nil } else { false }
    }
    let added: [GeneratedSelection] =
      addsTypename && adds && !hasTypename ? [.field(GeneratedField(name: "__typename"))] : []
    for selection in added + selections {
      switch selection {
      case .field(let field):
        guard field.condition?.selects ?? true else { continue }
        if fields[field.responseKey] == nil { order.append(field.responseKey) }
        fields[field.responseKey, default: []].append(field)
      case .inline(let condition, let directive, let selections):
        guard directive?.selects ?? true, condition.map({ graph.applies($0, to: type) }) ?? true else { continue }
        collect(selections, false, type, &order, &fields, &spread)
      case .spread(let name, let directive):
        guard directive?.selects ?? true, spread.insert(name).inserted,
          let fragment = query.fragments.first(where: { $0.name == name }), graph.applies(fragment.condition, to: type)
        else { continue }
        collect(fragment.selections, true, type, &order, &fields, &spread)
      }
    }
  }

  private func value(_ type: String, _ identity: String, _ field: GeneratedField, _ merged: [GeneratedField]) -> String
  {
    let sets = merged.compactMap(\.selections).map { ($0, true) }
    guard !sets.isEmpty else { return graph.value(type, identity, field) }
    let place = "\(identity).\(field.key)"
    if let edit = graph.edits[place] {
      guard let target = edit.split(separator: " ").first.map(String.init), edit != "null" else { return "null" }
      return object(String(target.prefix(1)), identity: target, sets)
    }
    switch field.name.first {
    case "l": return list(place, sets)
    case "m":
      return "[\((0..<graph.hash(place + "#") % 3).map { list("\(place)[\($0)]", sets) }.joined(separator: ","))]"
    default: return element(place, sets)
    }
  }

  private func list(_ place: String, _ sets: [([GeneratedSelection], Bool)]) -> String {
    "[\((0..<graph.hash(place + "#") % 4).map { element("\(place)[\($0)]", sets) }.joined(separator: ","))]"
  }

  private func element(_ place: String, _ sets: [([GeneratedSelection], Bool)]) -> String {
    graph.target(place).map { object($0.type, identity: $0.identity, sets) } ?? "null"
  }
}
