import PagerBytes
import PagerJSON
import PagerState
import PagerThreads

/// Leaves out of the pages of one pager what its earlier pages had.
final class DuplicateFilter: Sendable {
  private struct Guarded {
    var seen = SeenIdentities()
    var newestLoad: LoadID?
    /// How many items came since the last new one.
    var repeats = 0
    /// The numbers of the pages of a list without offsets, by the fingerprints of their requests.
    private var numbers: [UInt64: Int64]

    /// - Parameter initial: what asks for the first page. A list that starts again from there forgets all pages, also
    ///   if it was resumed at a later one.
    init(_ initial: PageRequest) {
      numbers = [initial.fingerprint: 0]
    }

    /// A number that grows from page to page of a list. A repeated page keeps its number, and the pages after it are
    /// forgotten.
    mutating func number(of request: PageRequest) -> Int64 {
      if let number = request.place.number { return number }
      if let number = numbers[request.fingerprint] {
        if number + 1 < numbers.count { numbers = numbers.filter { $0.value <= number } }
        return number
      }
      let number = Int64(numbers.count)
      numbers[request.fingerprint] = number
      return number
    }

    /// Whether more items were repeated, one after the other, than the list has: the server does not move on.
    mutating func goesRound(_ identities: [UInt64], _ duplicates: [Int]) -> Bool {
      repeats = duplicates.count == identities.count ? repeats + identities.count : 0
      return repeats > seen.count
    }

    /// Whether a page has all items of the list, and none that is new.
    func isWholeList(_ identities: [UInt64], _ duplicates: [Int]) -> Bool {
      !identities.isEmpty && duplicates.count == identities.count && Set(identities).count == seen.count
    }
  }

  private let guarded: Lock<Guarded>

  /// - Parameter initial: what asks for the first page of the list.
  init(initial: PageRequest) {
    guarded = Lock(Guarded(initial))
  }

  /// The page without the items that were seen before.
  ///
  /// - Parameter request: what asked for the page.
  func filter(_ page: ConnectionPage, of load: LoadID, to request: PageRequest) -> ConnectionPage {
    guard let identities = page.identities else { return page }
    let (duplicates, goesRound, isWholeList) = guarded.withLock { guarded -> ([Int], Bool, Bool) in
      // The answer to a load that was superseded: the page is not wanted any more, and a later one was here already.
      if let newest = guarded.newestLoad, load.number < newest.number { return ([], false, false) }
      guarded.newestLoad = load
      let duplicates = guarded.seen.add(
        identities, of: guarded.number(of: request), after: request.place.seen)
      return (
        duplicates, guarded.goesRound(identities, duplicates), guarded.isWholeList(identities, duplicates)
      )
    }
    // An offset list does not end with such a page: the server ignores the offset. An inclusive keyset list may.
    let isRepeated = isWholeList && request.place.number != nil
    return page.with { page in
      page.leaveOut(duplicates, identities)
      switch page.facts[request.end] {
      case .open where goesRound, .closed where isRepeated: page.facts[request.end] = .broken(.cursorCycle)
      default: break
      }
    }
  }

  /// A page after a change. It keeps its own items.
  ///
  /// - Parameter omitted: the items that were left out of it before, because an earlier page had them.
  static func filter(_ page: ConnectionPage, leavingOut omitted: Set<UInt64>) -> ConnectionPage {
    guard let identities = page.identities else { return page }
    var seen = omitted
    let duplicates = identities.indices.filter { identities[$0] != 0 && !seen.insert(identities[$0]).inserted }
    return page.with { $0.leaveOut(duplicates, identities) }
  }
}

/// The items of a page that are left out, because they were seen before. A class, because few pages have any.
package final class ItemOmission: Sendable {
  /// Their positions in the array that came, in order.
  package let indexes: [Int]
  /// The identities of the items that an earlier page had. Items that the page itself has twice are not among them.
  let identities: Set<UInt64>

  init(indexes: [Int], identities: Set<UInt64>) {
    self.indexes = indexes
    self.identities = identities
  }

  /// The positions of the items that stay, if the page has this many items.
  package func remaining(of count: Int) -> [Int] {
    var omitted = indexes[...]
    return (0..<count).filter { index in
      guard omitted.first == index else { return true }
      omitted.removeFirst()
      return false
    }
  }
}

extension ConnectionContent {
  /// Leaves out some of its items. What the page says about the list still counts all items that came.
  ///
  /// - Parameters:
  ///   - indexes: their positions, in order.
  ///   - identities: the identities of all its items, which the page does not keep.
  fileprivate mutating func leaveOut(_ indexes: [Int], _ identities: [UInt64]) {
    self.identities = nil
    guard !indexes.isEmpty else { return }
    let omitted = Set(indexes)
    let kept = Set(identities.enumerated().lazy.filter { !omitted.contains($0.offset) }.map(\.element))
    let known = omission?.indexes ?? []
    let all = known.isEmpty ? indexes : omitted.union(known).sorted()
    omission = ItemOmission(
      indexes: all, identities: Set(indexes.map { identities[$0] }).subtracting(kept))
    facts.itemCount -= all.count - known.count
    facts.duplicateCount = indexes.count
    // An item that came before does not count once more, also if it is left out for another reason.
    let again = omitted.intersection(known).count
    let knownAgain = since.map { omitted.intersection($0.known).count } ?? 0
    facts.knownCount -= knownAgain
    facts.skippedCount -= again - knownAgain
  }

  /// Leaves out every item: the page only shows whether the list has such a page.
  mutating func leaveOutAll() {
    // Its items belong to another page, and what it says of them too.
    (facts.total, facts.pageCount, facts.knownCount, facts.skippedCount) = (nil, nil, 0, 0)
    guard facts.itemCount > 0 else { return }
    identities = nil
    omission = ItemOmission(indexes: Array(0..<facts.itemCount), identities: [])
    (facts.itemCount, facts.nullCount) = (0, 0)
  }

  /// Leaves out the items that an earlier run had, and those that no run hands out.
  mutating func leaveOut(known: [Int], skipped: [Int]) {
    guard !known.isEmpty || !skipped.isEmpty else { return }
    let all = skipped.isEmpty ? known : (known + skipped).sorted()
    omission = ItemOmission(indexes: all, identities: [])
    facts.itemCount -= all.count
    facts.knownCount = known.count
    facts.skippedCount = skipped.count
  }
}

/// The identities of a page's items, as hashes. Two items share one by accident with a probability of 2⁻⁶⁴.
enum ItemIdentities {
  /// One for each item, in order; 0 for an item without a string or a number there.
  ///
  /// - Parameters:
  ///   - pointer: its place in an item, or in an edge's node.
  ///   - nodeKeys: the keys of an edge's node.
  static func read(
    in items: JSONNode, at pointer: JSONPointer, nodeKeys: [String]
  ) throws(JSONReadError) -> [UInt64] {
    let found = try FoundItems(of: items, ItemFinder(identitiesAt: pointer, nodeKeys: nodeKeys))
    return (0..<found.count).map { found.identity($0).map(hash) ?? 0 }
  }

  /// 0 for a value that is neither a string nor a number.
  static func hash(of value: JSONNode) -> UInt64 {
    var hash = StableHash()
    return value.combine(into: &hash) ? max(1, hash.value) : 0
  }
}
