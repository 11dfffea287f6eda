/// All records of a cache, by key. Used under the cache's lock.
final class RecordTable {
  var records = RecordList()
  var extras: [UInt32: RecordExtras] = [:]
  /// The fields with arguments of a record, which are records.
  var children: [UInt32: [UInt32]] = [:]
  /// How often numbers were reused. Numbers from before then are void.
  var reclaims: UInt32 = 0
  /// The number of records without a value at which to look for some to forget.
  var reclaimLimit = 4096
  /// With a limit: the records with a value that no page watches.
  var uses = UseOrder()
  /// How many records have a value.
  var count = 0
  /// Counts the changes, so that a reader can see whether something changed since.
  private(set) var changes: UInt32 = 1
  let maximumCount: Int?
  /// The changes for an archive behind the table; nil: there is none.
  var unsaved: UnsavedChanges?
  /// The writes of a transaction, while it reads.
  var pending: PendingView?
  /// The known facts about the types of the schema.
  var facts: TypeFacts
  /// The records that changed since the last announcement, which fields (nil: all), and in which change.
  private var unannounced: [(record: UInt32, fields: [String]?, change: UInt32)] = []
  /// The last announced change.
  private var announced: UInt32 = 1
  /// The records that mutations under way show something of, by mutation.
  var optimistic: [UInt64: Set<UInt32>] = [:]
  /// Whether reads ignore these values.
  var hidesOptimistic = false
  /// Chunks with perhaps little left.
  var loosened: [Chunk] = []

  init(maximumCount: Int?, isArchived: Bool = false) {
    self.maximumCount = maximumCount
    facts = TypeFacts(maximumRecords: maximumCount)
    if isArchived { unsaved = UnsavedChanges() }
  }

  // MARK: Keys

  /// The record with a key; a new record if there is none.
  func index(of key: UnsafeBufferPointer<UInt8>) -> UInt32 { records.number(of: key) }

  func index(of key: String) -> UInt32 {
    var key = key
    return key.withUTF8 { records.number(of: $0) }
  }

  func find(_ key: String) -> UInt32? {
    var key = key
    return key.withUTF8 { records.find($0) }
  }

  func key(_ index: UInt32) -> String { records[index].key }

  /// The record of a field with arguments.
  func index(ofField field: String, of parent: UInt32) -> UInt32 {
    let key = "\(key(parent)).\(field)"
    if let index = find(key) { return index }
    let index = index(of: key)
    children[parent, default: []].append(index)
    unsaved?.parents[index] = parent
    return index
  }

  /// The record of a field with arguments, if there is one.
  func find(field: String, of parent: UInt32) -> UInt32? {
    children[parent] == nil ? nil : find("\(key(parent)).\(field)")
  }

  func fields(of parent: UInt32) -> [UInt32] { children[parent] ?? [] }

  // MARK: Values

  /// Whether there is anything of a record.
  func has(_ index: UInt32) -> Bool { records[index].latest != nil }

  /// What there is of a record, the newest first.
  func layers(of index: UInt32) -> [Layer] {
    pending?.layers(of: index, key(index), over: keptLayers(of: index)) ?? keptLayers(of: index)
  }

  private func keptLayers(of index: UInt32) -> [Layer] {
    let latest = records[index].latest.map { [$0] } ?? []
    guard !extras.isEmpty, let extra = extras[index] else { return latest }
    return (hidesOptimistic ? [] : extra.optimistic.map(\.layer)) + latest + extra.earlier
  }

  /// The layer of a record if it has exactly one, as most records do.
  func onlyLayer(of index: UInt32) -> Layer? {
    guard pending == nil, extras.isEmpty || extras[index]?.hasLayers != true else { return nil }
    return records[index].latest
  }

  /// Writes a value over what a record has.
  func put(_ layer: Layer, at index: UInt32) {
    layer.chunk.addLayer(of: index)
    if unsaved != nil { noteUnsaved(index) }
    guard let before = records[index].replace(by: layer) else {
      count += 1
      noteChange(of: index, fields: nil)
      return join(index)
    }
    use(index)
    if extras.isEmpty || extras[index] == nil, layer.covers(before) {
      note(layer, at: index, after: .one(before))
      return drop(before)
    }
    let older = [before] + (extras[index]?.earlier ?? [])
    note(layer, at: index, after: .many(older))
    var kept: [Layer] = []
    for earlier in older {
      if layer.covers(earlier) { drop(earlier) } else { kept.append(earlier) }
    }
    if kept.count >= Self.mostLayers, let whole = LayerFusion.layer([layer] + kept, self) {
      whole.chunk.addLayer(of: index)
      records[index].latest = whole
      for fused in [layer] + kept { drop(fused) }
      kept = []
    }
    extras[index, default: RecordExtras()].earlier = kept
    tidy(index)
  }

  /// The number of layers of a record at which they become one.
  static let mostLayers = 8

  /// - Parameter guesses: as for `noteChange`.
  func note(_ layer: Layer, at index: UInt32, after older: RecordView, below guesses: [Layer]? = nil) {
    if layer.object != nil, !older.isEmpty {
      guard let changed = layer.changedFields(since: older, countsNew: true) else {
        return noteChange(of: index, fields: nil)
      }
      if !changed.isEmpty { noteChange(of: index, fields: changed, below: guesses) }
    } else if layer.differs(from: older) {
      noteChange(of: index, fields: nil)
    }
  }

  /// - Parameter guesses: what mutations under way show above the change. If one of them hides a field, the field has
  ///   not changed for a page. Nil: everything that mutations show of the record.
  func noteChange(of index: UInt32, fields: [String]?, below guesses: [Layer]? = nil) {
    var fields = fields
    let hiding = guesses ?? (extras.isEmpty ? [] : extras[index]?.optimistic.map(\.layer) ?? [])
    if !hiding.isEmpty { fields = fields?.filter { name in !hiding.contains { $0.hides(name) } } }
    guard fields?.isEmpty != true else { return }
    changes &+= 1
    if records[index].noteChange(changes) { unannounced.append((index, fields, changes)) }
  }

  /// Whether a record has changed since a count of changes.
  func hasChanged(_ index: UInt32, since count: UInt32) -> Bool {
    Int32(bitPattern: records[index].changed &- count) > 0
  }

  func drop(_ layer: Layer) {
    layer.chunk.dropLayer()
    if layer.chunk.isMostlyUnused, layer.chunk.loosen() { loosened.append(layer.chunk) }
  }

  /// Removes the values of a record, except for those that show until a mutation is answered.
  func evict(_ index: UInt32) {
    if records[index].latest != nil { noteChange(of: index, fields: nil) }
    forget(index)
  }

  /// Removes it without a change for the pages that show it, and leaves it in an archive.
  func forget(_ index: UInt32) {
    guard let latest = records[index].latest else { return }
    if isEvictable(index) { uses.remove(index, &records) }
    records[index].latest = nil
    records[index].epoch = 0
    count -= 1
    let earlier = extras[index]?.earlier ?? []
    if !earlier.isEmpty {
      extras[index]?.earlier = []
      tidy(index)
    }
    for layer in [latest] + earlier { drop(layer) }
  }

  func evictAll() {
    for index in records.numbers { evict(index) }
  }

  /// Replaces the layers of a chunk by copies of them.
  func replace(layersOf chunk: Chunk, at index: UInt32, _ copy: (Layer) -> Layer) {
    if let latest = records[index].latest, latest.chunk === chunk { records[index].latest = copy(latest) }
    guard let extra = extras[index] else { return }
    extras[index]?.earlier = extra.earlier.map { $0.chunk === chunk ? copy($0) : $0 }
    extras[index]?.optimistic = extra.optimistic.map {
      ($0.mutation, $0.layer.chunk === chunk ? copy($0.layer) : $0.layer)
    }
  }

  /// Announces a change of a record together with the other unannounced changes. False if it was already announced.
  func awaitAnnouncement(of index: UInt32) -> Bool {
    let change = records[index].changed
    guard Int32(bitPattern: change &- announced) > 0 else { return false }
    unannounced.append((index, nil, change))
    return true
  }

  /// What changed since this was last called, up to a change; nil: all.
  func takeUnannounced(through last: UInt32?) -> [(record: UInt32, fields: [String]?)] {
    let last = last ?? changes
    if Int32(bitPattern: last &- announced) > 0 { announced = last }
    let isDue = { (change: UInt32) in Int32(bitPattern: change &- last) <= 0 }
    let due = unannounced.filter { isDue($0.change) }.map { (record: $0.record, fields: $0.fields) }
    unannounced.removeAll { isDue($0.change) }
    return due
  }

  /// Makes changes without announcing them.
  func silently(_ body: (RecordTable) -> Void) {
    let before = unannounced
    body(self)
    unannounced = before
  }

  func tidy(_ index: UInt32) {
    if extras[index]?.isEmpty == true { extras[index] = nil }
  }
}

extension Layer {
  /// Whether it hides a field of the layers below. An object shows fields from below that it does not have itself.
  fileprivate func hides(_ name: String) -> Bool {
    guard let value = field(name, guess: 0) else { return false }
    return value.object == nil
  }
}

extension RecordExtras {
  fileprivate var hasLayers: Bool { !earlier.isEmpty || !optimistic.isEmpty }
}
