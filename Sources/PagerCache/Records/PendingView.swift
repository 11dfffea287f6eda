/// How records look to a transaction that has written and not committed.
final class PendingView {
  /// How often the table had reused numbers of records when this was made. This is void after the next time.
  let reclaims: UInt32
  private(set) var changes: [RecordChange] = []
  private var layers: [UInt32: [Layer]] = [:]
  /// By key, because only a file may have some of the records.
  private var evicted: Set<String> = []
  private var isCleared = false

  init(reclaims: UInt32) {
    self.reclaims = reclaims
  }

  /// Adds a change. Under the lock of the table.
  func add(_ change: RecordChange, in table: RecordTable) {
    changes.append(change)
    switch change {
    case .put(let layer, let index):
      layers[index] = [layer] + (layers[index] ?? []).filter { !layer.covers($0) }
    case .evict(let key):
      evicted.insert(key)
      guard let index = table.find(key) else { return }
      layers[index] = nil
      for field in table.fields(of: index) {
        evicted.insert(table.key(field))
        layers[field] = nil
      }
    case .clear:
      isCleared = true
      layers.removeAll()
    }
  }

  /// What there is of a record, the newest first.
  func layers(of index: UInt32, _ key: String, over kept: [Layer]) -> [Layer] {
    (layers[index] ?? []) + (isCleared || evicted.contains(key) ? [] : kept)
  }
}

/// What a write does to the records.
enum RecordChange {
  case put(Layer, at: UInt32)
  case evict(key: String)
  case clear
}
