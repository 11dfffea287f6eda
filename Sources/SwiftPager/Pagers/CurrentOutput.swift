import PagerPublishing
import Synchronization

/// The newest output of a pager, for its subscribers: the current one at once, then each new one.
///
/// Outputs enter the subscribers' queues under one lock and are delivered outside it, so a replay comes neither after a
/// newer output nor twice. What leaves the state is released outside the lock: its end may run code of a user.
final class CurrentOutput<Model: Sendable>: Publisher, Sendable {
  typealias Output = Result<Model, any Error>
  typealias Failure = Never

  private typealias Signal = OutputSubscription<Model>.Signal

  private struct State {
    /// The newest output.
    var output: Signal?
    var subscriptions: [ObjectIdentifier: OutputSubscription<Model>] = [:]
    var isFinished = false
    /// How often the pager had been reset when the newest output was made, or since.
    var generation: UInt64 = 0

    /// Queues a signal with all subscribers, which are to be drained outside the lock.
    func tellAll(_ signal: Signal) -> Told {
      Told(subscriptions: Array(subscriptions.values), replaced: subscriptions.values.compactMap { $0.put(signal) })
    }
  }

  /// Who has something to be delivered, and what they will not be told any more.
  private struct Told {
    let subscriptions: [OutputSubscription<Model>]
    let replaced: [Signal]

    /// Outside the lock.
    func deliver() {
      for subscription in subscriptions { subscription.drain() }
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
  ///
  /// - Parameter isRenewal: whether it only shows pages as they are now that the output before it showed as they were.
  func send(_ output: Output, of generation: UInt64, isRenewal: Bool = false) {
    let (told, released) = state.withLock { state -> (Told?, Signal?) in
      guard generation >= state.generation else { return (nil, nil) }
      state.generation = generation
      let before = state.output
      state.output = .output(output, isRenewal: isRenewal)
      return (state.tellAll(.output(output, isRenewal: isRenewal)), before)
    }
    told?.deliver()
    withExtendedLifetime(released) {}
  }

  /// Forgets the output of earlier generations, and those that are being made: nothing is replayed or sent until this
  /// generation's first.
  func clear(before generation: UInt64) {
    let released = state.withLock { state -> Signal? in
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
    told.deliver()
  }

  func attach(_ subscription: OutputSubscription<Model>) {
    state.withLock { state in
      // Its first signals take no other's place.
      if let output = state.output { _ = subscription.put(output) }
      if state.isFinished {
        _ = subscription.put(.finished)
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
