import PagerBytes
import PagerJSON

/// What a table loads from its archive.
extension RecordTable {
  /// Whether there is nothing of a record that only the archive has.
  func isWhole(_ index: UInt32) -> Bool {
    guard let unsaved else { return true }
    return records[index].epoch == unsaved.epoch
  }

  /// Another process has changed the archive: nothing that it has is known any more.
  func beginEpoch() {
    unsaved?.epoch &+= 1
  }

  /// Loads the records with some keys, below the values written since. Pages that show another process's changes get
  /// them with the next `announce`.
  ///
  /// - Parameter keys: the requested keys. A key without a stored record does not exist.
  /// - Returns: whether more is known now than before.
  func load(_ stored: [StoredRecord], of keys: [String]) throws(CacheError) -> Bool {
    var reader = StoredReader(into: self)
    for record in stored where !isEvicted(record) { try reader.add(record) }
    var isNews = false
    for (index, layers) in try reader.finish() where !isWhole(index) {
      settle(index, layers)
      isNews = true
    }
    for key in keys {
      guard let index = find(key), !isWhole(index) else { continue }
      settle(index, [])
      isNews = true
    }
    return isNews
  }

  /// Whether a record is evicted, but the archive does not know it yet.
  private func isEvicted(_ record: StoredRecord) -> Bool {
    guard let unsaved else { return false }
    return unsaved.isCleared || unsaved.evicted.contains(record.key)
      || record.parent.map { unsaved.evicted.contains($0) } ?? false
  }

  /// The layers of a record that are certain: all of them, or those written since.
  func known(_ layers: [Layer], of index: UInt32) -> [Layer] {
    guard !layers.isEmpty, !isWhole(index), let unsaved else { return layers }
    return layers.filter { $0.chunk.write > unsaved.savedWrite }
  }

  /// A record has the values written since, and below them the archive's values.
  private func settle(_ index: UInt32, _ loaded: [Layer]) {
    guard let unsaved else { return }
    records[index].epoch = unsaved.epoch
    let before = (records[index].latest.map { [$0] } ?? []) + (extras[index]?.earlier ?? [])
    let written = before.filter { $0.chunk.write > unsaved.savedWrite }
    let stale = before.filter { $0.chunk.write <= unsaved.savedWrite }
    let below = loaded.filter { layer in !written.contains { $0.covers(layer) } }
    let layers = (written + below).prefix(Self.mostLayers)
    for layer in layers.dropFirst(written.count) { layer.chunk.addLayer(of: index) }
    guard let newest = layers.first else {
      forget(index)
      records[index].epoch = unsaved.epoch
      return
    }
    let isNew = records[index].latest == nil
    records[index].latest = newest
    if layers.count > 1 || extras[index] != nil {
      extras[index, default: RecordExtras()].earlier = Array(layers.dropFirst())
      tidy(index)
    }
    if isNew {
      count += 1
      join(index)
    }
    if !stale.isEmpty { noteLoaded(below, at: index, after: stale, below: written) }
    for layer in stale { drop(layer) }
  }

  /// Another process's values of a record are a change where nothing lies over them.
  private func noteLoaded(_ loaded: [Layer], at index: UInt32, after stale: [Layer], below written: [Layer]) {
    var above = (extras[index]?.optimistic.map(\.layer) ?? []) + written
    for layer in loaded {
      note(layer, at: index, after: .many(stale), below: above)
      above.append(layer)
    }
  }
}
