import Dispatch
import Synchronization

/// Holds a thread inside a function of a user until the test lets it go on.
package final class Gate: Sendable {
  private let opened = DispatchSemaphore(value: 0)
  private let arrivals = Mutex(0)
  private let isOpen = Atomic(false)

  package init() {}

  /// How often a thread came here.
  package var arrivalCount: Int { arrivals.withLock { $0 } }

  /// Waits for `open()`; gives up after a while, so that a failing test ends.
  package func pass() {
    arrivals.withLock { $0 += 1 }
    if !isOpen.load(ordering: .acquiring) { _ = opened.wait(timeout: .now() + 30) }
  }

  /// Lets one thread go on, which is waiting or will be.
  package func open() {
    opened.signal()
  }

  /// Lets every thread go on, from now on.
  package func stayOpen() {
    isOpen.store(true, ordering: .releasing)
    for _ in 0..<arrivalCount { opened.signal() }
  }
}
