import PagerBytes
import PagerJSON
import PagerSyntax

/// Takes a response apart into records, straight from the nodes of the text.
struct Normalizer {
  private let table: RecordTable
  private var content = SlotBuilder()
  /// What is to be written, once all of it was read.
  private var writes: ContiguousArray<(index: UInt32, slot: Slot)> = []
  private let keys: KeyFields
  /// The keys that a function made.
  private let objectKeys: ObjectKeys
  private var resolution: FieldResolution
  /// The records that the response shows, with the shape in which it does.
  private var shown: [ShownRecord] = []
  /// The values of the objects that are being read, those of the inner ones behind those of the outer ones.
  private var values: ContiguousArray<JSONNode?> = []

  private init(
    into table: RecordTable, _ keys: KeyFields, _ objectKeys: ObjectKeys, _ resolution: FieldResolution
  ) {
    self.table = table
    self.keys = keys
    self.objectKeys = objectKeys
    self.resolution = resolution
  }

  /// Writes the fields of an operation.
  ///
  /// - Returns: what the response shows; nil where it is too much for a cache to hold.
  static func write(
    _ data: JSONNode, in bytes: ReceivedBytes, _ selection: SelectionNode, root: String, into table: RecordTable,
    _ keys: KeyFields, _ objectKeys: ObjectKeys, _ resolution: FieldResolution
  ) -> [ShownRecord]? {
    let response = read(data, in: bytes, selection, root: root, for: table, keys, objectKeys, resolution)
    guard let response else { return nil }
    for (index, slot) in response.writes { table.put(Layer(chunk: response.chunk, slot: slot), at: index) }
    return response.shown
  }

  /// What a response brings.
  struct Response {
    let shown: [ShownRecord]
    let chunk: Chunk
    let writes: ContiguousArray<(index: UInt32, slot: Slot)>
  }

  /// Reads the fields of an operation, for the records of a table. Nil where it is too much for a cache to hold.
  static func read(
    _ data: JSONNode, in bytes: ReceivedBytes, _ selection: SelectionNode, root: String, for table: RecordTable,
    _ keys: KeyFields, _ objectKeys: ObjectKeys, _ resolution: FieldResolution
  ) -> Response? {
    var normalizer = Normalizer(into: table, keys, objectKeys, resolution)
    let fields = normalizer.typed(data, selection, type: root)
    let base = normalizer.collect(data, fields)
    guard normalizer.writeRecord(table.index(of: root), fields, base) else { return nil }
    let chunk = Chunk(bytes, received: WallClock.milliseconds, write: table.nextWrite(), normalizer.content)
    return Response(shown: normalizer.shown, chunk: chunk, writes: normalizer.writes)
  }

  // MARK: Objects

  /// What is selected of an object; learns from it which fragments apply to its type.
  private mutating func typed(_ node: JSONNode, _ selection: SelectionNode, type: String) -> TypedSelection {
    let fields = selection.fields(of: type, table.facts, keys)
    guard !fields.doubts.isEmpty else { return fields }
    let certain = Set(fields.fields.map { $0.field.responseKey })
    var hasLearned = false
    for doubt in fields.doubts {
      let telling = doubt.keys.filter { !certain.contains($0) }
      guard !telling.isEmpty else { continue }
      let applies = telling.contains { node[$0] != nil }
      if table.facts.learn(doubt.condition, appliesTo: type, applies) { hasLearned = true }
    }
    // Fragments within the fragment may be in doubt in turn; nothing nests deeper than documents may.
    return hasLearned ? typed(node, selection, type: type) : fields
  }

  private mutating func typed(_ node: JSONNode, _ selection: SelectionNode) -> TypedSelection {
    guard let name = node[RelayName.typename] else { return typed(node, selection, type: "") }
    if let latest = selection.latest, latest.isCurrent(table.facts),
      name.withUnescaped({ $0.elementsEqual(latest.typeBytes) }) == true
    {
      return latest.doubts.isEmpty ? latest : typed(node, selection, type: latest.type)
    }
    return typed(node, selection, type: name.string ?? "")
  }

  /// Finds the values of an object's fields. Returns where they are among `values`.
  private mutating func collect(_ node: JSONNode, _ selection: TypedSelection) -> Int {
    let base = values.count
    var members = ExpectedMembers(of: node)
    selection.responseKeys.forEach { values.append(members.value(of: $0)) }
    return base
  }

  private mutating func object(_ node: JSONNode, _ selection: SelectionNode) -> Slot {
    let selection = typed(node, selection)
    let base = collect(node, selection)
    defer { values.removeLast(selection.fields.count) }
    guard let key = key(of: node, selection, base) else { return embedded(selection, base) }
    let index = table.index(of: key)
    return writeRecord(index, selection, base) ? .record(index) : .missing
  }

  /// The key of an object; nil where it has none.
  private func key(of node: JSONNode, _ selection: TypedSelection, _ base: Int) -> String? {
    if let made = objectKeys[node] { return "\(selection.type):\(made)" }
    guard let fields = selection.keyFields else { return nil }
    var key = selection.type
    for (position, field) in fields.enumerated() {
      guard let value = values[base + field] else { return nil }
      switch value.kind {
      case .string: key += (position == 0 ? ":" : "+") + (value.string ?? "")
      case .number: key += (position == 0 ? ":" : "+") + RawJSON(value).description
      case .object, .array, .bool, .null: return nil
      }
    }
    return key.utf8.count <= RecordKey.largestSize ? key : nil
  }

  // MARK: Fields

  /// Writes an object that has a key. Fields with arguments are records of their own: there may be any number of them.
  private mutating func writeRecord(_ index: UInt32, _ selection: TypedSelection, _ base: Int) -> Bool {
    guard let start = content.reserve(selection.plain.names.count) else { return false }
    var place = start
    for offset in selection.fields.indices {
      if selection.isValue[offset] {
        content.set(text(values[base + offset]), at: place)
        place += 1
        continue
      }
      let field = selection.fields[offset]
      let value = slot(values[base + offset], field)
      if field.hasArguments {
        let record = table.index(ofField: resolution.key(of: field), of: index)
        if value != .missing { put(value, at: record, .none) }
      } else {
        content.set(value, at: place)
        place += 1
      }
    }
    put(.object(start: start, shape: content.number(of: selection.plain)), at: index, selection.plain)
    return true
  }

  private mutating func put(_ slot: Slot, at index: UInt32, _ shape: Shape) {
    writes.append((index, slot))
    shown.append(ShownRecord(index: index, shape: shape))
  }

  /// An object without a key lives where it was found.
  private mutating func embedded(_ selection: TypedSelection, _ base: Int) -> Slot {
    let shape = resolution.shape(of: selection)
    guard let start = content.reserve(selection.fields.count) else { return .missing }
    for offset in selection.fields.indices {
      let node = values[base + offset]
      let value = selection.isValue[offset] ? text(node) : slot(node, selection.fields[offset])
      content.set(value, at: start + UInt32(truncatingIfNeeded: offset))
    }
    return .object(start: start, shape: content.number(of: shape))
  }

  private mutating func slot(_ node: JSONNode?, _ field: PlannedField) -> Slot {
    guard let node else { return .missing }
    guard let selection = field.selection else { return text(node) }
    return slot(node, selection)
  }

  private mutating func slot(_ node: JSONNode, _ selection: SelectionNode) -> Slot {
    switch node.kind {
    case .object: return object(node, selection)
    case .array: return list(node, selection)
    case .null, .string, .number, .bool: return text(node)
    }
  }

  private mutating func list(_ node: JSONNode, _ selection: SelectionNode) -> Slot {
    guard let count = UInt32(exactly: node.count), let start = content.reserve(Int(count)) else { return .missing }
    for (offset, element) in node.elements.enumerated() {
      content.set(slot(element, selection), at: start + UInt32(truncatingIfNeeded: offset))
    }
    return .list(start: start, count: count)
  }

  private func text(_ node: JSONNode?) -> Slot {
    guard let node else { return .missing }
    let range = node.range
    guard let start = UInt32(exactly: range.lowerBound), let count = UInt32(exactly: range.count) else {
      return .missing
    }
    return .text(start: start, count: count)
  }
}

/// A record that a page shows.
struct ShownRecord {
  let index: UInt32
  /// The fields that the page shows of it; none where the record is one field.
  let shape: Shape
}
