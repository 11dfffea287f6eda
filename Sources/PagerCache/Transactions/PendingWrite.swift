import PagerBytes
import PagerJSON

/// One write of a transaction, as it was given.
enum PendingWrite {
  /// Fields over the fields of records. Without a key the text maps keys to fields.
  case fields(ReceivedBytes, key: String?)
  /// A response to an operation.
  case response(ReceivedBytes, CacheRequest, ObjectKeys)
  case eviction(of: String)
  /// All records whose keys contain a text.
  ///
  /// - Parameter stored: the matching keys in a file.
  case evictions(matching: KeyPattern, stored: [String])
  case clearing
}

/// A text that keys may contain, in upper or lower case.
struct KeyPattern {
  private let text: String

  init(_ text: String) {
    self.text = text.lowercased()
  }

  func matches(_ key: String) -> Bool { key.lowercased().has(text) }
}

extension Cache {
  /// The changes of a write. Called under the lock.
  func changes(of write: PendingWrite, _ state: State) throws(CacheError) -> [RecordChange] {
    switch write {
    case .fields(let text, let key):
      return try records(text, key, state).map { .put($0.1, at: $0.0) }
    case .response(let text, let request, let keys):
      return try changes(of: text, to: request, keys, state)
    case .eviction(let key):
      return [.evict(key: key)]
    case .evictions(let pattern, let stored):
      return Set(stored).union(state.table.records.keys.filter(pattern.matches)).map { .evict(key: $0) }
    case .clearing:
      return [.clear]
    }
  }

  private func changes(
    of text: ReceivedBytes, to request: CacheRequest, _ keys: ObjectKeys, _ state: State
  ) throws(CacheError) -> [RecordChange] {
    guard let (operation, selection, resolution) = prepared(request, state) else {
      throw .invalid(message: "the cache cannot read the operation of this write")
    }
    let response: Normalizer.Response??
    do {
      response = try SpareReader.use { reader throws(JSONReadError) in
        try reader.read(text) { root in
          root["data"].map { data in
            Normalizer.read(
              data, in: text, selection, root: operation.rootKey, for: state.table, configuration.keyFields, keys,
              resolution, teaches: false)
          }
        }
      }
    } catch {
      if error == .outOfMemory { throw .outOfMemory }
      throw .invalid(message: "the data to write is not JSON: \(error.description)")
    }
    guard let response = response ?? nil else { throw .outOfMemory }
    return response.writes.map { .put(Layer(chunk: response.chunk, slot: $0.slot), at: $0.index) }
  }
}

extension Cache {
  /// The keys that the configured function makes for the objects of a response. Under no lock.
  func objectKeys(of data: JSONNode) -> ObjectKeys {
    configuration.keyFunction.map { ObjectKeys(of: data, $0) } ?? ObjectKeys()
  }
}
