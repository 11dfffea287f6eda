import PagerJSON

/// Writes records as an archive keeps them: each of their layers as `RecordText` would have it.
struct StoredTexts {
  private let table: RecordTable
  /// The texts of the last records, one behind the other.
  private var text: [UInt8] = []
  /// Those of the records before, in pieces of about ``largestPiece``: the system cannot refuse the memory of an array.
  private var pieces: [[UInt8]] = []
  /// The records, with the places of their texts.
  private var places: ContiguousArray<Place> = []
  /// What precedes the values of objects of one shape, with the comma between them.
  private var openings: [ObjectIdentifier: KeyList] = [:]
  /// The openings of the last shape: most objects have the shape of the object before.
  private var latest: (shape: Shape, openings: KeyList)?

  private static let largestPiece = 32 << 10

  private struct Place {
    let index: UInt32
    let piece: Int
    let received: Int64
    let value: Range<Int>
    let earlier: Range<Int>?
  }

  init(_ table: RecordTable) {
    self.table = table
  }

  /// Writes a record, unless there is nothing of it to keep.
  mutating func add(_ index: UInt32) {
    guard let latest = table.records[index].latest else { return }
    if text.count >= Self.largestPiece { pieces.append(exchange(&text, with: [])) }
    let start = text.count
    append(latest.slot, of: latest.chunk)
    let end = text.count
    let layers = table.known(table.extras[index]?.earlier ?? [], of: index)
    for (offset, layer) in layers.enumerated() {
      text += "\(offset == 0 ? "[" : ",")[\(layer.chunk.received),".utf8
      append(layer.slot, of: layer.chunk)
      text.append(UInt8(ascii: "]"))
    }
    if !layers.isEmpty { text.append(UInt8(ascii: "]")) }
    places.append(
      Place(
        index: index, piece: pieces.count, received: latest.chunk.received, value: start..<end,
        earlier: layers.isEmpty ? nil : end..<text.count))
  }

  /// The records that were written.
  consuming func finish() -> [SavedChanges.Record] {
    guard let unsaved = table.unsaved else { return [] }
    let (pieces, table) = (pieces + [text], table)
    return places.map { place in
      let text = pieces[place.piece]
      let stored = StoredRecord(
        key: table.key(place.index), parent: unsaved.parents[place.index].map { table.key($0) },
        received: place.received, value: text[place.value], earlier: place.earlier.map { text[$0] })
      let isWhole = table.isWhole(place.index)
      return SavedChanges.Record(
        index: place.index, stored: stored, isWhole: isWhole,
        isMixed: !isWhole && table.extras[place.index]?.earlier.isEmpty == false)
    }
  }

  private mutating func append(_ slot: Slot, of chunk: Chunk) {
    switch slot {
    case .object(let start, let shape):
      let shape = chunk.shape(shape)
      guard !shape.hasDuplicates else { return RecordText.append(Layer(chunk: chunk, slot: slot), table, to: &text) }
      appendObject(chunk, start, shape)
    case .list(let start, let count):
      text.append(UInt8(ascii: "["))
      for index in 0..<count {
        if index > 0 { text.append(UInt8(ascii: ",")) }
        append(chunk.slot(at: start + index), of: chunk)
      }
      text.append(UInt8(ascii: "]"))
    case .text(let start, let count):
      RecordText.append(chunk.text(start, count), to: &text)
    case .record(let index):
      RecordText.appendReference(to: index, table, to: &text)
    case .missing:
      text += "null".utf8
    }
  }

  private mutating func appendObject(_ chunk: Chunk, _ start: UInt32, _ shape: Shape) {
    text.append(UInt8(ascii: "{"))
    var isFirst = true
    var place = start
    openings(of: shape).visit { opening in
      let slot = chunk.slot(at: place)
      place += 1
      if slot == .missing { return }
      text.append(contentsOf: isFirst ? UnsafeBufferPointer(rebasing: opening.dropFirst()) : opening)
      isFirst = false
      append(slot, of: chunk)
    }
    text.append(UInt8(ascii: "}"))
  }

  private mutating func openings(of shape: Shape) -> KeyList {
    if let latest, latest.shape === shape { return latest.openings }
    let made =
      openings[ObjectIdentifier(shape)] ?? KeyList(shape.names.map { Array(",\(CanonicalJSON.string($0)):".utf8) })
    openings[ObjectIdentifier(shape)] = made
    latest = (shape, made)
    return made
  }
}
