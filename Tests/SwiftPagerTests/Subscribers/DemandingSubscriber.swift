import SwiftPager
import Synchronization

/// A subscriber that says how many values it wants, and records what it is told.
///
/// `@unchecked`: the subscription is guarded by the lock, and may be used from every thread.
final class DemandingSubscriber<Input: Sendable>: Subscriber, @unchecked Sendable {
  typealias Failure = Never
  /// What to do with a value, by how many came so far: returns how many more are wanted.
  typealias Answer = @Sendable (Int, any Subscription) -> Subscribers.Demand

  /// `@unchecked`: holds the subscription, for which the same is true.
  private struct Guarded: @unchecked Sendable {
    var history: [Input] = []
    var endCount = 0
    var isBusy = false
    var overlapCount = 0
    var subscription: (any Subscription)?
  }

  private let first: Subscribers.Demand
  private let answer: Answer
  private let guarded = Mutex(Guarded())

  /// Subscribes at once, and asks for so many values; `.none` asks for nothing, not even for none.
  init(
    _ publisher: some Publisher<Input, Never>, demand first: Subscribers.Demand,
    answer: @escaping Answer = { _, _ in .none }
  ) {
    self.first = first
    self.answer = answer
    publisher.subscribe(self)
  }

  /// The values so far, in order.
  var history: [Input] { guarded.withLock { $0.history } }

  /// How often the publisher said that it ended.
  var endCount: Int { guarded.withLock { $0.endCount } }

  /// How often it was told something while it was still busy with something else, or after the end.
  var overlapCount: Int { guarded.withLock { $0.overlapCount } }

  func request(_ demand: Subscribers.Demand) {
    guarded.withLock { $0.subscription }?.request(demand)
  }

  func cancel() {
    let subscription = guarded.withLock { $0.subscription.take() }
    subscription?.cancel()
  }

  // MARK: Subscriber

  func receive(subscription: any Subscription) {
    guarded.withLock { $0.subscription = subscription }
    if first > .none { subscription.request(first) }
  }

  func receive(_ input: Input) -> Subscribers.Demand {
    let (count, subscription) = enter { $0.history.append(input) }
    defer { guarded.withLock { $0.isBusy = false } }
    guard let subscription else { return .none }
    return answer(count, subscription)
  }

  func receive(completion: Subscribers.Completion<Never>) {
    _ = enter { $0.endCount += 1 }
    guarded.withLock { $0.isBusy = false }
  }

  private func enter(_ note: (inout Guarded) -> Void) -> (Int, (any Subscription)?) {
    guarded.withLock { guarded in
      if guarded.isBusy || guarded.endCount > 0 { guarded.overlapCount += 1 }
      guarded.isBusy = true
      note(&guarded)
      return (guarded.history.count, guarded.subscription)
    }
  }
}
