import PagerThreads
import Synchronization

/// Waiting for the pages to show what the cache has.
///
/// A write shows in the cache at once, and the cache's thread renders the pages that show it a moment later. A caller
/// waits for that before it reads a page after its own write.
extension Cache {
  /// An answer is about to enter a list, to be watched there and to announce its changes. Call `arrived` afterwards.
  package func arrives() -> PageArrival { arrivals.withLock { $0.begin() } }

  /// An answer is in its list, is watched there, and has announced its changes.
  package func arrived(_ arrival: PageArrival) {
    for semaphore in arrivals.withLock({ $0.end(arrival) }) { semaphore.signal() }
  }

  /// Waits until the watched pages have got all changes that were announced before this call, and those of the answers
  /// that were about to enter a list. Never call this from a `notify` or between `arrives` and `arrived`.
  package func settle() {
    arrivals.withLock { $0.wait() }?.sleep()
    guard renderings.load(ordering: .acquiring) > 0 else { return }
    thread.runAndWait {}
  }

  /// Renders pages on the cache's thread.
  func runRendering(_ body: @escaping @Sendable (Cache) -> Void) {
    renderings.add(1, ordering: .relaxed)
    let isTaken = thread.run { [weak self] in
      guard let self else { return }
      body(self)
      renderings.subtract(1, ordering: .releasing)
    }
    if !isTaken { renderings.subtract(1, ordering: .relaxed) }
  }
}

/// An answer that is about to enter a list.
package struct PageArrival: Sendable, Hashable {
  fileprivate let number: UInt64
}

/// The answers that are about to enter lists.
struct PageArrivals {
  private var underWay: Set<PageArrival> = []
  private var last: UInt64 = 0
  private var waiters: [(through: UInt64, semaphore: SteadySemaphore)] = []

  mutating func begin() -> PageArrival {
    last += 1
    let arrival = PageArrival(number: last)
    underWay.insert(arrival)
    return arrival
  }

  /// Returns what the threads wait with that need not wait any more.
  mutating func end(_ arrival: PageArrival) -> [SteadySemaphore] {
    underWay.remove(arrival)
    let oldest = underWay.map(\.number).min() ?? .max
    defer { waiters.removeAll { $0.through < oldest } }
    return waiters.filter { $0.through < oldest }.map(\.semaphore)
  }

  /// What the calling thread waits with until the answers that are under way now have arrived; nil if none is.
  mutating func wait() -> SteadySemaphore? {
    guard !underWay.isEmpty else { return nil }
    let semaphore = SteadySemaphore()
    waiters.append((last, semaphore))
    return semaphore
  }
}
