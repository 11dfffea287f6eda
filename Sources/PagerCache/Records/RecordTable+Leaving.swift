/// Which records leave where there is a limit, and what is given back of what left.
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

  /// Lets those leave that were not used for the longest time, except for what live pages show; gives back the memory
  /// of what is not there any more.
  ///
  /// - Returns: who left.
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
      // An archive has its own order, and tells who leaves.
      if unsaved == nil { evict(index) } else { forget(index) }
      left.append(index)
    }
    giveBack()
    return left
  }

  /// Gives back the memory of what was overwritten and evicted. Nobody may be holding numbers of records, except for
  /// those that are watched.
  private func giveBack() {
    for chunk in exchange(&loosened, with: []) where chunk.tighten() { Compaction.run(chunk, in: self) }
    // What is on its way into an archive is known there by its number.
    guard unsaved?.isSaving != true, records.count - count > reclaimLimit else { return }
    reclaim()
    reclaimLimit = max(4096, (records.count - count) * 2)
  }

  /// Forgets the records that have no value, that no value refers to, that nobody watches and of which no archive is to
  /// be told.
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
