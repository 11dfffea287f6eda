import Synchronization

/// The newest output of a pager, for its subscribers: the current one at once, then each new one.
///
/// Outputs enter the subscribers' queues under one lock and are delivered outside it. A replay therefore never comes
/// after a newer output, and never twice. Values that leave the state are released outside the lock, because their
/// release can run a user's code.
final class CurrentOutput<Model: Sendable>: Publisher, Sendable {
  typealias Output = Result<Model, any Error>
  typealias Failure = Never

  private typealias Signal = OutputSubscription<Model>.Signal

  private struct State {
    /// The newest output.
    var output: Signal?
    /// The newest output that is not a failure.
    var model: Model?
    var subscriptions: [ObjectIdentifier: OutputSubscription<Model>] = [:]
    var isFinished = false
    /// The number of resets of the pager when the newest output was made, or later.
    var generation: UInt64 = 0

    /// Queues a signal with all subscribers. The caller drains them outside the lock.
    func tellAll(_ signal: Signal) -> Told {
      Told(subscriptions: Array(subscriptions.values), replaced: subscriptions.values.compactMap { $0.put(signal) })
    }
  }

  /// The subscribers with something to deliver, and the signals that they no longer get.
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

  /// The newest output since the last reset; nil before the first one.
  var output: Output? {
    state.withLock { if case .output(let output, _)? = $0.output { output } else { nil } }
  }

  /// The newest output since the last reset that is not a failure; nil before the first one.
  var model: Model? { state.withLock { $0.model } }

  /// Whether subscribers still want an output of a generation.
  func isWanted(_ generation: UInt64) -> Bool { state.withLock { generation >= $0.generation } }

  /// Sends an output that was made in a generation, unless that generation was cleared since.
  ///
  /// - Parameter isRenewal: whether the output shows the same pages as the output before it, with newer data.
  func send(_ output: Output, of generation: UInt64, isRenewal: Bool = false) {
    let (told, released) = state.withLock { state -> (Told?, (Signal?, Model?)) in
      guard generation >= state.generation else { return (nil, (nil, nil)) }
      state.generation = generation
      let before = (state.output, state.model)
      state.output = .output(output, isRenewal: isRenewal)
      if case .success(let model) = output { state.model = model }
      return (state.tellAll(.output(output, isRenewal: isRenewal)), before)
    }
    told?.deliver()
    withExtendedLifetime(released) {}
  }

  /// Forgets the outputs of earlier generations, also those still being made. Nothing is replayed or sent before this
  /// generation's first output.
  func clear(before generation: UInt64) {
    let released = state.withLock { state -> (Signal?, Model?) in
      guard generation > state.generation else { return (nil, nil) }
      state.generation = generation
      return (state.output.take(), state.model.take())
    }
    withExtendedLifetime(released) {}
  }

  /// Tells subscribers that there are no more outputs.
  func finish() {
    let told = state.withLock { state in
      state.isFinished = true
      // The subscriptions hold this object and would keep the last output alive.
      defer { state.subscriptions.removeAll() }
      return state.tellAll(.finished)
    }
    told.deliver()
  }

  func attach(_ subscription: OutputSubscription<Model>) {
    state.withLock { state in
      // The first signals of a subscription do not replace other signals.
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
