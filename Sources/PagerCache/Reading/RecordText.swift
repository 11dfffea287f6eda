import PagerJSON

/// Records as JSON, the way they are written by hand and kept in files.
///
/// An object is its fields by key; `{"$ref": key}` is another record. A value without selected fields that is or
/// contains an object or a list is `{"$json": value}` if it could be mistaken for those.
enum RecordText {
  /// All fields of a record, including those with arguments; nil if it has none.
  static func record(_ index: UInt32, _ table: RecordTable) -> [UInt8]? {
    let view = RecordView.many(table.layers(of: index))
    let fields = table.fields(of: index).compactMap { field -> (String, RecordView)? in
      let view = RecordView.many(table.layers(of: field))
      return view.isEmpty
        ? nil
        : (String(decoding: table.key(field).utf8.dropFirst(table.key(index).utf8.count + 1), as: UTF8.self), view)
    }
    guard !view.isEmpty || !fields.isEmpty else { return nil }
    var text = [UInt8(ascii: "{")]
    appendFields(of: view.objects, table, to: &text)
    for (name, view) in fields {
      guard let newest = view.first else { continue }
      if text.last != UInt8(ascii: "{") { text.append(UInt8(ascii: ",")) }
      text += "\(CanonicalJSON.string(name)):".utf8
      append(view, newest, table, to: &text)
    }
    text.append(UInt8(ascii: "}"))
    return text
  }

  static func append(_ layer: Layer, _ table: RecordTable, to text: inout [UInt8]) {
    append(.one(layer), layer, table, to: &text)
  }

  private static func append(_ view: RecordView, _ newest: Layer, _ table: RecordTable, to text: inout [UInt8]) {
    switch newest.slot {
    case .missing: text += "null".utf8
    case .text:
      if let bytes = newest.text { append(bytes, to: &text) }
    case .record(let index):
      appendReference(to: index, table, to: &text)
    case .list(_, let count):
      text.append(UInt8(ascii: "["))
      for index in 0..<count {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        let element = view.element(index)
        if let newest = element.first { append(element, newest, table, to: &text) }
      }
      text.append(UInt8(ascii: "]"))
    case .object:
      text.append(UInt8(ascii: "{"))
      appendFields(of: view.objects, table, to: &text)
      text.append(UInt8(ascii: "}"))
    }
  }

  static func appendReference(to index: UInt32, _ table: RecordTable, to text: inout [UInt8]) {
    var key = table.key(index)
    text += "{\"$ref\":".utf8
    key.withUTF8 { key in
      // Most keys have nothing in them that would have to be escaped.
      if key.allSatisfy({ (0x20..<0x7F).contains($0) && $0 != UInt8(ascii: "\"") && $0 != UInt8(ascii: "\\") }) {
        text.append(UInt8(ascii: "\""))
        text.append(contentsOf: key)
        text.append(UInt8(ascii: "\""))
      } else {
        text += CanonicalJSON.string(String(decoding: key, as: UTF8.self)).utf8
      }
    }
    text.append(UInt8(ascii: "}"))
  }

  /// Marks a value that looks like an object with fields, or a list of them, and is not one.
  static func append(_ bytes: UnsafeRawBufferPointer, to text: inout [UInt8]) {
    let holdsObject =
      bytes.first == UInt8(ascii: "{") || bytes.first == UInt8(ascii: "[") && bytes.contains(UInt8(ascii: "{"))
    if holdsObject { text += "{\"$json\":".utf8 }
    text.append(contentsOf: bytes)
    if holdsObject { text.append(UInt8(ascii: "}")) }
  }

  /// Writes the fields of an object, each once.
  static func appendFields(of view: RecordView, _ table: RecordTable, to text: inout [UInt8]) {
    var written: Set<String> = []
    for layer in view.layers {
      for (index, name) in (layer.object?.shape.names ?? []).enumerated() {
        let value = view.field(name, guess: index, receivedSince: .min)
        guard let newest = value.first, written.insert(name).inserted else { continue }
        if text.last != UInt8(ascii: "{") { text.append(UInt8(ascii: ",")) }
        text += "\(CanonicalJSON.string(name)):".utf8
        append(value, newest, table, to: &text)
      }
    }
  }
}
