import PagerLocks
import PagerState

/// Leaves out of the pages of one pager what its earlier pages had.
final class DuplicateFilter: Sendable {
  private struct Guarded {
    var seen = SeenIdentities()
    var newestLoad: LoadID?
  }

  private let guarded = Mutex(Guarded())

  /// The page without the items that were seen before.
  ///
  /// - Parameter number: grows from page to page of a list.
  func filter(_ page: ConnectionPage, of load: LoadID, at number: Int64) -> ConnectionPage {
    guard let identities = page.identities else { return page }
    let duplicates = guarded.withLock { guarded -> [Int] in
      // The answer to a load that was superseded: the page is not wanted any more, and a later one was here already.
      if let newest = guarded.newestLoad, load.number < newest.number { return [] }
      guarded.newestLoad = load
      return guarded.seen.take(identities, of: number)
    }
    return page.leavingOut(duplicates, identities)
  }

  /// A page as it is after a change. Its items are its own.
  ///
  /// - Parameter omitted: those that were left out of it before, because an earlier page had them.
  static func filter(_ page: ConnectionPage, leavingOut omitted: Set<UInt64>) -> ConnectionPage {
    guard let identities = page.identities else { return page }
    var seen = omitted
    let duplicates = identities.indices.filter { identities[$0] != 0 && !seen.insert(identities[$0]).inserted }
    return page.leavingOut(duplicates, identities)
  }
}
