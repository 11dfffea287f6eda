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

  /// Forgets the records that have no value, that no value refers to, that no page watches and that no archive is
  /// waiting for.
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
