package import PagerPublishing
import Synchronization

/// Subscribes to a publisher that does not fail, and keeps the history of all it was sent.
///
/// `@unchecked`: the subscription is guarded by the lock, and may be cancelled from every thread.
package final class RecordingSubscriber<Input: Sendable>: Subscriber, @unchecked Sendable {
  package typealias Failure = Never

  /// `@unchecked`: holds the subscription, for which the same is true.
  private struct Guarded: @unchecked Sendable {
    var history: [Input] = []
    var isFinished = false
    var subscription: (any Subscription)?
  }

  private let guarded = Mutex(Guarded())

  package init() {}

  /// Subscribes at once.
  package convenience init(_ publisher: some Publisher<Input, Never>) {
    self.init()
    publisher.subscribe(self)
  }

  /// What was sent so far, in order.
  package var history: [Input] { guarded.withLock { $0.history } }

  /// Whether the publisher ended.
  package var isFinished: Bool { guarded.withLock { $0.isFinished } }

  /// Forgets what was sent so far.
  package func clear() {
    guarded.withLock { $0.history.removeAll() }
  }

  /// Ends the subscription.
  package func cancel() {
    let subscription = guarded.withLock { $0.subscription.take() }
    subscription?.cancel()
  }

  package func receive(subscription: any Subscription) {
    guarded.withLock { $0.subscription = subscription }
    subscription.request(.unlimited)
  }

  package func receive(_ input: Input) -> Subscribers.Demand {
    guarded.withLock { $0.history.append(input) }
    return .none
  }

  package func receive(completion: Subscribers.Completion<Never>) {
    guarded.withLock { $0.isFinished = true }
  }
}
