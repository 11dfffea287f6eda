import HashTreeCollections

/// The versions of the items within reach of the greatest value so far. They become what the next run knows.
///
/// A copy shares its chunks, one for each page, so a page costs its own items and not those of the window.
struct SinceWindow: Sendable {
  struct Entry: Sendable {
    let version: ItemVersion
    let value: SinceValue
  }

  /// The entries of one page. A class, so that a window refers to it.
  final class PageEntries: Sendable {
    let entries: [Entry]
    /// The greatest of their values.
    let greatest: SinceValue?

    init(_ entries: [Entry]) {
      self.entries = entries
      greatest = entries.lazy.map(\.value).max()
    }
  }

  private var chunks: TreeDictionary<Int, PageEntries> = [:]
  private var numbers = 0..<0
  private(set) var count = 0
  /// The greatest value of the entries that found no room.
  private(set) var lost: SinceValue?

  init() {}

  /// Adds the entries of a page, and drops those that are out of reach.
  ///
  /// - Parameters:
  ///   - threshold: the least value within reach, which only grows; nil: all are.
  ///   - limit: the most entries that it may have.
  ///   - isShrinking: whether the entries with the least values leave if it is full, and not the oldest ones.
  mutating func add(
    _ entries: [Entry], above threshold: SinceValue?, limit: Int = KnownItems.limit, isShrinking: Bool = false
  ) {
    let entries = isShrinking ? entries.filter { entry in lost.map { entry.value > $0 } ?? true } : entries
    if !entries.isEmpty {
      chunks[numbers.upperBound] = PageEntries(entries)
      numbers = numbers.lowerBound..<numbers.upperBound + 1
      count += entries.count
    }
    if let threshold {
      while let first = chunks[numbers.lowerBound], first.greatest.map({ $0 < threshold }) ?? true { removeFirst() }
    }
    guard count > limit else { return }
    if isShrinking { return shrink(limit) }
    if let threshold { compact(above: threshold, limit) }
    while count > limit, let first = chunks[numbers.lowerBound] {
      lose(first.greatest)
      removeFirst()
    }
  }

  /// Entries up to a value found no room.
  mutating func lose(_ value: SinceValue?) {
    lost = [lost, value].compactMap { $0 }.max()
  }

  /// Whether more than half of the entries within reach have one value, as after an import.
  func isTied(above threshold: SinceValue) -> Bool {
    let values = entries(above: threshold).map(\.value).sorted()
    // Of sorted values, one that more than half of them have is in the middle.
    let middle = values.count / 2
    guard middle < values.count else { return false }
    return values.lazy.filter { $0 == values[middle] }.count > middle
  }

  private mutating func removeFirst() {
    count -= chunks.removeValue(forKey: numbers.lowerBound)?.entries.count ?? 0
    numbers = numbers.lowerBound + 1..<max(numbers.lowerBound + 1, numbers.upperBound)
  }

  private mutating func compact(above threshold: SinceValue, _ limit: Int) {
    rebuild(entries(above: threshold), limit)
  }

  /// Loses the least values, and keeps all entries above them.
  private mutating func shrink(_ limit: Int) {
    let sorted = entries(above: nil).sorted { $0.value > $1.value }
    // A tenth stays free, so that not each further page sorts the entries again.
    let roomy = sorted[limit - limit / 10].value
    let greatestLost = roomy < sorted[0].value ? roomy : sorted[limit].value
    lose(greatestLost)
    rebuild(Array(sorted.prefix { $0.value > greatestLost }), limit)
  }

  private mutating func rebuild(_ entries: [Entry], _ limit: Int) {
    (chunks, numbers, count) = ([:], 0..<0, 0)
    guard !entries.isEmpty else { return }
    // In small chunks, so that later entries displace few of them.
    let size = max(1, limit / 100)
    for start in stride(from: 0, to: entries.count, by: size) {
      let chunk = PageEntries(Array(entries[start..<min(start + size, entries.count)]))
      chunks[numbers.upperBound] = chunk
      numbers = 0..<numbers.upperBound + 1
      count += chunk.entries.count
    }
  }

  /// The chunks, the oldest first.
  var keptChunks: [PageEntries] { numbers.compactMap { chunks[$0] } }

  /// The entries within reach; with nil all of them.
  func entries(above threshold: SinceValue?) -> [Entry] {
    var entries: [Entry] = []
    for number in numbers {
      guard let chunk = chunks[number] else { continue }
      if let threshold {
        entries += chunk.entries.filter { $0.value >= threshold }
      } else {
        entries += chunk.entries
      }
    }
    return entries
  }
}
