import PagerBytes
import PagerJSON

/// Reads records that an archive has kept, all that were received at once into one chunk.
struct StoredReader {
  /// What was received at one time.
  private struct Group {
    var text = [UInt8(ascii: "[")]
    /// Whose layers the elements of the text are, and how many are above each.
    var owners: [(index: UInt32, depth: Int)] = []
  }

  private let table: RecordTable
  private var groups: [Int64: Group] = [:]

  init(into table: RecordTable) {
    self.table = table
  }

  mutating func add(_ record: StoredRecord) throws(CacheError) {
    let index = try self.index(of: record)
    add(record.value, received: record.received, of: index, below: 0)
    guard let earlier = record.earlier else { return }
    let layers = try read(Array(earlier)) { root, _ in
      root.elements.map { pair -> (received: Int64, value: [UInt8])? in
        let pair = Array(pair.elements)
        guard pair.count == 2, let received = pair[0].int64 else { return nil }
        return (received, RawJSON(pair[1]).bytes)
      }
    }
    for (offset, layer) in layers.enumerated() {
      guard let layer else { throw StoredRecord.damaged }
      add(layer.value[...], received: layer.received, of: index, below: offset + 1)
    }
  }

  private func index(of record: StoredRecord) throws(CacheError) -> UInt32 {
    guard let parent = record.parent else { return table.index(of: record.key) }
    guard record.key.utf8.starts(with: "\(parent).".utf8) else { throw StoredRecord.damaged }
    let field = String(Substring(record.key.utf8.dropFirst(parent.utf8.count + 1)))
    return table.index(ofField: field, of: table.index(of: parent))
  }

  private mutating func add(_ value: ArraySlice<UInt8>, received: Int64, of index: UInt32, below depth: Int) {
    if groups[received] != nil {
      groups[received]?.text.append(UInt8(ascii: ","))
    }
    groups[received, default: Group()].text += value
    groups[received]?.owners.append((index, depth))
  }

  /// The layers of each record, the newest first.
  consuming func finish() throws(CacheError) -> [UInt32: [Layer]] {
    var found: [UInt32: [(depth: Int, layer: Layer)]] = [:]
    for (received, group) in groups {
      let table = table
      let (chunk, slots) = try read(group.text + [UInt8(ascii: "]")]) { root, bytes in
        var reader = RecordReader(SlotBuilder(), readingStored: table)
        var slots: [Slot] = []
        for element in root.elements {
          guard let slot = try? reader.value(element, of: "") else { break }
          slots.append(slot)
        }
        return (Chunk(bytes, received: received, write: 0, reader.takeContent()), slots)
      }
      // One that is missing could not be read.
      guard slots.count == group.owners.count else { throw StoredRecord.damaged }
      for (owner, slot) in zip(group.owners, slots) {
        found[owner.index, default: []].append((owner.depth, Layer(chunk: chunk, slot: slot)))
      }
    }
    return found.mapValues { layers in layers.sorted { $0.depth < $1.depth }.map(\.layer) }
  }

  private func read<Result>(
    _ text: [UInt8], _ body: (JSONNode, ReceivedBytes) -> Result
  ) throws(CacheError) -> Result {
    guard let bytes = text.withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else { throw .outOfMemory }
    guard let reader = table.unsaved?.reader else { throw StoredRecord.damaged }
    do {
      return try reader.read(bytes) { body($0, bytes) }
    } catch {
      throw StoredRecord.damaged
    }
  }
}
