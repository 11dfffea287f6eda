import PagerPublishing
import Synchronization

/// Subscriptions that live as long as their holder.
final class SubscriptionHolder: Sendable {
  /// `@unchecked`: Combine's cancellables can be cancelled from every thread, but only their documentation says so.
  private struct Kept: @unchecked Sendable {
    let subscription: AnyCancellable
  }

  private let kept = Mutex<[Kept]>([])

  func keep(_ subscription: AnyCancellable) {
    let subscription = Kept(subscription: subscription)
    kept.withLock { $0.append(subscription) }
  }

  func cancel() {
    let ending = kept.withLock { kept in
      defer { kept.removeAll() }
      return kept
    }
    for entry in ending { entry.subscription.cancel() }
  }
}
