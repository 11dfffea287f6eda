/// Writes records as an archive keeps them: each of their layers as `RecordText` would have it.
struct StoredTexts {
  private let table: RecordTable
  /// What precedes the values of objects of one shape, with the comma between them.
  private var openings: [ObjectIdentifier: [[UInt8]]] = [:]

  init(_ table: RecordTable) {
    self.table = table
  }

  /// Nil where there is nothing to keep.
  mutating func record(_ index: UInt32) -> SavedChanges.Record? {
    let record = table.records[Int(index)]
    guard let latest = record.latest, let unsaved = table.unsaved else { return nil }
    var value: [UInt8] = []
    value.reserveCapacity(512)
    append(latest, to: &value)
    var earlier: [UInt8]?
    if let layers = table.extras[index]?.earlier, !layers.isEmpty {
      var text = [UInt8(ascii: "[")]
      for layer in layers {
        text += "\(text.count > 1 ? "," : "")[\(layer.chunk.received),".utf8
        append(layer, to: &text)
        text.append(UInt8(ascii: "]"))
      }
      text.append(UInt8(ascii: "]"))
      earlier = text
    }
    return SavedChanges.Record(
      index: index,
      stored: StoredRecord(
        key: record.key, parent: unsaved.parents[index].map { table.key($0) }, received: latest.chunk.received,
        value: value, earlier: earlier),
      isWhole: record.epoch == unsaved.epoch)
  }

  private mutating func append(_ layer: Layer, to text: inout [UInt8]) {
    switch layer.slot {
    case .object(let start, let shape):
      appendObject(layer.chunk, start, layer.chunk.shape(shape), to: &text)
    case .list(let start, let count):
      text.append(UInt8(ascii: "["))
      for index in 0..<count {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        append(layer.element(start, index), to: &text)
      }
      text.append(UInt8(ascii: "]"))
    case .text, .record, .missing:
      RecordText.append(layer, table, to: &text)
    }
  }

  private mutating func appendObject(_ chunk: Chunk, _ start: UInt32, _ shape: Shape, to text: inout [UInt8]) {
    text.append(UInt8(ascii: "{"))
    var isFirst = true
    var place = start
    for opening in openings(of: shape) {
      let slot = chunk.slot(at: place)
      place += 1
      guard slot != .missing else { continue }
      text.append(contentsOf: isFirst ? opening[...].dropFirst() : opening[...])
      isFirst = false
      append(Layer(chunk: chunk, slot: slot), to: &text)
    }
    text.append(UInt8(ascii: "}"))
  }

  private mutating func openings(of shape: Shape) -> [[UInt8]] {
    if let known = openings[ObjectIdentifier(shape)] { return known }
    let made = shape.names.map { Array(",\(CanonicalJSON.string($0)):".utf8) }
    openings[ObjectIdentifier(shape)] = made
    return made
  }
}
