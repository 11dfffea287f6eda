/// What a table saves in its archive.
extension RecordTable {
  /// The number of a write that is about to be made.
  func nextWrite() -> UInt64 {
    unsaved?.write += 1
    return unsaved?.write ?? 0
  }

  func noteUnsaved(_ index: UInt32) {
    guard !records[index].isUnsaved else { return }
    records[index].isUnsaved = true
    unsaved?.records.append(index)
  }

  /// Forgets a record with its fields, here and in the archive.
  func evict(_ key: String) {
    if let index = find(key) {
      for field in fields(of: index) { evict(field) }
      evict(index)
    }
    unsaved?.evicted.insert(key)
  }

  /// Forgets all records, here and in the archive.
  func clear() {
    evictAll()
    unsaved?.isCleared = true
    unsaved?.evicted = []
  }

  var hasUnsaved: Bool {
    guard let unsaved else { return false }
    return !unsaved.records.isEmpty || !unsaved.evicted.isEmpty || unsaved.isCleared || !facts.learned.isEmpty
  }

  /// Hands out the changes that the archive does not have. They count as saved, until `restore`. Records keep their
  /// numbers until `noteSaved` or `restore`.
  func takeUnsaved() -> SavedChanges? {
    guard let unsaved else { return nil }
    var texts = StoredTexts(self)
    for index in unsaved.records {
      records[index].isUnsaved = false
      // What was evicted since is in another list.
      texts.add(index)
    }
    defer {
      self.unsaved?.records.removeAll(keepingCapacity: true)
      self.unsaved?.evicted = []
      self.unsaved?.isCleared = false
      self.unsaved?.isSaving = true
      facts.learned = []
    }
    return SavedChanges(
      isCleared: unsaved.isCleared, evicted: unsaved.evicted, records: texts.finish(), used: takeUses(),
      facts: facts.learned, write: unsaved.write)
  }

  /// The records as they are now.
  func stored(_ indexes: [UInt32]) -> [StoredRecord] {
    var texts = StoredTexts(self)
    for index in indexes { texts.add(index) }
    return texts.finish().map(\.stored)
  }

  /// The records used since the last call: the last ones in the order of use.
  private func takeUses() -> [String] {
    guard maximumCount != nil else { return [] }
    var used: [String] = []
    var candidate = uses.lastToLeave()
    while let index = candidate, records[index].isTouched {
      records[index].isTouched = false
      used.append(records[index].key)
      let older = records[index].older
      candidate = older == UseOrder.none ? nil : older
    }
    return used.reversed()
  }

  /// Whether a live page shows a record.
  func isShown(_ index: UInt32) -> Bool { records[index].watch != 0 }

  /// The archive has let a record go.
  func leave(_ key: String) {
    guard let index = find(key), !isShown(index), !records[index].isUnsaved else { return }
    forget(index)
  }

  /// The archive has them.
  func noteSaved(_ changes: SavedChanges) {
    guard let epoch = unsaved?.epoch else { return }
    unsaved?.isSaving = false
    unsaved?.savedWrite = changes.write
    // Newer writes lie over the saved values, so these records remain complete.
    for record in changes.records { records[record.index].epoch = epoch }
  }

  /// The archive does not have them after all.
  func restore(_ changes: SavedChanges) {
    unsaved?.isSaving = false
    for record in changes.records { noteUnsaved(record.index) }
    unsaved?.evicted.formUnion(changes.evicted)
    if changes.isCleared { unsaved?.isCleared = true }
    facts.learned = changes.facts + facts.learned
  }
}
