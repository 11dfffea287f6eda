import SwiftPager
import Synchronization

/// Subscribes to a publisher that does not fail, and keeps the history of all it was sent.
///
/// `@unchecked`: the subscription is guarded by the lock, and may be cancelled from every thread.
final class RecordingSubscriber<Input: Sendable>: Subscriber, @unchecked Sendable {
  typealias Failure = Never

  /// `@unchecked`: holds the subscription, for which the same is true.
  private struct Guarded: @unchecked Sendable {
    var history: [Input] = []
    var isFinished = false
    var subscription: (any Subscription)?
  }

  private let guarded = Mutex(Guarded())

  init() {}

  /// Subscribes at once.
  convenience init(_ publisher: some Publisher<Input, Never>) {
    self.init()
    publisher.subscribe(self)
  }

  /// What was sent so far, in order.
  var history: [Input] { guarded.withLock { $0.history } }

  /// Whether the publisher ended.
  var isFinished: Bool { guarded.withLock { $0.isFinished } }

  /// Forgets what was sent so far.
  func clear() {
    guarded.withLock { $0.history.removeAll() }
  }

  /// Ends the subscription.
  func cancel() {
    let subscription = guarded.withLock { $0.subscription.take() }
    subscription?.cancel()
  }

  func receive(subscription: any Subscription) {
    guarded.withLock { $0.subscription = subscription }
    subscription.request(.unlimited)
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    guarded.withLock { $0.history.append(input) }
    return .none
  }

  func receive(completion: Subscribers.Completion<Never>) {
    guarded.withLock { $0.isFinished = true }
  }
}
