package import PagerBytes
import PagerJSON
import PagerThreads

/// Reads and writes that belong together. Its writes show in its own reads at once, and in other reads after `commit`.
///
/// For one thread at a time. It holds no lock between its calls, so a server's new data shows in the next read.
package final class CacheTransaction {
  private let cache: Cache
  private var writes: [PendingWrite] = []
  /// The result of the writes; nil if it must be computed again.
  private var view: PendingView?

  package init(_ cache: Cache) {
    self.cache = cache
  }

  // MARK: Reading

  /// The fields of a record as JSON; nil if there is no such record. May wait for a file.
  package func read(_ key: String) throws(CacheError) -> [UInt8]? {
    let before = try cache.read(key)
    guard !writes.isEmpty else { return before }
    return try withView { state in
      state.table.find(key).flatMap { RecordText.record($0, state.table) }
    }
  }

  /// Answers an operation. May wait for a file.
  package func read(_ request: CacheRequest) throws(CacheError) -> Result<CachedAnswer, CacheMiss> {
    let before = cache.readAndWait(request)
    guard !writes.isEmpty else { return before }
    return try withView { state in cache.render(request, state).answer }
  }

  // MARK: Writing

  /// Writes fields over the fields of records, like `Cache.write`.
  package func write(_ text: ReceivedBytes, to key: String?) throws(CacheError) {
    try add(.fields(text, key: key))
  }

  /// Writes a response to an operation: an object with `data`. Writes nothing if the response could not be read back.
  package func write(_ text: ReceivedBytes, to request: CacheRequest) throws(CacheError) {
    let keys: ObjectKeys
    do {
      keys = try SpareReader.use { reader throws(JSONReadError) in
        try reader.read(text) { root in root["data"].map { cache.objectKeys(of: $0) } ?? ObjectKeys() }
      }
    } catch {
      if error == .outOfMemory { throw .outOfMemory }
      throw .invalid(message: "the data to write is not JSON: \(error.description)")
    }
    try add(.response(text, request, keys))
    let answer = try withView { state in cache.render(request, state).answer }
    guard case .failure(let miss) = answer else { return }
    writes.removeLast()
    view = nil
    // What the response showed about fields is void, like the rest of it.
    cache.state.withLock { cache.prepared(request, $0)?.operation.forgetSelections() }
    throw .invalid(message: "the data to write does not answer the operation: \(miss.reason) (\(miss.place))")
  }

  /// Forgets a record with its fields that have arguments. May wait for a file.
  package func evict(_ key: String) throws(CacheError) {
    let key = try RecordKey(key).text
    // Its fields are then known, and the transaction's reads hide them.
    try cache.load(key)
    try add(.eviction(of: key))
  }

  /// Forgets all records whose keys contain a text, in upper or lower case. May wait for a file.
  package func evict(matching pattern: String) throws(CacheError) {
    let pattern = KeyPattern(pattern)
    try add(.evictions(matching: pattern, stored: try cache.storedKeys(matching: pattern)))
  }

  /// Forgets all records.
  package func clear() throws(CacheError) {
    try add(.clearing)
  }

  private func add(_ write: PendingWrite) throws(CacheError) {
    writes.append(write)
    do {
      try cache.state.withLock { state throws(CacheError) in
        if let view, view.reclaims == state.table.reclaims {
          for change in try cache.changes(of: write, state) { view.add(change, in: state.table) }
        } else {
          _ = try currentView(state)
        }
      }
    } catch {
      writes.removeLast()
      throw error
    }
  }

  // MARK: The end

  /// Writes everything, and sends each page that shows a change one update. Pages that show forgotten records get none.
  package func commit() throws(CacheError) {
    guard !writes.isEmpty else { return }
    view = nil
    try cache.state.withLock { state throws(CacheError) in
      for change in try currentView(state).changes {
        switch change {
        case .put(let layer, let index): state.table.put(layer, at: index)
        case .evict(let key): state.table.silently { $0.evict(key) }
        case .clear: state.table.silently { $0.clear() }
        }
      }
    }
    writes = []
    view = nil
    cache.announce()
  }

  /// Shows everything until `endOptimistic`, over everything written until then.
  package func commitOptimistic() throws(CacheError) -> OptimisticWrite {
    view = nil
    let write = try cache.state.withLock { state throws(CacheError) -> OptimisticWrite in
      let layers = try currentView(state).changes.map { change throws(CacheError) -> (Layer, UInt32) in
        guard case .put(let layer, let index) = change else {
          throw .invalid(message: "an optimistic write sets fields; it cannot remove objects")
        }
        return (layer, index)
      }
      state.lastMutation += 1
      for (layer, index) in layers { state.table.putOptimistic(layer, at: index, of: state.lastMutation) }
      return OptimisticWrite(number: state.lastMutation)
    }
    writes = []
    view = nil
    cache.announce()
    return write
  }

  private func withView<Result: Sendable>(_ body: (Cache.State) -> Result) throws(CacheError) -> Result {
    try cache.state.withLock { state throws(CacheError) in
      state.table.pending = try currentView(state)
      defer { state.table.pending = nil }
      return body(state)
    }
  }

  /// The result of the writes. Called under the lock.
  private func currentView(_ state: Cache.State) throws(CacheError) -> PendingView {
    if let view, view.reclaims == state.table.reclaims { return view }
    let made = PendingView(reclaims: state.table.reclaims)
    for write in writes {
      for change in try cache.changes(of: write, state) { made.add(change, in: state.table) }
    }
    view = made
    return made
  }
}
