/// How records look to a transaction that has written and not committed.
final class PendingView {
  private(set) var changes: [RecordChange] = []
  private var layers: [UInt32: [Layer]] = [:]
  private var evicted: Set<UInt32> = []
  private var isCleared = false

  /// Adds a change. Under the lock of the table.
  func add(_ change: RecordChange, in table: RecordTable) {
    changes.append(change)
    switch change {
    case .put(let layer, let index):
      layers[index] = [layer] + (layers[index] ?? []).filter { !layer.covers($0) }
    case .evict(let key):
      guard let index = table.find(key) else { return }
      for record in [index] + table.fields(of: index) {
        evicted.insert(record)
        layers[record] = nil
      }
    case .clear:
      isCleared = true
      layers.removeAll()
    }
  }

  /// What there is of a record, the newest first.
  func layers(of index: UInt32, over kept: [Layer]) -> [Layer] {
    (layers[index] ?? []) + (isCleared || evicted.contains(index) ? [] : kept)
  }
}
