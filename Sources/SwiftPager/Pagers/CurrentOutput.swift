import PagerPublishing
import Synchronization

/// The newest output of a pager, for whoever subscribes: the current one at once, then each new one.
///
/// Outputs enter the subscribers' queues under one lock and are delivered outside it, so a replay comes neither after a
/// newer output nor twice.
final class CurrentOutput<Model: Sendable>: Publisher, Sendable {
  typealias Output = Result<Model, any Error>
  typealias Failure = Never

  private struct State {
    var output: Output?
    var subscriptions: [ObjectIdentifier: OutputSubscription<Model>] = [:]
    var isFinished = false
    /// How often the pager had been reset when the newest output was made, or since.
    var generation: UInt64 = 0
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
    tellAll { state in
      guard generation >= state.generation else { return nil }
      state.generation = generation
      state.output = output
      return .output(output)
    }
  }

  /// Forgets the output of earlier generations, and those that are being made: nothing is replayed or sent until this
  /// generation's first.
  func clear(before generation: UInt64) {
    state.withLock { state in
      guard generation > state.generation else { return }
      state.generation = generation
      state.output = nil
    }
  }

  /// Tells subscribers that nothing will come any more.
  func finish() {
    tellAll { state in
      state.isFinished = true
      return .finished
    }
  }

  func attach(_ subscription: OutputSubscription<Model>) {
    state.withLock { state in
      state.subscriptions[ObjectIdentifier(subscription)] = subscription
      if let output = state.output { subscription.put(.output(output)) }
      if state.isFinished { subscription.put(.finished) }
    }
    subscription.drain()
  }

  func detach(_ subscription: OutputSubscription<Model>) {
    let released = state.withLock { $0.subscriptions.removeValue(forKey: ObjectIdentifier(subscription)) }
    withExtendedLifetime(released) {}
  }

  private func tellAll(_ signal: (inout State) -> OutputSubscription<Model>.Signal?) {
    let told = state.withLock { state -> [OutputSubscription<Model>] in
      guard let signal = signal(&state) else { return [] }
      for subscription in state.subscriptions.values { subscription.put(signal) }
      return Array(state.subscriptions.values)
    }
    for subscription in told { subscription.drain() }
  }
}
