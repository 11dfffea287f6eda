import PagerLocks
import PagerState

/// Leaves out of the pages of one pager what its earlier pages had.
final class DuplicateFilter: Sendable {
  private struct Guarded {
    var seen = SeenIdentities()
    var newestLoad: LoadID?
    /// How many items came since the last new one.
    var repeats = 0

    /// Whether more items were repeated, one after the other, than the list has: the server does not move on.
    mutating func goesRound(_ identities: [UInt64], _ duplicates: [Int]) -> Bool {
      repeats = duplicates.count == identities.count ? repeats + identities.count : 0
      return repeats > seen.count
    }
  }

  private let guarded = Lock(Guarded())

  /// The page without the items that were seen before.
  ///
  /// - Parameter number: grows from page to page of a list.
  func filter(_ page: ConnectionPage, of load: LoadID, at number: Int64) -> ConnectionPage {
    guard let identities = page.identities else { return page }
    let (duplicates, goesRound) = guarded.withLock { guarded -> ([Int], Bool) in
      // The answer to a load that was superseded: the page is not wanted any more, and a later one was here already.
      if let newest = guarded.newestLoad, load.number < newest.number { return ([], false) }
      guarded.newestLoad = load
      let duplicates = guarded.seen.take(identities, of: number)
      return (duplicates, guarded.goesRound(identities, duplicates))
    }
    var page = page.leavingOut(duplicates, identities)
    if goesRound, case .open = page.inspection.next { page.inspection.next = .broken(.cursorCycle) }
    return page
  }

  /// A page after a change. It keeps its own items.
  ///
  /// - Parameter omitted: the items that were left out of it before, because an earlier page had them.
  static func filter(_ page: ConnectionPage, leavingOut omitted: Set<UInt64>) -> ConnectionPage {
    guard let identities = page.identities else { return page }
    var seen = omitted
    let duplicates = identities.indices.filter { identities[$0] != 0 && !seen.insert(identities[$0]).inserted }
    return page.leavingOut(duplicates, identities)
  }
}
