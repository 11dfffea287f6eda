import PagerLocks
import PagerTransport

/// The pace of a client's requests.
package final class Pacer: Sendable {
  private let pace = Lock(Pace())

  /// Nil if requests wait only after a limit has refused them.
  package init?(_ policy: RateLimitPolicy) {
    guard policy == .pace else { return nil }
  }

  func learn(_ response: TransportResponse, now: Int64) {
    guard let budget = RateBudget(response, now: now) else { return }
    pace.withLock { $0.learn(budget) }
  }

  /// How long a request has to wait for its turn.
  func turn(now: Int64, atMost longest: Duration) -> Duration {
    .milliseconds(pace.withLock { $0.turn(now: now, atMost: longest.wholeMilliseconds) })
  }
}
