import PagerSyntax
import TestSupport

/// A random schema: object types that implement interfaces, and unions of them.
///
/// What a field is follows from its name, whatever type has it: `s…` is a value, `o…` an object, `l…` a list of
/// objects. Fields of one name have one shape in all types, and documents may merge them.
struct FragmentSchema {
  static let valueFields = ["id", "s0", "s1", "s2"]
  static let objectFields = ["o0", "o1", "l0"]

  /// Which objects have ids, and are asked for them. If only some are, one object may be a record at one place and a
  /// part of its parent at another; a page may be a miss then.
  enum Identity: CaseIterable {
    case always, sometimes, never
  }

  let identity: Identity
  private(set) var objects: [String] = []
  private(set) var interfaces: [String] = []
  private var unions: [String] = []
  private(set) var fields: [String: Set<String>] = [:]
  /// The objects that abstract types may be.
  private(set) var members: [String: Set<String>] = [:]
  /// The types of the fields that are objects.
  private(set) var targets: [String: String] = [:]

  init(_ chance: inout SeededGenerator) {
    let identity = Identity.allCases.randomElement(using: &chance) ?? .sometimes
    self.identity = identity
    let always: Set<String> = identity == .always ? ["id"] : []
    let names = Self.valueFields.filter { identity == .sometimes || $0 != "id" } + Self.objectFields
    for index in 0..<Int.random(in: 1...3, using: &chance) {
      interfaces.append("I\(index)")
      fields["I\(index)"] = Set(names.filter { _ in chance.chance(1, of: 2) }).union(["s0"]).union(always)
    }
    for index in 0..<Int.random(in: 2...4, using: &chance) {
      let type = "T\(index)"
      objects.append(type)
      fields[type] = Set(names.filter { _ in chance.chance(1, of: 2) }).union(["s\(index % 3)", "o0"]).union(always)
      for interface in interfaces where chance.chance(1, of: 2) {
        members[interface, default: []].insert(type)
        let inherited = fields[interface] ?? []
        fields[type]?.formUnion(inherited)
      }
    }
    // A union has no field `id`.
    for index in 0..<(identity == .always ? 0 : Int.random(in: 0...2, using: &chance)) {
      unions.append("U\(index)")
      fields["U\(index)"] = []
      members["U\(index)"] = Set(objects.filter { _ in chance.chance(2, of: 3) })
    }
    let met = types.filter { !possible($0).isEmpty }
    for name in Self.objectFields { targets[name] = met.randomElement(using: &chance) }
    fields["Query"] = Set(Self.objectFields)
  }

  var types: [String] { objects + interfaces + unions }

  /// Whether all pages have to be read back.
  var isRegular: Bool { identity != .sometimes }

  func isObject(_ type: String) -> Bool { type == "Query" || objects.contains(type) }

  /// The objects that a type may be.
  func possible(_ type: String) -> Set<String> { isObject(type) ? [type] : members[type] ?? [] }

  /// As `does_fragment_condition_match` has it.
  func applies(_ condition: String, to type: String) -> Bool { possible(condition).contains(type) }

  /// Has an object be another abstract type's, or not any more, where its fields allow that.
  mutating func change(_ chance: inout SeededGenerator) {
    for abstract in (interfaces + unions).shuffled(using: &chance) {
      for type in objects.shuffled(using: &chance) where fields[abstract]?.isSubset(of: fields[type] ?? []) == true {
        if members[abstract]?.contains(type) == true {
          members[abstract]?.remove(type)
        } else {
          members[abstract, default: []].insert(type)
        }
        return
      }
    }
  }
}

/// Makes documents that a schema allows.
struct FragmentDocuments {
  let schema: FragmentSchema
  var chance: SeededGenerator
  /// Whether objects are asked for their type here and there, and not by the cache.
  let asksForTypes: Bool
  private var fragments: [(name: String, condition: String, text: String)] = []

  init(_ schema: FragmentSchema, _ chance: SeededGenerator, asksForTypes: Bool) {
    self.schema = schema
    self.chance = chance
    self.asksForTypes = asksForTypes
  }

  mutating func next() -> String {
    while true {
      fragments = []
      for index in 0..<Int.random(in: 0...3, using: &chance) {
        guard let type = schema.types.randomElement(using: &chance) else { continue }
        let text = selections(of: type, depth: 2)
        fragments.append(("F\(index)", type, text))
      }
      let root = selections(of: "Query", depth: 4)
      let definitions = fragments.map { "\nfragment \($0.name) on \($0.condition) \($0.text)" }
      let text = "query Q($b: Boolean!) \(root)\(definitions.joined())"
      guard let operation = try? ExecutableDocument(parsing: text).operation(named: nil),
        FragmentMerging(schema: schema, fragments: operation.fragments).canMerge([
          ("Query", operation.definition.selectionSet)
        ])
      else { continue }
      return text
    }
  }

  private mutating func selections(of type: String, depth: Int) -> String {
    var parts: [String] = []
    if asksForTypes, chance.chance(3, of: 4) { parts.append("__typename") }
    if schema.fields[type]?.contains("id") == true, schema.identity == .always || chance.chance(2, of: 3) {
      parts.append("id")
    }
    for _ in 0..<Int.random(in: 1...4, using: &chance) {
      switch Int.random(in: 0..<10, using: &chance) {
      case 0...3 where depth > 0:
        let others = schema.types.filter { !schema.possible($0).isDisjoint(with: schema.possible(type)) }
        let condition = chance.chance(1, of: 6) ? nil : others.randomElement(using: &chance)
        let inner = selections(of: condition ?? type, depth: depth - 1)
        parts.append("... \(condition.map { "on \($0) " } ?? "")\(directive())\(inner)")
      case 4...5:
        let others = fragments.filter { !schema.possible($0.condition).isDisjoint(with: schema.possible(type)) }
        if let fragment = others.randomElement(using: &chance) { parts.append("...\(fragment.name) \(directive())") }
      default:
        let fields = (schema.fields[type] ?? []).sorted()
        let names = fields.filter { depth > 0 || !FragmentSchema.objectFields.contains($0) }
        guard let name = names.randomElement(using: &chance) else { continue }
        let isObject = FragmentSchema.objectFields.contains(name)
        let aliases = schema.identity == .always ? ["k: ", "m: "] : ["k: ", "m: ", "id: "]
        let alias = chance.chance(1, of: 4) ? aliases.randomElement(using: &chance) ?? "" : ""
        let argument = name != "id" && chance.chance(1, of: 6) ? "(n: \(Int.random(in: 0...1, using: &chance)))" : ""
        let inner = isObject ? selections(of: schema.targets[name] ?? "T0", depth: depth - 1) : ""
        parts.append("\(alias)\(name)\(argument) \(directive())\(inner)")
      }
    }
    if parts.isEmpty { parts.append("__typename") }
    return "{ \(parts.shuffled(using: &chance).joined(separator: " ")) }"
  }

  private mutating func directive() -> String {
    guard chance.chance(1, of: 8) else { return "" }
    let value = ["true", "false", "$b"].randomElement(using: &chance) ?? "$b"
    return "@\(chance.chance(1, of: 2) ? "include" : "skip")(if: \(value)) "
  }
}

/// Whether fields in a set can merge, as the specification's validation has it.
struct FragmentMerging {
  let schema: FragmentSchema
  let fragments: [String: FragmentDefinition]

  func canMerge(_ sets: [(parent: String, set: SelectionSet)]) -> Bool {
    let fields = expanded(sets)
    for key in Set(fields.map(\.field.responseKey)) {
      let same = fields.filter { $0.field.responseKey == key }
      // An object of one type has those fields that are selected of it, and of abstract types.
      let objects = Set(same.map(\.parent).filter { schema.isObject($0) })
      for object in objects.isEmpty ? [""] : objects {
        let both = same.filter { $0.parent == object || !schema.isObject($0.parent) }
        guard both.allSatisfy({ $0.field.name == both[0].field.name && arguments($0) == arguments(both[0]) }) else {
          return false
        }
        let inner = innerSets(both)
        guard inner.isEmpty || canMerge(inner) else { return false }
      }
    }
    return haveSameShape(sets)
  }

  private func innerSets(_ fields: [(parent: String, field: Field)]) -> [(parent: String, set: SelectionSet)] {
    fields.compactMap { field in field.field.selectionSet.map { (schema.targets[field.field.name] ?? "T0", $0) } }
  }

  private func haveSameShape(_ sets: [(parent: String, set: SelectionSet)]) -> Bool {
    let fields = expanded(sets)
    for key in Set(fields.map(\.field.responseKey)) {
      let same = fields.filter { $0.field.responseKey == key }
      guard same.allSatisfy({ isObject($0) == isObject(same[0]) }),
        !isObject(same[0]) || same.allSatisfy({ $0.field.name.first == same[0].field.name.first })
      else { return false }
      let inner = innerSets(same)
      guard inner.isEmpty || haveSameShape(inner) else { return false }
    }
    return true
  }

  private func isObject(_ field: (parent: String, field: Field)) -> Bool { field.field.selectionSet != nil }

  private func arguments(_ field: (parent: String, field: Field)) -> String { FragmentExecutor.key(field.field) }

  private func expanded(_ sets: [(parent: String, set: SelectionSet)]) -> [(parent: String, field: Field)] {
    var fields: [(parent: String, field: Field)] = []
    var spreads: Set<String> = []
    func add(_ parent: String, _ set: SelectionSet) {
      for selection in set.selections {
        switch selection {
        case .field(let field): fields.append((parent, field))
        case .inlineFragment(let fragment): add(fragment.typeCondition ?? parent, fragment.selectionSet)
        case .fragmentSpread(let spread):
          if spreads.insert(spread.fragmentName).inserted, let fragment = fragments[spread.fragmentName] {
            add(fragment.typeCondition, fragment.selectionSet)
          }
        }
      }
    }
    for set in sets { add(set.parent, set.set) }
    return fields
  }
}
