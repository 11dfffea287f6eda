import PagerPublishing
import Synchronization

/// The newest output of a pager, for its subscribers: the current one at once, then each new one.
///
/// Outputs enter the subscribers' queues under one lock and are delivered outside it, so a replay comes neither after a
/// newer output nor twice. What leaves the state is released outside the lock: its end may run code of a user.
final class CurrentOutput<Model: Sendable>: Publisher, Sendable {
  typealias Output = Result<Model, any Error>
  typealias Failure = Never

  private struct State {
    var output: Output?
    var subscriptions: [ObjectIdentifier: OutputSubscription<Model>] = [:]
    var isFinished = false
    /// How often the pager had been reset when the newest output was made, or since.
    var generation: UInt64 = 0

    /// Queues a signal with all subscribers, which are to be drained outside the lock.
    func tellAll(_ signal: OutputSubscription<Model>.Signal) -> [OutputSubscription<Model>] {
      for subscription in subscriptions.values { subscription.put(signal) }
      return Array(subscriptions.values)
    }
  }

  private let state = Mutex(State())

  func receive<Receiver: Subscriber>(subscriber: Receiver)
  where Receiver.Input == Output, Receiver.Failure == Never {
    subscriber.receive(subscription: OutputSubscription(to: self, for: subscriber))
  }

  /// Whether an output of a generation is still wanted.
  func isWanted(_ generation: UInt64) -> Bool { state.withLock { generation >= $0.generation } }

  /// Sends an output that was made in a generation, unless that has been cleared since.
  func send(_ output: Output, of generation: UInt64) {
    let (told, released) = state.withLock { state -> ([OutputSubscription<Model>], Output?) in
      guard generation >= state.generation else { return ([], nil) }
      state.generation = generation
      let before = state.output
      state.output = output
      return (state.tellAll(.output(output)), before)
    }
    for subscription in told { subscription.drain() }
    withExtendedLifetime(released) {}
  }

  /// Forgets the output of earlier generations, and those that are being made: nothing is replayed or sent until this
  /// generation's first.
  func clear(before generation: UInt64) {
    let released = state.withLock { state -> Output? in
      guard generation > state.generation else { return nil }
      state.generation = generation
      return state.output.take()
    }
    withExtendedLifetime(released) {}
  }

  /// Tells subscribers that nothing will come any more.
  func finish() {
    let told = state.withLock { state in
      state.isFinished = true
      // Forgotten, for they hold this and would keep the last output alive.
      defer { state.subscriptions.removeAll() }
      return state.tellAll(.finished)
    }
    for subscription in told { subscription.drain() }
  }

  func attach(_ subscription: OutputSubscription<Model>) {
    state.withLock { state in
      if let output = state.output { subscription.put(.output(output)) }
      if state.isFinished {
        subscription.put(.finished)
      } else {
        state.subscriptions[ObjectIdentifier(subscription)] = subscription
      }
    }
    subscription.drain()
  }

  func detach(_ subscription: OutputSubscription<Model>) {
    let released = state.withLock { $0.subscriptions.removeValue(forKey: ObjectIdentifier(subscription)) }
    withExtendedLifetime(released) {}
  }
}
