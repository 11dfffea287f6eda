import PagerBytes
import PagerJSON
import PagerSyntax

/// Takes a response apart into records, straight from the nodes of the text.
struct Normalizer {
  private let table: RecordTable
  private var content = SlotBuilder()
  /// The records to write after all of them were read.
  private var writes: ContiguousArray<(index: UInt32, slot: Slot)> = []
  private let keys: KeyFields
  /// The keys that a function made.
  private let objectKeys: ObjectKeys
  private var resolution: FieldResolution
  /// The records that the response shows, with the shape in which it does.
  private var shown: [ShownRecord] = []
  /// The values of the objects being read; the inner objects' values follow the outer ones'.
  private var values: ContiguousArray<JSONNode?> = []
  /// The key of an object, while it is put together.
  private var key: [UInt8] = []

  /// The record of a mutation's own fields, which cannot be read again. Only the objects in them are kept.
  private var unkept: UInt32?
  /// Whether a server sent the response, and shows by it which fragments apply.
  private let teaches: Bool
  /// How deep the objects and lists nest that are being read.
  private var depth = 0
  /// What does not enter.
  private let withheld: WithheldPlaces
  /// Whether the value that is being read has such a place, outside the records in it.
  private var isWithheld = false
  /// Whether the response shows everything that was requested.
  private var isWhole = true

  private init(
    into table: RecordTable, _ keys: KeyFields, _ objectKeys: ObjectKeys, _ resolution: FieldResolution,
    _ withheld: WithheldPlaces, teaches: Bool
  ) {
    self.withheld = withheld
    self.teaches = teaches
    self.table = table
    self.keys = keys
    self.objectKeys = objectKeys
    self.resolution = resolution
  }

  /// Writes the fields of an operation.
  ///
  /// - Returns: what was written; nil if it is too much for a cache to hold.
  static func write(
    _ data: JSONNode, in bytes: ReceivedBytes, _ selection: SelectionNode, root: String, into table: RecordTable,
    _ keys: KeyFields, _ objectKeys: ObjectKeys, _ resolution: FieldResolution, _ withheld: WithheldPlaces
  ) -> Response? {
    let reading = read(
      data, in: bytes, selection, root: root, for: table, keys, objectKeys, resolution, withheld, teaches: true)
    guard var response = reading else { return nil }
    let repeated = table.put(response.writes, of: response.chunk)
    response.conflicts = table.conflicts(in: response.writes, of: response.chunk, repeated)
    return response
  }

  /// The content of a response.
  struct Response {
    let shown: [ShownRecord]
    let chunk: Chunk
    /// Whether the response shows everything that was requested.
    let isWhole: Bool
    let writes: ContiguousArray<(index: UInt32, slot: Slot)>
    /// The fields for which it has two values in one record; none before it was written.
    var conflicts: [FieldConflict] = []
  }

  /// Reads the fields of an operation, for the records of a table. Nil if there is more than a cache can hold.
  ///
  /// - Parameter teaches: whether a server sent the response.
  static func read(
    _ data: JSONNode, in bytes: ReceivedBytes, _ selection: SelectionNode, root: String, for table: RecordTable,
    _ keys: KeyFields, _ objectKeys: ObjectKeys, _ resolution: FieldResolution,
    _ withheld: WithheldPlaces = WithheldPlaces(), teaches: Bool
  ) -> Response? {
    guard data.kind == .object else { return nil }
    var normalizer = Normalizer(into: table, keys, objectKeys, resolution, withheld, teaches: teaches)
    table.facts.beginAnswer()
    let (fields, base) = normalizer.fields(of: data, selection, type: root)
    let index = table.index(of: root)
    if root != CachedOperation.queryRoot { normalizer.unkept = index }
    guard normalizer.writeRecord(index, fields, base) else { return nil }
    let chunk = Chunk(bytes, received: WallClock.milliseconds, write: table.nextWrite(), normalizer.content)
    return Response(
      shown: normalizer.shown, chunk: chunk, isWhole: normalizer.isWhole, writes: normalizer.writes)
  }

  // MARK: Objects

  /// What is selected of an object, and the places of its values among `values`. Learns from it which fragments apply
  /// to its type.
  private mutating func fields(
    of node: JSONNode, _ selection: SelectionNode, type: String? = nil
  ) -> (selection: TypedSelection, base: Int) {
    let typed = type.map { selection.fields(of: $0, table.facts, keys) } ?? typed(node, selection)
    let base = collect(node, typed)
    // Without a type there is nothing to learn: the next object may be of another one.
    guard typed.isConditional, !typed.type.isEmpty else { return (typed, settled(typed, base)) }
    if typed.doubt == nil, node.count == typed.fields.count, values[base...].allSatisfy({ $0 != nil }) {
      typed.answer = table.facts.answer
      return (typed, settled(typed, base))
    }
    values.removeLast(typed.fields.count)
    let shown = selection.fields(of: typed.type, shownBy: node, &table.facts, keys, teaches: teaches)
    return (shown, settled(shown, collect(node, shown)))
  }

  /// Removes the values that the cache does not store, and notes whether all are present. Returns their places.
  private mutating func settled(_ selection: TypedSelection, _ base: Int) -> Int {
    if !withheld.isEmpty { withhold(selection, from: base) }
    if isWhole { isWhole = selection.doubt == nil && !values[base...].contains { $0 == nil } }
    return base
  }

  private func typed(_ node: JSONNode, _ selection: SelectionNode) -> TypedSelection {
    guard let name = node[RelayName.typename], name.kind == .string else {
      return selection.fields(of: "", table.facts, keys)
    }
    if let latest = selection.latest, name.isWritten(latest.typeText), latest.isCurrent(table.facts) { return latest }
    // A type is a name. A name with escapes does not count, because reads compare bytes.
    let type = name.string ?? ""
    return selection.fields(of: name.range.count == type.utf8.count + 2 ? type : "", table.facts, keys)
  }

  /// Finds the values of an object's fields. Returns their places among `values`.
  private mutating func collect(_ node: JSONNode, _ selection: TypedSelection) -> Int {
    let base = values.count
    node.appendValues(of: selection.responseKeys, to: &values)
    return base
  }

  private mutating func withhold(_ selection: TypedSelection, from base: Int) {
    for (place, field) in zip(base..., selection.fields) {
      guard let value = values[place], withheld.contains(value) || field.selection == nil && withheld.areWithin(value)
      else { continue }
      values[place] = nil
      isWithheld = true
    }
  }

  private mutating func object(_ node: JSONNode, _ selection: SelectionNode) -> Slot {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Slot.deepest else { return lack() }
    let outer = exchange(&isWithheld, with: false)
    let (selection, base) = fields(of: node, selection)
    defer { values.removeLast(selection.fields.count) }
    guard let index = record(of: node, selection, base) else {
      let slot = embedded(selection, base)
      // Otherwise parts of older answers would mix with this one: different items and ends of one list.
      if isWithheld { return .missing }
      isWithheld = outer
      return slot
    }
    let isWritten = writeRecord(index, selection, base)
    isWithheld = outer
    return isWritten ? .record(index) : .missing
  }

  /// The record of an object; nil if it has no key.
  private mutating func record(of node: JSONNode, _ selection: TypedSelection, _ base: Int) -> UInt32? {
    if let made = objectKeys[node] { return table.index(of: "\(selection.type):\(made)") }
    guard let fields = selection.keyFields else { return nil }
    key.removeAll(keepingCapacity: true)
    key += selection.typeName
    for (position, field) in fields.enumerated() {
      guard let value = values[base + field] else { return nil }
      key.append(position == 0 ? UInt8(ascii: ":") : UInt8(ascii: "+"))
      switch value.kind {
      case .string:
        value.withUnescaped { fields.count == 1 ? key.append(contentsOf: $0) : KeyFields.append($0, to: &key) }
      case .number: key += RawJSON(value).description.utf8
      case .object, .array, .bool, .null: return nil
      }
    }
    return RecordKey.isUsable(key) ? key.withUnsafeBufferPointer { table.index(of: $0) } : nil
  }

  // MARK: Fields

  /// Writes an object that has a key. Fields with arguments are separate records, because there may be any number of
  /// them.
  private mutating func writeRecord(_ index: UInt32, _ selection: TypedSelection, _ base: Int) -> Bool {
    guard let start = content.reserve(selection.plain.names.count) else { return false }
    var place = start
    var bare: [(name: String, value: Slot)] = []
    for offset in selection.fields.indices {
      if selection.isValue[offset] {
        content.set(text(values[base + offset]), at: place)
        place += 1
        continue
      }
      let field = selection.fields[offset]
      let value = slot(values[base + offset], field)
      if !field.hasArguments {
        content.set(value, at: place)
        place += 1
      } else if value != .missing {
        let key = resolution.key(of: field)
        if key == field.name {
          bare.append((key, value))
        } else if index != unkept {
          put(value, at: table.index(ofField: key, of: index), .none)
        }
      }
    }
    guard index != unkept else { return true }
    put(.object(start: start, shape: content.number(of: selection.plain)), at: index, selection.plain)
    return bare.isEmpty || writeBare(bare, of: index)
  }

  /// Writes fields whose arguments the request leaves out: they are the same as without arguments.
  private mutating func writeBare(_ fields: [(name: String, value: Slot)], of index: UInt32) -> Bool {
    guard let start = content.reserve(fields.count) else { return false }
    for (offset, field) in fields.enumerated() {
      content.set(field.value, at: start + UInt32(truncatingIfNeeded: offset))
    }
    let shape = Shape(fields.map(\.name))
    put(.object(start: start, shape: content.number(of: shape)), at: index, shape)
    return true
  }

  private mutating func put(_ slot: Slot, at index: UInt32, _ shape: Shape) {
    writes.append((index, slot))
    shown.append(ShownRecord(index: index, shape: shape))
  }

  /// An object without a key stays in the object around it.
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
    case .null: return text(node)
    case .string, .number, .bool:
      isWhole = false
      return text(node)
    }
  }

  private mutating func lack() -> Slot {
    isWhole = false
    return .missing
  }

  private mutating func list(_ node: JSONNode, _ selection: SelectionNode) -> Slot {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Slot.deepest else { return lack() }
    guard let count = UInt32(exactly: node.count), let start = content.reserve(Int(count)) else { return .missing }
    for (offset, element) in node.elements.enumerated() {
      if !withheld.isEmpty, withheld.contains(element) {
        isWithheld = true
        return lack()
      }
      let value = slot(element, selection)
      // A part of a list is not a list.
      if value == .missing { return .missing }
      content.set(value, at: start + UInt32(truncatingIfNeeded: offset))
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
