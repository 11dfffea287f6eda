import PagerJSON
import PagerSyntax

/// Reads records that a program wrote as JSON, and records of a file: see `RecordText`.
struct RecordReader {
  private let table: RecordTable
  private let isOwnText: Bool
  private var content: SlotBuilder
  /// The shapes of the objects so far, by the keys of their fields: mostly there are few.
  private var shapes: [[String]: Shape] = [:]
  /// If something is wrong, for messages: the keys of the objects that are being read.
  private var path: [String]
  /// The shapes of objects that an archive has kept.
  private let pool: ShapePool?

  /// Reads the records of an archive.
  init(_ content: SlotBuilder, readingStored table: RecordTable) {
    self.table = table
    self.content = content
    path = []
    isOwnText = true
    pool = table.unsaved?.shapes
  }

  /// - Parameter isOwnText: whether `RecordText` has written it, and the keys of fields are as they should be.
  init(_ content: SlotBuilder, into table: RecordTable, of key: String, isOwnText: Bool = false) {
    self.isOwnText = isOwnText
    self.table = table
    self.content = content
    path = [key]
    pool = nil
  }

  /// All that was read, given away.
  mutating func takeContent() -> SlotBuilder { exchange(&content, with: SlotBuilder()) }

  /// The fields of a record: those that it keeps itself, and those that are records.
  struct Fields {
    let object: Slot
    let fields: [(key: String, value: Slot)]
  }

  /// Reads the fields of a record.
  mutating func record(_ node: JSONNode) throws(CacheError) -> Fields {
    guard node.kind == .object else { throw invalid("a record's fields must be an object, not \(node.kind.phrase)") }
    var plain: [(String, Slot)] = []
    var fields: [(key: String, value: Slot)] = []
    var known: Set<String> = []
    for (name, node) in node.members {
      let key = try fieldKey(name)
      guard known.insert(key).inserted else {
        throw invalid("the field \(name.prefix(60)) is given twice: write it once")
      }
      let value = try value(node, of: name)
      if key.hasSuffix(")") { fields.append((key, value)) } else { plain.append((key, value)) }
    }
    return Fields(object: try object(plain), fields: fields)
  }

  /// Reads the value of a field.
  mutating func value(_ node: JSONNode, of name: String) throws(CacheError) -> Slot {
    // A server may have sent another value, and a file keeps the result.
    guard isOwnText || name != RelayName.typename || node.kind == .string else {
      throw invalid("__typename must be the name of a type, a string, not \(node.kind.phrase)")
    }
    path.append(name)
    defer { path.removeLast() }
    switch node.kind {
    case .object: return try object(node)
    case .array: return try list(node, of: name)
    case .string, .number, .bool, .null: return text(node)
    }
  }

  private mutating func object(_ node: JSONNode) throws(CacheError) -> Slot {
    guard path.count <= Slot.deepest else { throw invalid("values nest too deeply: at most \(Slot.deepest) levels") }
    if !isOwnText || node.count == 1, let slot = try marked(node) { return slot }
    var members: [(String, Slot)] = []
    for (name, node) in node.members { members.append((try fieldKey(name), try value(node, of: name))) }
    return try object(members)
  }

  /// What only looks like an object with fields.
  private func marked(_ node: JSONNode) throws(CacheError) -> Slot? {
    if let reference = node["$ref"] {
      guard node.count == 1, let key = reference.string else {
        throw invalid("a reference must be {\"$ref\": key}: a string for its key, and no other member")
      }
      return .record(table.index(of: try RecordKey(key).text))
    }
    if let value = node["$json"] {
      guard node.count == 1 else {
        throw invalid("a value without fields must be {\"$json\": value}, with no other member")
      }
      return text(value)
    }
    return nil
  }

  private mutating func object(_ members: [(String, Slot)]) throws(CacheError) -> Slot {
    guard let start = content.reserve(members.count) else { throw .outOfMemory }
    for (offset, (_, slot)) in members.enumerated() {
      content.set(slot, at: start + UInt32(truncatingIfNeeded: offset))
    }
    let names = members.map(\.0)
    let shape = pool?.shape(names) ?? shapes[names] ?? Shape(names)
    // Files of earlier versions have fields twice that a query selected under two aliases.
    guard isOwnText || !shape.hasDuplicates else { throw invalid("a field is given twice: write each field once") }
    if pool == nil { shapes[names] = shape }
    return .object(start: start, shape: content.number(of: shape))
  }

  private mutating func list(_ node: JSONNode, of name: String) throws(CacheError) -> Slot {
    guard path.count <= Slot.deepest else {
      // What nests more deeply in a text of our own is part of a value without fields.
      if isOwnText { return text(node) }
      throw invalid("values nest too deeply: at most \(Slot.deepest) levels")
    }
    guard let count = UInt32(exactly: node.count), let start = content.reserve(Int(count)) else { throw .outOfMemory }
    for (offset, element) in node.elements.enumerated() {
      content.set(try value(element, of: "\(name)[\(offset)]"), at: start + UInt32(truncatingIfNeeded: offset))
    }
    return .list(start: start, count: count)
  }

  private func text(_ node: JSONNode) -> Slot {
    let range = node.range
    return .text(start: UInt32(truncatingIfNeeded: range.lowerBound), count: UInt32(truncatingIfNeeded: range.count))
  }

  /// The key of a field, its arguments in the order of their names.
  private func fieldKey(_ name: String) throws(CacheError) -> String {
    if name.isName || isOwnText { return name }
    guard let key = Self.keyWithArguments(name) else {
      throw invalid(
        "\"\(name.prefix(60))\" is not a field: write `name` or `name(argument:value)`, with values and not variables")
    }
    return key
  }

  private static func keyWithArguments(_ text: String) -> String? {
    guard let document = try? ExecutableDocument(parsing: "{\(text)\n}"),
      let set = document.operations.first?.selectionSet, set.selections.count == 1,
      document.operations.count == 1, document.fragments.isEmpty,
      case .field(let field)? = set.selections.first,
      field.alias == nil, field.directives.isEmpty, field.selectionSet == nil, !field.arguments.isEmpty,
      field.arguments.allSatisfy({ $0.value.isConstant })
    else { return nil }
    return field.key(with: RequestVariables([:], defaults: [:]))
  }

  private func invalid(_ message: String) -> CacheError {
    .invalid(message: "\(message) (at \(path.map { $0.prefix(60) }.joined(separator: ".")))")
  }
}

extension InputValue {
  fileprivate var isConstant: Bool {
    switch kind {
    case .variable: false
    case .list(let elements): elements.allSatisfy(\.isConstant)
    case .object(let fields): fields.allSatisfy(\.value.isConstant)
    default: true
    }
  }
}
