import PagerBytes

/// Finds the watches of a record that changes. Used under the cache's lock.
final class WatchIndex {
  struct Watch {
    let request: CacheRequest
    let notify: @Sendable (CacheNews<CachedAnswer>) -> Void
    var shown: [ShownRecord]
    /// The table's count of changes that it shows. A watch does not get changes that it already shows.
    var changes: UInt32
    /// The page as it came, if the cache may have it incomplete.
    let original: ReceivedBytes?
    /// Whether it is about to be rendered again. Until then further changes are part of the same change.
    var isDirty = false
    /// The last text that was sent; nil if none was, or if it was the page as it came.
    var told: ReceivedBytes?
    /// Whether the page could not be read whole since then.
    var isLost = false
  }

  /// What a page shows of mutations under way.
  struct Guess {
    var mutations: Set<UInt64>
    /// The page without that.
    let before: CachedAnswer
    /// Whether one of them has failed.
    var hasFailed = false
  }

  private var watches: [UInt32: Watch] = [:]
  private var lastNumber: UInt32 = 0
  /// By watch.
  var guesses: [UInt32: Guess] = [:]

  subscript(number: UInt32) -> Watch? {
    get { watches[number] }
    set { watches[number] = newValue }
  }

  /// Begins a watch. Nil if there are too many.
  func add(_ watch: Watch, in table: RecordTable) -> UInt32? {
    guard lastNumber < .max else { return nil }
    lastNumber += 1
    watches[lastNumber] = watch
    show(watch.shown, by: lastNumber, in: table)
    return lastNumber
  }

  func remove(_ number: UInt32, in table: RecordTable) {
    guard let watch = watches.removeValue(forKey: number) else { return }
    guesses[number] = nil
    hide(watch.shown, from: number, in: table)
  }

  /// A watch shows other records now.
  func replace(_ shown: [ShownRecord], of number: UInt32, in table: RecordTable) {
    watches[number]?.changes = table.changes
    guard let before = watches[number]?.shown else { return }
    // Mostly nothing comes or goes, and a record that many pages show has a long list of them.
    let (old, new) = (Set(before.map(\.index)), Set(shown.map(\.index)))
    for record in old.subtracting(new) { table.removeWatch(number, from: record) }
    for record in new.subtracting(old) { table.addWatch(number, to: record) }
    watches[number]?.shown = shown
  }

  /// A watch is about to get all changes up to now.
  func note(_ rendering: Rendering, for number: UInt32, in table: RecordTable) {
    watches[number]?.isDirty = false
    guard let watch = watches[number] else { return }
    if case .success = rendering.answer { return replace(rendering.shown, of: number, in: table) }
    // A missing part may come. The page is then complete again.
    let known = Set(watch.shown.map(\.index))
    replace(watch.shown + rendering.shown.filter { !known.contains($0.index) }, of: number, in: table)
  }

  /// Whether an answer is news to a watch: two changes may come to the same, and a guess may have been right.
  func isNews(_ answer: CachedAnswer, to number: UInt32) -> Bool {
    guard let watch = watches[number] else { return false }
    watches[number]?.told = answer.bytes
    watches[number]?.isLost = false
    guard !watch.isLost, let told = watch.told else { return true }
    return !told.withUnsafeBytes { told in answer.bytes.withUnsafeBytes { told.elementsEqual($0) } }
  }

  /// A page cannot be read completely. Returns the page from before it showed values of a failed mutation; nil if it
  /// shows none.
  func lose(_ number: UInt32) -> CachedAnswer? {
    watches[number]?.isLost = true
    guard let guess = guesses[number], guess.hasFailed else { return nil }
    guesses[number] = nil
    watches[number]?.told = guess.before.bytes
    return guess.before
  }

  /// A mutation is not under way any more.
  func end(_ mutation: UInt64, hasFailed: Bool) {
    for (number, guess) in guesses where guess.mutations.contains(mutation) {
      if hasFailed {
        guesses[number]?.hasFailed = true
      } else if guess.mutations.count == 1 {
        guesses[number] = nil
      } else {
        guesses[number]?.mutations.remove(mutation)
      }
    }
  }

  private func show(_ shown: [ShownRecord], by number: UInt32, in table: RecordTable) {
    for record in shown.records { table.addWatch(number, to: record) }
  }

  private func hide(_ shown: [ShownRecord], from number: UInt32, in table: RecordTable) {
    for record in shown.records { table.removeWatch(number, from: record) }
  }

  /// The watches that show a change, each once, without those that already wait to be rendered.
  ///
  /// - Parameter last: the last change that counts; nil: all do.
  func takeDirty(in table: RecordTable, through last: UInt32? = nil) -> [UInt32] {
    var dirty: [UInt32] = []
    for (record, fields) in table.takeUnannounced(through: last) {
      for number in table.watches(of: record) {
        guard let watch = watches[number], !watch.isDirty, table.hasChanged(record, since: watch.changes) else {
          continue
        }
        guard let fields else {
          markDirty(number, &dirty)
          continue
        }
        let shows = watch.shown.contains { shown in
          shown.index == record && (shown.shape === Shape.none || shown.shape.names.contains { fields.contains($0) })
        }
        if shows { markDirty(number, &dirty) }
      }
    }
    return dirty
  }

  func markDirty(_ number: UInt32, _ dirty: inout [UInt32]) {
    watches[number]?.isDirty = true
    dirty.append(number)
  }
}

extension [ShownRecord] {
  /// The records, each once. Sorted, which they mostly are, because a set would hash each of them.
  fileprivate var records: [UInt32] {
    var records: [UInt32] = []
    records.reserveCapacity(count)
    for index in map(\.index).sorted() where index != records.last { records.append(index) }
    return records
  }
}

/// A message from the cache to the watcher of a page.
package enum CacheNews<Page: Sendable>: Sendable {
  /// The page after a change.
  case changed(Page)
  /// The page without what was shown of a mutation that has failed. It cannot be read whole any more, so that is how it
  /// was last.
  case withoutGuess(Page)
  /// It cannot be read whole any more.
  case lost(CacheMiss)
  /// It cannot be read whole since it came: the server has left something out.
  case neverWhole(CacheMiss)

  /// The same news, with the page in another form.
  package func map<Other>(_ form: (Page) -> Other) -> CacheNews<Other> {
    switch self {
    case .changed(let page): .changed(form(page))
    case .withoutGuess(let page): .withoutGuess(form(page))
    case .lost(let miss): .lost(miss)
    case .neverWhole(let miss): .neverWhole(miss)
    }
  }
}
