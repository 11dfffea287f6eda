import PagerThreads

/// How many times the number of items of a pager's pages is halved, because its server has too much to do for more.
package final class PageScale: Sendable {
  private let sizes = Lock(PageSizes())

  package init() {}

  /// A request for a page leaves.
  ///
  /// - Returns: how many times its number of items is halved.
  func next() -> Int { sizes.withLock { $0.next() } }

  /// A page came from the server.
  ///
  /// - Parameters:
  ///   - halvings: how many times its number of items was halved.
  ///   - refusals: how many larger sizes the server refused before it.
  func note(halvings: Int, refusals: Int) {
    sizes.withLock { $0.came(halvings, after: refusals) }
  }
}

/// The sizes of a pager's pages. It takes only numbers and has no side effects. A size is the number of times that the
/// full one is halved.
///
/// Each page that comes in doubles the size of the next one, up to the full size. But a server may take ten seconds to
/// refuse a page. So half of a size that was refused twice is the largest size from then on; now and then one page
/// tries twice that.
struct PageSizes: Sendable, Hashable {
  /// How many pages have the largest size before one tries twice that.
  static let pagesBeforeTry = 20

  /// The size of the next page, unless it is too large.
  private var size = 0
  /// The largest size.
  private var ceiling = 0
  /// How often each size was refused, from the full one on.
  private var refusals: [Int] = []
  /// How many pages have come since the largest size was found, or tried to exceed.
  private var pages = 0

  /// A request for a page leaves. Returns its size.
  mutating func next() -> Int {
    guard ceiling > 0, pages >= Self.pagesBeforeTry else { return max(size, ceiling) }
    pages = 0
    return ceiling - 1
  }

  /// A page of a size came, and the server refused this many larger sizes before it.
  mutating func came(_ size: Int, after count: Int) {
    self.size = max(0, size - 1)
    pages += 1
    // The page was a try. What was refused before does not count any more.
    if size < ceiling {
      ceiling = size
      pages = 0
      refusals.removeLast(max(0, refusals.count - size))
    }
    for refused in max(0, size - count)..<max(0, size) {
      if refused >= refusals.count { refusals += Array(repeating: 0, count: refused + 1 - refusals.count) }
      refusals[refused] += 1
      guard refusals[refused] >= 2, refused >= ceiling else { continue }
      ceiling = refused + 1
      pages = 0
    }
  }
}
