import Foundation  // sched_yield
import Synchronization

/// Runs a function on threads of their own, which begin each round together.
///
/// Within a round, nothing but the code under test orders what the threads do. So ThreadSanitizer judges its orders.
package func inRounds(
  _ rounds: Int, threads: Int, _ body: @escaping @Sendable (_ round: Int, _ thread: Int) -> Void
) async {
  // One that is late must not learn what another did in this round from that one's arrival at the next.
  let (evenLine, oddLine) = (StartingLine(), StartingLine())
  await withTaskGroup { group in
    for thread in 0..<threads {
      group.addTask {
        await onOwnThread {
          for round in 0..<rounds {
            (round.isMultiple(of: 2) ? evenLine : oddLine).wait(for: (round / 2 + 1) * threads)
            body(round, thread)
          }
        }
      }
    }
  }
}

/// Where threads wait for each other. They do not sleep, so that they go on at the same time.
private final class StartingLine: Sendable {
  private let arrivals = Atomic(0)

  /// - Parameter count: the arrivals of all rounds that begin here, up to this one.
  func wait(for count: Int) {
    arrivals.add(1, ordering: .acquiringAndReleasing)
    while arrivals.load(ordering: .acquiring) < count { sched_yield() }
  }
}
