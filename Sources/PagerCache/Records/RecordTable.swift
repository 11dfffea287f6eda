/// All records of a cache, by key. Used under the cache's lock.
final class RecordTable {
  private var indexByKey: [String: UInt32] = [:]
  var records: ContiguousArray<Record> = []
  var extras: [UInt32: RecordExtras] = [:]
  /// The fields with arguments of a record, which are records.
  private var children: [UInt32: [UInt32]] = [:]
  var uses = UseOrder()
  /// How many records have a value.
  var count = 0
  /// Counts what changed, so that somebody who looked earlier can tell.
  private(set) var changes: UInt32 = 1
  let maximumCount: Int?
  /// What an archive behind the table has to be told; nil: there is none.
  var unsaved: UnsavedChanges?
  /// What a transaction would write, while it reads.
  var pending: PendingView?
  /// What changed since it was last asked, and which fields of it; nil: all.
  /// What is known of the types of the schema.
  var facts = TypeFacts()
  private(set) var unannounced: [(record: UInt32, fields: [String]?)] = []

  init(maximumCount: Int?, isArchived: Bool = false) {
    self.maximumCount = maximumCount
    if isArchived { unsaved = UnsavedChanges() }
  }

  // MARK: Keys

  /// The record with a key, made where there is none.
  func index(of key: String) -> UInt32 {
    if let index = indexByKey[key] { return index }
    let index = UInt32(truncatingIfNeeded: records.count)
    records.append(Record(key: key))
    indexByKey[key] = index
    return index
  }

  func find(_ key: String) -> UInt32? { indexByKey[key] }
  func key(_ index: UInt32) -> String { records[Int(index)].key }

  /// The record of a field with arguments.
  func index(ofField field: String, of parent: UInt32) -> UInt32 {
    let key = "\(records[Int(parent)].key).\(field)"
    if let index = indexByKey[key] { return index }
    let index = index(of: key)
    children[parent, default: []].append(index)
    unsaved?.parents[index] = parent
    return index
  }

  /// The record of a field with arguments, where there is one.
  func find(field: String, of parent: UInt32) -> UInt32? {
    children[parent] == nil ? nil : indexByKey["\(records[Int(parent)].key).\(field)"]
  }

  func fields(of parent: UInt32) -> [UInt32] { children[parent] ?? [] }

  // MARK: Values

  /// What there is of a record, the newest first.
  func layers(of index: UInt32) -> [Layer] {
    pending?.layers(of: index, over: keptLayers(of: index)) ?? keptLayers(of: index)
  }

  private func keptLayers(of index: UInt32) -> [Layer] {
    guard !extras.isEmpty, let extra = extras[index] else { return records[Int(index)].latest.map { [$0] } ?? [] }
    return extra.optimistic.map(\.layer) + (records[Int(index)].latest.map { [$0] } ?? []) + extra.earlier
  }

  /// What there is of a record where it is one layer, as it mostly is.
  func onlyLayer(of index: UInt32) -> Layer? {
    guard pending == nil, extras.isEmpty || extras[index]?.hasLayers != true else { return nil }
    return records[Int(index)].latest
  }

  /// Writes a value over what a record has.
  func put(_ layer: Layer, at index: UInt32) {
    layer.chunk.addLayer(of: index)
    if unsaved != nil { noteUnsaved(index) }
    let before = records[Int(index)].latest
    records[Int(index)].latest = layer
    guard let before else {
      count += 1
      noteChange(of: index, fields: nil)
      if maximumCount != nil { uses.append(index, &records) }
      records[Int(index)].isTouched = true
      return
    }
    use(index)
    if extras.isEmpty || extras[index] == nil, layer.covers(before) {
      note(layer, at: index, after: [before])
      return drop(before)
    }
    let older = [before] + (extras[index]?.earlier ?? [])
    note(layer, at: index, after: older)
    let needed = older.map { !layer.covers($0) }
    let kept = zip(older, needed).filter(\.1).map(\.0).prefix(Self.mostLayers - 1)
    if older.count > 1 || !kept.isEmpty {
      extras[index, default: RecordExtras()].earlier = Array(kept)
      tidy(index)
    }
    let dropped = zip(older, needed).filter { !$0.1 }.map(\.0) + zip(older, needed).filter(\.1).map(\.0).dropFirst(kept.count)
    for layer in dropped { drop(layer) }
  }

  /// How many layers a record has at most. Where more queries than that select different fields of an object, what the
  /// oldest of them brought is a miss.
  static let mostLayers = 8

  func note(_ layer: Layer, at index: UInt32, after layers: [Layer], isOnTop: Bool = false) {
    if case .object = layer.slot {
      var changed: Set<String> = []
      for older in layers {
        guard case .object = older.slot else { return noteChange(of: index, fields: nil) }
        changed.formUnion(layer.changedFields(since: older))
        if layer.covers(older) { break }
      }
      if !changed.isEmpty { noteChange(of: index, fields: Array(changed), isOnTop: isOnTop) }
    } else if let older = layers.first, layer.differs(from: older) {
      noteChange(of: index, fields: nil)
    }
  }

  /// - Parameter isOnTop: whether what changed is what shows, also where mutations under way show something else.
  private func noteChange(of index: UInt32, fields: [String]?, isOnTop: Bool = false) {
    var fields = fields
    if !isOnTop, !extras.isEmpty, let hiding = extras[index]?.optimistic, !hiding.isEmpty {
      fields = fields?.filter { name in !hiding.contains { $0.layer.field(name, guess: 0) != nil } }
    }
    guard fields?.isEmpty != true else { return }
    changes &+= 1
    records[Int(index)].changed = changes
    if records[Int(index)].watch != 0 { unannounced.append((index, fields)) }
  }

  func drop(_ layer: Layer) {
    layer.chunk.dropLayer()
    if layer.chunk.isMostlyUnused { Compaction.run(layer.chunk, in: self) }
  }

  /// Takes away what a record has, but for what is shown until a mutation is answered.
  func evict(_ index: UInt32) {
    if records[Int(index)].latest != nil { noteChange(of: index, fields: nil) }
    forget(index)
  }

  /// Takes it away without a word to those who show it, and leaves it to an archive.
  func forget(_ index: UInt32) {
    guard let latest = records[Int(index)].latest else { return }
    records[Int(index)].latest = nil
    records[Int(index)].epoch = 0
    count -= 1
    if maximumCount != nil { uses.remove(index, &records) }
    let earlier = extras[index]?.earlier ?? []
    if !earlier.isEmpty {
      extras[index]?.earlier = []
      tidy(index)
    }
    for layer in [latest] + earlier { drop(layer) }
  }

  func evictAll() {
    for index in records.indices { evict(UInt32(truncatingIfNeeded: index)) }
  }

  /// Replaces the layers of a chunk by copies of them.
  func replace(layersOf chunk: Chunk, at index: UInt32, _ copy: (Layer) -> Layer) {
    if let latest = records[Int(index)].latest, latest.chunk === chunk { records[Int(index)].latest = copy(latest) }
    guard let extra = extras[index] else { return }
    extras[index]?.earlier = extra.earlier.map { $0.chunk === chunk ? copy($0) : $0 }
    extras[index]?.optimistic = extra.optimistic.map { ($0.mutation, $0.layer.chunk === chunk ? copy($0.layer) : $0.layer) }
  }

  // MARK: Use

  /// A record is read or written: it is the last to leave now.
  func use(_ index: UInt32) {
    guard maximumCount != nil, records[Int(index)].latest != nil else { return }
    uses.remove(index, &records)
    uses.append(index, &records)
    records[Int(index)].isTouched = true
  }

  /// Lets those leave that were not used for the longest time, but for what live pages show.
  ///
  /// - Returns: how many left.
  @discardableResult
  func shrink() -> [UInt32] {
    guard let maximumCount else { return [] }
    var left: [UInt32] = []
    var candidate = uses.firstToLeave()
    while count > maximumCount, let index = candidate {
      let newer = records[Int(index)].newer
      candidate = newer == UseOrder.none ? nil : newer
      guard records[Int(index)].watch == 0, !records[Int(index)].isUnsaved else { continue }
      // An archive has its own order, and tells who leaves.
      if unsaved == nil { evict(index) } else { forget(index) }
      left.append(index)
    }
    return left
  }

  // MARK: Mutations under way

  /// Shows a value until a mutation is answered.
  func putOptimistic(_ layer: Layer, at index: UInt32, of mutation: UInt64) {
    layer.chunk.addLayer(of: index)
    note(layer, at: index, after: layers(of: index), isOnTop: true)
    if records[Int(index)].latest == nil, extras[index]?.optimistic.isEmpty ?? true { noteChange(of: index, fields: nil) }
    extras[index, default: RecordExtras()].optimistic.insert((mutation, layer), at: 0)
  }

  /// Takes back what was shown for a mutation.
  func removeOptimistic(of mutation: UInt64) {
    for (index, extra) in extras where extra.optimistic.contains(where: { $0.mutation == mutation }) {
      let gone = extra.optimistic.filter { $0.mutation == mutation }.map(\.layer)
      extras[index]?.optimistic.removeAll { $0.mutation == mutation }
      let below = layers(of: index)
      for layer in gone {
        let fields = below.first.map { layer.changedFields(since: $0) }
        noteChange(of: index, fields: below.count == 1 ? fields : nil)
        drop(layer)
      }
      tidy(index)
    }
  }

  // MARK: Watches

  func watches(of index: UInt32) -> [UInt32] {
    let first = records[Int(index)].watch
    guard first != 0 else { return [] }
    return [first] + (extras[index]?.watches ?? [])
  }

  func addWatch(_ watch: UInt32, to index: UInt32) {
    if records[Int(index)].watch == 0 {
      records[Int(index)].watch = watch
    } else {
      extras[index, default: RecordExtras()].watches.append(watch)
    }
  }

  func removeWatch(_ watch: UInt32, from index: UInt32) {
    if records[Int(index)].watch == watch {
      records[Int(index)].watch = extras[index]?.watches.popLast() ?? 0
    } else {
      extras[index]?.watches.removeAll { $0 == watch }
    }
    tidy(index)
  }

  /// What changed since this was last called.
  func takeUnannounced() -> [(record: UInt32, fields: [String]?)] {
    defer { unannounced.removeAll(keepingCapacity: true) }
    return unannounced
  }

  /// Makes changes of which nobody is told.
  func silently(_ body: (RecordTable) -> Void) {
    let before = unannounced
    body(self)
    unannounced = before
  }

  func tidy(_ index: UInt32) {
    if extras[index]?.isEmpty == true { extras[index] = nil }
  }
}

extension RecordExtras {
  fileprivate var hasLayers: Bool { !earlier.isEmpty || !optimistic.isEmpty }
}
