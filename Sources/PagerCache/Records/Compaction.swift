import PagerBytes
import PagerJSON

/// Copies the used parts of a chunk into a new chunk, so that the old bytes can be released.
struct Compaction: ~Copyable {
  private let chunk: Chunk
  private let table: RecordTable
  /// The places of the texts in the new bytes, by their places in the old ones.
  private var places: [UInt32: UInt32] = [:]
  private var collector = ByteCollector()

  private init(of chunk: Chunk, in table: RecordTable) {
    self.chunk = chunk
    self.table = table
  }

  /// Does nothing if memory runs out.
  static func run(_ chunk: Chunk, in table: RecordTable) {
    var compaction = Compaction(of: chunk, in: table)
    let owners = Set(chunk.owners)
    for index in owners {
      for layer in table.layers(of: index) where layer.chunk === chunk {
        guard compaction.collect(layer.slot) else { return }
      }
    }
    guard let bytes = exchange(&compaction.collector, with: ByteCollector()).finish() else { return }
    var content = SlotBuilder()
    var copies: [UInt32: [PackedSlot: Slot]] = [:]
    for index in owners {
      for layer in table.layers(of: index) where layer.chunk === chunk {
        copies[index, default: [:]][PackedSlot(layer.slot)] = compaction.copy(layer.slot, to: &content)
      }
    }
    let copy = Chunk(bytes, received: chunk.received, write: chunk.write, content)
    for index in owners {
      table.replace(layersOf: chunk, at: index) { layer in
        copy.addLayer(of: index)
        return Layer(chunk: copy, slot: copies[index]?[PackedSlot(layer.slot)] ?? .missing)
      }
    }
  }

  private mutating func collect(_ slot: Slot) -> Bool {
    switch slot {
    case .missing, .record: return true
    case .text(let start, let count):
      guard let place = UInt32(exactly: collector.count) else { return false }
      places[start] = place
      return collector.append(chunk.text(start, count))
    case .object(let start, let shape): return collect(start, chunk.shape(shape).names.count)
    case .list(let start, let count): return collect(start, Int(count))
    }
  }

  private mutating func collect(_ start: UInt32, _ count: Int) -> Bool {
    for offset in 0..<count {
      guard collect(chunk.slot(at: start + UInt32(truncatingIfNeeded: offset))) else { return false }
    }
    return true
  }

  private func copy(_ slot: Slot, to copy: inout SlotBuilder) -> Slot {
    switch slot {
    case .missing, .record: return slot
    case .text(let start, let count): return places[start].map { .text(start: $0, count: count) } ?? .missing
    case .object(let start, let shape):
      let shape = chunk.shape(shape)
      guard let place = self.copy(start, shape.names.count, to: &copy) else { return .missing }
      return .object(start: place, shape: copy.number(of: shape))
    case .list(let start, let count):
      guard let place = self.copy(start, Int(count), to: &copy) else { return .missing }
      return .list(start: place, count: count)
    }
  }

  private func copy(_ start: UInt32, _ count: Int, to copy: inout SlotBuilder) -> UInt32? {
    guard let place = copy.reserve(count) else { return nil }
    for offset in 0..<UInt32(truncatingIfNeeded: count) {
      copy.set(self.copy(chunk.slot(at: start + offset), to: &copy), at: place + offset)
    }
    return place
  }
}

/// Makes one layer from many. If queries and writers keep adding different fields of a record, reading it would
/// otherwise take longer and longer.
enum LayerFusion {
  /// What can be read of the layers, the newest first; nil if memory is out.
  static func layer(_ layers: [Layer], _ table: RecordTable) -> Layer? {
    var text = [UInt8(ascii: "{")]
    RecordText.appendFields(of: RecordView.many(layers).objects, table, to: &text)
    text.append(UInt8(ascii: "}"))
    guard let bytes = text.withUnsafeBytes({ ReceivedBytes(copyOf: $0) }),
      let oldest = layers.map(\.chunk.received).min(), let newest = layers.map(\.chunk.write).max()
    else { return nil }
    return try? SpareReader.use { reader throws(JSONReadError) in
      try reader.read(bytes) { root in
        var reader = RecordReader(SlotBuilder(), into: table, of: "", isOwnText: true)
        guard let record = try? reader.record(root) else { return nil }
        return Layer(chunk: Chunk(bytes, received: oldest, write: newest, reader.takeContent()), slot: record.object)
      }
    }
  }
}
