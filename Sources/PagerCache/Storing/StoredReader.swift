import PagerBytes
import PagerJSON

/// Reads records that an archive has kept, all that were received at once into one chunk.
///
/// A record that cannot be read counts as missing.
struct StoredReader {
  /// What was received at one time.
  private struct Group {
    var values: [ArraySlice<UInt8>] = []
    /// The records of the values, and how many layers are above each.
    var owners: [(index: UInt32, depth: Int)] = []
  }

  private let table: RecordTable
  private var groups: [Int64: Group] = [:]
  /// The records that cannot be read in full: they count as not there, and the next answer takes their place.
  private var damaged: Set<UInt32> = []

  init(into table: RecordTable) {
    self.table = table
  }

  mutating func add(_ record: StoredRecord) throws(CacheError) {
    guard let index = index(of: record) else { return }
    guard let earlier = record.earlier else { return add(record.value, received: record.received, of: index, below: 0) }
    let layers = try read(Array(earlier)) { root, _ in
      root.elements.map { pair -> (received: Int64, value: [UInt8])? in
        let pair = Array(pair.elements)
        guard pair.count == 2, let received = pair[0].int64 else { return nil }
        return (received, RawJSON(pair[1]).bytes)
      }
    }
    guard let layers, !layers.contains(where: { $0 == nil }) else {
      damaged.insert(index)
      return
    }
    add(record.value, received: record.received, of: index, below: 0)
    for (offset, layer) in layers.enumerated() {
      if let layer { add(layer.value[...], received: layer.received, of: index, below: offset + 1) }
    }
  }

  /// Nil for a field of another record than its key says.
  private func index(of record: StoredRecord) -> UInt32? {
    guard let parent = record.parent else { return table.index(of: record.key) }
    guard record.key.utf8.starts(with: "\(parent).".utf8) else { return nil }
    let field = String(Substring(record.key.utf8.dropFirst(parent.utf8.count + 1)))
    return table.index(ofField: field, of: table.index(of: parent))
  }

  private mutating func add(_ value: ArraySlice<UInt8>, received: Int64, of index: UInt32, below depth: Int) {
    groups[received, default: Group()].values.append(value)
    groups[received]?.owners.append((index, depth))
  }

  /// The layers of each record, the newest first.
  consuming func finish() throws(CacheError) -> [UInt32: [Layer]] {
    var found: [UInt32: [(depth: Int, layer: Layer)]] = [:]
    var damaged = damaged
    for (received, group) in groups {
      var layers: [Layer?] = try layers(group.values[...], received) ?? []
      if layers.isEmpty {
        // One of them cannot be read. Reading each one alone shows which.
        for index in group.values.indices {
          layers.append(try self.layers(group.values[index...index], received)?.first)
        }
      }
      for (owner, layer) in zip(group.owners, layers) {
        if let layer {
          found[owner.index, default: []].append((owner.depth, layer))
        } else {
          damaged.insert(owner.index)
        }
      }
    }
    for index in damaged { found[index] = nil }
    return found.mapValues { layers in layers.sorted { $0.depth < $1.depth }.map(\.layer) }
  }

  /// What was received at one time; nil if one of the values cannot be read.
  private func layers(_ values: ArraySlice<ArraySlice<UInt8>>, _ received: Int64) throws(CacheError) -> [Layer]? {
    let table = table
    let read = try read(Array("[".utf8) + values.joined(separator: ",".utf8) + "]".utf8) { root, bytes in
      var reader = RecordReader(SlotBuilder(), readingStored: table)
      var slots: [Slot] = []
      for element in root.elements {
        guard let slot = try? reader.value(element, of: "") else { break }
        slots.append(slot)
      }
      return (chunk: Chunk(bytes, received: received, write: 0, reader.takeContent()), slots: slots)
    }
    // One that is missing could not be read.
    guard let read, read.slots.count == values.count else { return nil }
    return read.slots.map { Layer(chunk: read.chunk, slot: $0) }
  }

  /// Nil for a text that is not JSON.
  private func read<Result>(
    _ text: [UInt8], _ body: (JSONNode, ReceivedBytes) -> Result
  ) throws(CacheError) -> Result? {
    guard let bytes = text.withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else { throw .outOfMemory }
    do {
      return try table.unsaved?.reader.read(bytes) { body($0, bytes) }
    } catch {
      // A fault of the text has a place in it. Other failures say nothing about the record.
      guard error.offset == nil else { return nil }
      throw error == .outOfMemory ? .outOfMemory : .storage(message: error.message)
    }
  }
}
