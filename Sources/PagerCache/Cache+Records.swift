package import PagerBytes
import PagerJSON
import PagerThreads

/// Reading and writing records by their keys.
extension Cache {
  /// Writes fields over the fields that records have: either all of them or none.
  ///
  /// - Parameters:
  ///   - key: the record that the fields are of; nil: the text maps keys to fields.
  ///   - text: JSON, as `RecordText` has it.
  /// - Throws: an error also if the file does not take the write. The write then shows until this process ends, and
  ///   enters the file with the next write that succeeds.
  package func write(_ text: ReceivedBytes, to key: String?) throws(CacheError) {
    try state.withLock { state throws(CacheError) in
      for (index, layer) in try records(text, key, state) { state.table.put(layer, at: index) }
    }
    try finish()
  }

  /// Shows fields until `endOptimistic`, over everything written until then.
  package func writeOptimistic(_ text: ReceivedBytes) throws(CacheError) -> OptimisticWrite {
    let write = try state.withLock { state throws(CacheError) in
      let layers = try records(text, nil, state)
      state.lastMutation += 1
      for (index, layer) in layers { state.table.putOptimistic(layer, at: index, of: state.lastMutation) }
      return OptimisticWrite(number: state.lastMutation)
    }
    announce()
    return write
  }

  /// Takes back an optimistic write. The pages that showed it get the change with the next `announce`.
  ///
  /// - Parameter hasFailed: whether the mutation failed, so no answer replaces the write. A page that is no longer
  ///   complete in the cache then shows its earlier state.
  package func endOptimistic(_ write: OptimisticWrite, hasFailed: Bool) {
    state.withLock { state in
      state.watches.end(write.number, hasFailed: hasFailed)
      state.table.removeOptimistic(of: write.number)
    }
  }

  /// The fields of a record as JSON; nil if there is no such record.
  package func read(_ key: String) throws(CacheError) -> [UInt8]? {
    let key = try RecordKey(key)
    try load(key.text)
    return state.withLock { state in
      guard let index = state.table.find(key.text) else { return nil }
      state.table.use(index)
      return RecordText.record(index, state.table)
    }
  }

  /// Forgets a record with its fields that have arguments.
  package func evict(_ key: String) throws(CacheError) {
    let key = try RecordKey(key)
    state.withLock { $0.table.evict(key.text) }
    try finish()
  }

  /// Forgets all records. Shown pages stay as they are.
  package func clear() throws(CacheError) {
    state.withLock { $0.table.clear() }
    try finish()
  }

  /// Keeps a write, and sends the change to the pages that show it. They get it even if the file does not keep it.
  private func finish() throws(CacheError) {
    defer { announce() }
    try commit()
  }

  /// Reads the records to write. If one of them is wrong, nothing is written.
  func records(_ text: ReceivedBytes, _ key: String?, _ state: State) throws(CacheError) -> [(UInt32, Layer)] {
    let reading: Swift.Result<RecordWrites, CacheError>
    do {
      reading = try SpareReader.use { reader throws(JSONReadError) in
        try reader.read(text) { root in
          Swift.Result { () throws(CacheError) in try RecordWrites(root, key, state.table) }
        }
      }
    } catch {
      throw error == .outOfMemory ? .outOfMemory : .invalid(message: "the fields are not JSON: \(error.description)")
    }
    let writes = try reading.get()
    let chunk = Chunk(text, received: WallClock.milliseconds, write: state.table.nextWrite(), writes.content)
    return writes.slots.map { ($0.index, Layer(chunk: chunk, slot: $0.slot)) }
  }
}

/// What one text writes.
private struct RecordWrites {
  private(set) var content = SlotBuilder()
  private(set) var slots: [(index: UInt32, slot: Slot)] = []

  init(_ root: JSONNode, _ key: String?, _ table: RecordTable) throws(CacheError) {
    if let key {
      try add(root, RecordKey(key), table)
      return
    }
    guard root.kind == .object else {
      throw .invalid(message: "a write without a key needs an object of keys and fields, not \(root.kind.phrase)")
    }
    for (key, fields) in root.members { try add(fields, RecordKey(key), table) }
  }

  private mutating func add(_ node: JSONNode, _ key: RecordKey, _ table: RecordTable) throws(CacheError) {
    var reader = RecordReader(exchange(&content, with: SlotBuilder()), into: table, of: key.text)
    let record = try reader.record(node)
    content = reader.takeContent()
    let index = table.index(of: key.text)
    slots.append((index, record.object))
    slots += record.fields.map { (table.index(ofField: $0.key, of: index), $0.value) }
  }
}

/// The values that show until the answer of a mutation.
package struct OptimisticWrite: Sendable, Hashable {
  let number: UInt64
}
