/// Which records leave if there is a limit, and the release of their memory.
extension RecordTable {
  /// A record is read or written: it is the last to leave now.
  func use(_ index: UInt32) {
    guard isEvictable(index) else { return }
    uses.remove(index, &records)
    uses.append(index, &records)
    records[index].isTouched = true
  }

  /// A record has a value or lost its last watch: it may leave from now on, as the last one.
  func join(_ index: UInt32) {
    records[index].isTouched = true
    if isEvictable(index) { uses.append(index, &records) }
  }

  func isEvictable(_ index: UInt32) -> Bool {
    maximumCount != nil && records[index].watch == 0 && records[index].latest != nil
  }

  /// Removes the least recently used records, except for those that live pages show, and releases their memory.
  ///
  /// - Returns: the keys that left.
  @discardableResult
  func shrink() -> [UInt32] {
    var left: [UInt32] = []
    guard let maximumCount else {
      giveBack()
      return []
    }
    var candidate = uses.firstToLeave()
    while count > maximumCount, let index = candidate {
      let newer = records[index].newer
      candidate = newer == UseOrder.none ? nil : newer
      guard !records[index].isUnsaved else { continue }
      // An archive has its own order, and decides which records leave it.
      if unsaved == nil { evict(index) } else { forget(index) }
      left.append(index)
    }
    giveBack()
    return left
  }

  /// Releases the memory of overwritten and evicted values. No code may hold numbers of records, except for watched
  /// records.
  private func giveBack() {
    for chunk in exchange(&loosened, with: []) where chunk.tighten() { Compaction.run(chunk, in: self) }
    // Records on their way into an archive are identified by their numbers.
    guard unsaved?.isSaving != true, records.count - count > reclaimLimit else { return }
    reclaim()
    reclaimLimit = max(4096, (records.count - count) * 2)
  }

  /// Forgets the records without a value if no value refers to them, no page watches them and no archive waits for
  /// them.
  private func reclaim() {
    var references = ReferenceSearch(count: records.numbers.count)
    for index in records.numbers {
      let layers = layers(of: index)
      if !layers.isEmpty || records[index].watch != 0 || records[index].isUnsaved { references.add(index) }
      for layer in layers { references.add(layer) }
    }
    for (parent, fields) in children where fields.contains(where: { references.contains($0) }) {
      references.add(parent)
    }
    for (parent, fields) in children {
      let kept = fields.filter { references.contains($0) }
      children[parent] = kept.isEmpty ? nil : kept
    }
    for index in records.keep(where: references.contains) { unsaved?.parents[index] = nil }
    reclaims &+= 1
  }
}

/// The watches of each record.
extension RecordTable {
  func watches(of index: UInt32) -> [UInt32] {
    let first = records[index].watch
    guard first != 0 else { return [] }
    return [first] + (extras[index]?.watches ?? [])
  }

  func addWatch(_ watch: UInt32, to index: UInt32) {
    if records[index].watch == 0 {
      if isEvictable(index) { uses.remove(index, &records) }
      records[index].watch = watch
    } else {
      extras[index, default: RecordExtras()].watches.append(watch)
    }
  }

  func removeWatch(_ watch: UInt32, from index: UInt32) {
    if records[index].watch == watch {
      records[index].watch = extras[index]?.watches.popLast() ?? 0
      join(index)
    } else if let place = extras[index]?.watches.lastIndex(of: watch) {
      extras[index]?.watches.remove(at: place)
    }
    tidy(index)
  }
}

/// The order of use: the ends of a chain through the records.
struct UseOrder {
  static let none = UInt32.max

  private var oldest = none
  private var newest = none

  /// The record that was not used for the longest time, and then the next one.
  func firstToLeave() -> UInt32? { oldest == Self.none ? nil : oldest }

  /// The record that was used last.
  func lastToLeave() -> UInt32? { newest == Self.none ? nil : newest }

  mutating func append(_ index: UInt32, _ records: inout RecordList) {
    records[index].older = newest
    records[index].newer = Self.none
    if newest == Self.none { oldest = index } else { records[newest].newer = index }
    newest = index
  }

  mutating func remove(_ index: UInt32, _ records: inout RecordList) {
    let (older, newer) = (records[index].older, records[index].newer)
    if older == Self.none { oldest = newer } else { records[older].newer = newer }
    if newer == Self.none { newest = older } else { records[newer].older = older }
  }
}

/// Finds the records that values refer to.
struct ReferenceSearch {
  private var found: ContiguousArray<Bool>

  init(count: Int) {
    found = ContiguousArray(repeating: false, count: count)
  }

  func contains(_ index: UInt32) -> Bool { found[Int(index)] }

  mutating func add(_ index: UInt32) {
    found[Int(index)] = true
  }

  mutating func add(_ layer: Layer) {
    switch layer.slot {
    case .missing, .text: break
    case .record(let index): add(index)
    case .object(let start, let shape): add(layer.chunk, start, layer.chunk.shape(shape).names.count)
    case .list(let start, let count): add(layer.chunk, start, Int(count))
    }
  }

  private mutating func add(_ chunk: Chunk, _ start: UInt32, _ count: Int) {
    for offset in 0..<UInt32(truncatingIfNeeded: count) {
      add(Layer(chunk: chunk, slot: chunk.slot(at: start + offset)))
    }
  }
}
