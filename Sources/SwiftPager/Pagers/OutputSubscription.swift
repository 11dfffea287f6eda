import DequeModule
import PagerPublishing
import Synchronization

/// One subscriber of a pager's outputs: a queue of its own, emptied by one thread at a time and under no lock.
///
/// So a subscriber sees every output once and in order, whichever threads send, subscribe and ask for more meanwhile.
final class OutputSubscription<Model: Sendable>: Subscription, Sendable {
  typealias Output = Result<Model, any Error>

  /// What a subscriber is told.
  enum Signal: Sendable {
    case output(Output)
    case finished
  }

  /// `@unchecked`: Combine's subscribers may be called from every thread, and say so only in their documentation. They
  /// are called by one thread at a time.
  private struct State: @unchecked Sendable {
    var waiting = Deque<Signal>()
    var demand = Subscribers.Demand.none
    var isDraining = false
    /// Calls the subscriber; nil once the subscription was cancelled.
    var deliver: ((Signal) -> Subscribers.Demand)?
  }

  private let current: CurrentOutput<Model>
  private let state: Mutex<State>
  private let isAttached = Atomic(false)

  init<Receiver: Subscriber>(to current: CurrentOutput<Model>, for subscriber: Receiver)
  where Receiver.Input == Output, Receiver.Failure == Never {
    self.current = current
    var state = State()
    state.deliver = { signal in
      switch signal {
      case .output(let output):
        return subscriber.receive(output)
      case .finished:
        subscriber.receive(completion: .finished)
        return .none
      }
    }
    self.state = Mutex(state)
  }

  /// Queues a signal; `drain` delivers it. Called under the lock of the outputs, which makes the order.
  func put(_ signal: Signal) {
    state.withLock { state in
      if state.deliver != nil { state.waiting.append(signal) }
    }
  }

  /// Delivers what waits, as far as it is asked for, unless another thread is about it.
  func drain() {
    while let (signal, deliver) = next() {
      let further = deliver(signal)
      state.withLock { state in
        state.demand += further
        state.isDraining = false
      }
    }
  }

  private func next() -> (Signal, (Signal) -> Subscribers.Demand)? {
    state.withLock { state in
      guard !state.isDraining, let deliver = state.deliver, let signal = state.waiting.first else { return nil }
      if case .output = signal {
        guard state.demand > .none else { return nil }
        state.demand -= 1
      }
      state.waiting.removeFirst()
      state.isDraining = true
      return (signal, deliver)
    }
  }

  // MARK: Subscription

  func request(_ demand: Subscribers.Demand) {
    state.withLock { $0.demand += demand }
    if isAttached.exchange(true, ordering: .relaxed) {
      drain()
    } else {
      current.attach(self)
    }
  }

  func cancel() {
    // Taken out alive: what the subscriber captured may run code when it is released.
    let released = state.withLock { state in
      state.waiting.removeAll()
      return state.deliver.take()
    }
    withExtendedLifetime(released) {}
    current.detach(self)
  }
}
