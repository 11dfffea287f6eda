import TestSupport

/// A selection as a generator makes it: its own tree, so that nothing that is tested is part of the test.
indirect enum GeneratedSelection {
  case field(GeneratedField)
  case inline(condition: String?, GeneratedCondition?, [GeneratedSelection])
  case spread(String, GeneratedCondition?)
}

struct GeneratedField {
  var alias: String?
  var name: String
  var arguments: [(name: String, text: String, canonical: String)] = []
  var condition: GeneratedCondition?
  var selections: [GeneratedSelection]?

  var responseKey: String { alias ?? name }

  /// The field with its arguments by name: what the graph has a value for.
  var key: String {
    let sorted = arguments.filter { !$0.canonical.isEmpty }.sorted { $0.name < $1.name }
    guard !sorted.isEmpty else { return name }
    return "\(name)(\(sorted.map { "\($0.name):\($0.canonical)" }.joined(separator: ",")))"
  }
}

/// `@include` or `@skip` with a variable, or with a value.
struct GeneratedCondition {
  let text: String
  let selects: Bool
}

/// A document with its variables.
struct GeneratedQuery {
  var selections: [GeneratedSelection] = []
  var fragments: [(name: String, condition: String, selections: [GeneratedSelection])] = []
  var variables: [(name: String, type: String, value: String?)] = []

  var document: String {
    let declared = variables.map { "$\($0.name): \($0.type)" }.joined(separator: ", ")
    let fragments = fragments.map { "\nfragment \($0.name) on \($0.condition) \(Self.text($0.selections))" }
    return "query Q\(declared.isEmpty ? "" : "(\(declared))") \(Self.text(selections))\(fragments.joined())"
  }

  var variablesText: String {
    let members = variables.compactMap { variable in variable.value.map { "\"\(variable.name)\":\($0)" } }
    return "{\(members.joined(separator: ","))}"
  }

  private static func text(_ selections: [GeneratedSelection]) -> String {
    let parts = selections.map { selection -> String in
      switch selection {
      case .field(let field):
        let arguments = field.arguments.map { "\($0.name): \($0.text)" }.joined(separator: ", ")
        return [
          field.alias.map { "\($0):" }, arguments.isEmpty ? field.name : "\(field.name)(\(arguments))",
          field.condition?.text, field.selections.map { text($0) },
        ].compactMap { $0 }.joined(separator: " ")
      case .inline(let type, let condition, let selections):
        return ["...", type.map { "on \($0)" }, condition?.text, text(selections)].compactMap { $0 }.joined(
          separator: " ")
      case .spread(let name, let condition):
        return ["...\(name)", condition?.text].compactMap { $0 }.joined(separator: " ")
      }
    }
    return "{ \(parts.joined(separator: " ")) }"
  }
}

/// Makes documents for `GeneratedGraph`.
struct QueryGenerator {
  var chance: SeededGenerator
  /// Whether all objects are asked for their id: otherwise some are embedded at one place and records at another, and a
  /// miss is what may come of it.
  var alwaysSelectsID = true
  private var query = GeneratedQuery()
  private var meanings: [String: String] = [:]

  init(_ chance: SeededGenerator) {
    self.chance = chance
  }

  mutating func next() -> GeneratedQuery {
    query = GeneratedQuery()
    meanings = [:]
    for index in 0..<2 {
      let value = chance.chance(1, of: 4) ? nil : ["1", "7", "null"].randomElement(using: &chance)
      query.variables.append(("v\(index)", "Int", value))
      query.variables.append(("b\(index)", "Boolean!", chance.chance(1, of: 2) ? "true" : "false"))
    }
    for index in 0..<Int.random(in: 0...2, using: &chance) {
      let selections = selections(depth: 1, isRoot: false)
      let condition = GeneratedGraph.conditions.randomElement(using: &chance) ?? "Node"
      query.fragments.append(("F\(index)", condition, selections))
    }
    query.selections = selections(depth: 3, isRoot: true)
    return query
  }

  private mutating func selections(depth: Int, isRoot: Bool) -> [GeneratedSelection] {
    var result: [GeneratedSelection] = []
    if !isRoot, alwaysSelectsID || chance.chance(3, of: 4) { result.append(.field(GeneratedField(name: "id"))) }
    for _ in 0..<Int.random(in: 1...4, using: &chance) {
      switch Int.random(in: 0..<10, using: &chance) {
      case 0 where !isRoot && depth > 0:
        let type = chance.chance(1, of: 5) ? nil : GeneratedGraph.conditions.randomElement(using: &chance)
        let selections = selections(depth: depth - 1, isRoot: isRoot)
        result.append(.inline(condition: type, condition(), selections))
      case 1 where !isRoot && depth > 0 && !query.fragments.isEmpty:
        let name = query.fragments.randomElement(using: &chance)?.name ?? "F0"
        result.append(.spread(name, condition()))
      default:
        result.append(.field(field(depth: depth)))
      }
    }
    return result.shuffled(using: &chance)
  }

  private mutating func condition() -> GeneratedCondition? {
    guard chance.chance(1, of: 4) else { return nil }
    let isInclude = chance.chance(1, of: 2)
    let values = query.variables.filter { $0.type == "Boolean!" }
    guard let variable = values.randomElement(using: &chance) else { return nil }
    return GeneratedCondition(
      text: "@\(isInclude ? "include" : "skip")(if: $\(variable.name))",
      selects: (variable.value == "true") == isInclude)
  }

  private mutating func field(depth: Int) -> GeneratedField {
    let isObject = depth > 0 && chance.chance(1, of: 2)
    let names = isObject ? GeneratedGraph.objectFields : GeneratedGraph.valueFields
    var field = GeneratedField(name: names.randomElement(using: &chance) ?? "s0")
    if !["id", "__typename"].contains(field.name), chance.chance(1, of: 4) {
      field.arguments = ["a", "b", "c"].shuffled(using: &chance).prefix(Int.random(in: 1...3, using: &chance))
        .compactMap {
          name in argument().map { (name, $0.text, $0.canonical) }
        }
    }
    field.condition = condition()
    if isObject { field.selections = selections(depth: depth - 1, isRoot: false) }
    if chance.chance(1, of: 4) { field.alias = ["x", "y", "z", "s0", "o1"].randomElement(using: &chance) }
    // Fields of one response key have to be one field: a server refuses others.
    let written = field.name + field.arguments.map { "\($0.name):\($0.text)" }.joined()
    if meanings[field.responseKey, default: written] != written
      || (isObject != (meanings["?" + field.responseKey] ?? "\(isObject)" == "true"))
    {
      field.alias = "u\(meanings.count)"
    }
    meanings[field.responseKey] = written
    meanings["?" + field.responseKey] = "\(isObject)"
    return field
  }

  private mutating func argument() -> (text: String, canonical: String)? {
    switch Int.random(in: 0..<6, using: &chance) {
    case 0: return ("7", "7")
    case 1: return ("\"q\\\"\"", "\"q\\\"\"")
    case 2: return ("RED", "\"RED\"")
    case 3: return ("{z: 1, y: [RED, null]}", "{\"y\":[\"RED\",null],\"z\":1}")
    case 4: return ("{y: [RED, null], z: 1}", "{\"y\":[\"RED\",null],\"z\":1}")
    default:
      let variables = query.variables.filter { $0.type == "Int" }
      guard let variable = variables.randomElement(using: &chance) else { return nil }
      // An argument whose variable is left out is left out.
      return ("$\(variable.name)", variable.value ?? "")
    }
  }
}
