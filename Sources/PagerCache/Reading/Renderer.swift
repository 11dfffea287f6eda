import PagerJSON

/// Writes the response to an operation from the cache, in the form in which a server sends it.
struct Renderer {
  private let table: RecordTable
  private let keys: KeyFields
  private var resolution: FieldResolution
  /// Records that were received before are too old.
  private let oldest: (_ type: String) -> Int64
  let text = ResponseText()
  private(set) var shown: [ShownRecord] = []
  /// The first part that the cache does not have.
  private(set) var miss: CacheMiss?
  /// The keys of the records that an archive may hold more of than the table.
  private(set) var absent: [String] = []

  init(
    _ table: RecordTable, _ keys: KeyFields, _ resolution: FieldResolution, oldest: @escaping (_ type: String) -> Int64
  ) {
    self.table = table
    self.keys = keys
    self.resolution = resolution
    self.oldest = oldest
  }

  /// Writes a whole response.
  mutating func render(_ selection: SelectionNode, root: String) {
    text.append("{\"data\":")
    if let index = table.find(root) {
      record(index, selection, isRoot: true)
    } else {
      lack(root, "the cache has nothing for \(root)")
      absent.append(root)
    }
    text.append(UInt8(ascii: "}"))
  }

  // MARK: Objects

  private mutating func record(_ index: UInt32, _ selection: SelectionNode, isRoot: Bool = false) {
    table.use(index)
    let view = view(of: index)
    if !table.isWhole(index) { absent.append(table.key(index)) }
    guard !view.isEmpty else {
      shown.append(ShownRecord(index: index, shape: Shape.none))
      return lack(table.key(index), "the record is missing")
    }
    object(view.objects, selection, of: index, type: isRoot ? table.key(index) : nil)
  }

  private func view(of index: UInt32) -> RecordView {
    table.onlyLayer(of: index).map { .one($0) } ?? .many(table.layers(of: index))
  }

  private mutating func object(_ view: RecordView, _ selection: SelectionNode, of record: UInt32?, type: String?) {
    let selection = fields(of: view, selection, type: type)
    let type = selection.type
    if let doubt = selection.doubt { return lack(place(record), doubt) }
    if let record { shown.append(ShownRecord(index: record, shape: selection.plain)) }
    let limit = oldest(type)
    if case .one(let layer) = view, layer.chunk.received >= limit, !selection.hasArguments,
      let (start, shape) = layer.object, shape === selection.plain
    {
      return object(layer.chunk, start, selection, of: record)
    }
    text.append(UInt8(ascii: "{"))
    var isFirst = true
    for (guess, field) in selection.fields.enumerated() {
      if !isFirst { text.append(UInt8(ascii: ",")) }
      isFirst = false
      text.append(contentsOf: field.opening)
      let key = resolution.key(of: field)
      if let record, field.hasArguments, key != field.name {
        self.field(key, field, of: record)
      } else {
        if let record, field.hasArguments { shown.append(ShownRecord(index: record, shape: Shape([key]))) }
        value(view.field(key, guess: guess, receivedSince: limit), field, of: record)
      }
    }
    text.append(UInt8(ascii: "}"))
  }

  /// The short way: an object from one response to the same query.
  private mutating func object(_ chunk: Chunk, _ start: UInt32, _ selection: TypedSelection, of record: UInt32?) {
    text.append(UInt8(ascii: "{"))
    var place = start
    var offset = 0
    selection.openings.visit { opening in
      text.append(contentsOf: UnsafeRawBufferPointer(opening))
      let slot = chunk.slot(at: place)
      if selection.isValue[offset], case .text(let start, let count) = slot {
        text.append(contentsOf: chunk.text(start, count))
      } else {
        let layer = Layer(chunk: chunk, slot: slot)
        value(slot == .missing ? .many([]) : .one(layer), selection.fields[offset], of: record)
      }
      place += 1
      offset += 1
    }
    text.append(UInt8(ascii: "}"))
  }

  /// A field that is a record.
  private mutating func field(_ key: String, _ field: PlannedField, of record: UInt32) {
    guard let index = table.find(field: key, of: record) else {
      absent.append("\(table.key(record)).\(key)")
      return lack(place(record), "\(key) is missing", field: key)
    }
    table.use(index)
    let view = view(of: index)
    if !table.isWhole(index) { absent.append(table.key(index)) }
    shown.append(ShownRecord(index: index, shape: Shape.none))
    let recent = view.received(since: oldest(""))
    guard !recent.isEmpty else { return lack(place(record), "\(key) is missing", field: key) }
    value(recent, field, of: record)
  }

  private func fields(of view: RecordView, _ selection: SelectionNode, type: String?) -> TypedSelection {
    if let type { return selection.fields(of: type, table.facts, keys) }
    // An object from the same selection has its shape, and a shape has one type.
    if case .one(let layer) = view, let latest = selection.latest, latest.isCurrent(table.facts), !latest.type.isEmpty,
      layer.object?.shape === latest.plain
    {
      return latest
    }
    let quoted = view.field(RelayName.typename, guess: 0, receivedSince: .min).first?.text
    guard let quoted, quoted.first == UInt8(ascii: "\""), !quoted.contains(UInt8(ascii: "\\")) else {
      return selection.fields(of: "", table.facts, keys)
    }
    // The same type again, as in most lists, needs no new text.
    if let latest = selection.latest, latest.isCurrent(table.facts), latest.typeText.elementsEqual(quoted) {
      return latest
    }
    return selection.fields(
      of: String(decoding: quoted.dropFirst().dropLast(), as: UTF8.self), table.facts, keys)
  }

  // MARK: Values

  private mutating func value(_ view: RecordView, _ field: PlannedField, of record: UInt32?) {
    guard let newest = view.first else { return lack(place(record), "\(field.name) is missing", field: field.name) }
    guard let selection = field.selection else { return plain(newest, of: record, field) }
    value(view, newest, selection, of: record)
  }

  private mutating func value(_ view: RecordView, _ newest: Layer, _ selection: SelectionNode, of record: UInt32?) {
    switch newest.slot {
    case .missing: lack(place(record), "a value was not received")
    case .text:
      newest.isNull ? append(newest) : lack(place(record), "the operation selects fields of a value that has none")
    case .record(let index): self.record(index, selection)
    case .object: object(view.objects, selection, of: nil, type: nil)
    case .list(_, let count):
      text.append(UInt8(ascii: "["))
      for index in 0..<count {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        let element = view.element(index)
        if let newest = element.first { value(element, newest, selection, of: record) }
      }
      text.append(UInt8(ascii: "]"))
    }
  }

  /// A value of any kind without selected fields.
  private mutating func plain(_ layer: Layer, of record: UInt32?, _ field: PlannedField) {
    switch layer.slot {
    case .text: append(layer)
    case .missing, .record: lack(place(record), "\(field.name) is an object, and the operation selects no fields of it")
    case .list(let start, let count):
      text.append(UInt8(ascii: "["))
      for index in 0..<count {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        plain(layer.element(start, index), of: record, field)
      }
      text.append(UInt8(ascii: "]"))
    case .object:
      text.append(UInt8(ascii: "{"))
      var isFirst = true
      for (index, name) in (layer.object?.shape.names ?? []).enumerated() {
        guard let value = layer.member(index) else { continue }
        if !isFirst { text.append(UInt8(ascii: ",")) }
        isFirst = false
        text.append("\(CanonicalJSON.string(name)):")
        plain(value, of: record, field)
      }
      text.append(UInt8(ascii: "}"))
    }
  }

  private mutating func append(_ layer: Layer) {
    guard let bytes = layer.text else { return }
    text.append(contentsOf: bytes)
  }

  // MARK: Misses

  private func place(_ record: UInt32?) -> String { record.map { table.key($0) } ?? "an object without a key" }

  private mutating func lack(_ place: String, _ reason: String, field: String? = nil) {
    if miss == nil { miss = CacheMiss(place: place, field: field, reason: reason) }
  }
}
