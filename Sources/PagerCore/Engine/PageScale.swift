import PagerLocks

/// How many times the number of items of a pager's next page is halved, because its server had too much to do for the
/// last one.
///
/// Each page that comes in doubles the size of the next one, up to the original size.
package final class PageScale: Sendable {
  private let scale = Lock(0)

  var halvings: Int { scale.withLock { $0 } }

  /// A page came in that was made smaller so many times.
  func note(_ halvings: Int) {
    scale.withLock { $0 = max(0, halvings - 1) }
  }
}
