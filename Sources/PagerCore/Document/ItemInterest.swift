import Synchronization

/// Whether a caller has asked for single items of a pager's pages.
///
/// From then on a page is read with the places of its items: to find them later takes as long as reading it again.
package final class ItemInterest: Sendable {
  private let isThere = Atomic(false)

  package init() {}

  /// A caller asks for an item.
  package func show() {
    isThere.store(true, ordering: .relaxed)
  }

  var isShown: Bool { isThere.load(ordering: .relaxed) }
}
