import PagerClient
import PagerPublishing
import Synchronization

/// One subscriber of a pager's outputs: a queue of its own, emptied by one thread at a time and under no lock.
///
/// So a subscriber sees every output once and in order, whichever threads send, subscribe and ask for more meanwhile. Only of
/// changes that follow each other while it asks for nothing it sees the newest alone: each shows all pages as they are.
final class OutputSubscription<Model: Sendable>: Subscription, Sendable {
  typealias Output = Result<Model, any Error>

  /// What a subscriber is told.
  enum Signal: Sendable {
    /// - Parameter isRenewal: whether it only shows pages as they are now that the output before it showed as they were.
    case output(Output, isRenewal: Bool)
    case finished

    var isRenewal: Bool { if case .output(_, isRenewal: true) = self { true } else { false } }
  }

  /// Calls the subscriber; returns how many more outputs it wants.
  typealias Delivery = (Signal) -> Subscribers.Demand

  /// `@unchecked`: Combine's subscribers may be called from every thread, and say so only in their documentation. They
  /// are called by one thread at a time.
  private struct Active: @unchecked Sendable {
    let current: CurrentOutput<Model>
    let deliver: Delivery
    var waiting = ChangeQueue<Signal>()
    var demand = Subscribers.Demand.none
    /// Whether the outputs know of it: from its first demand on.
    var isAttached = false
    /// Whether a thread is calling the subscriber.
    var isDelivering = false

    /// Takes out what the subscriber is to be told now, if anything.
    mutating func takeNext() -> Signal? {
      guard !isDelivering, let signal = waiting.first else { return nil }
      if case .output = signal {
        guard demand > .none else { return nil }
        demand -= 1
      }
      isDelivering = true
      return waiting.takeFirst()
    }
  }

  /// Nil once it was cancelled or the subscriber was told the end. It is taken out alive, for what it holds may run
  /// code of a user when it is released, which must not happen under the lock.
  private let active: Mutex<Active?>

  /// - Parameter deliver: is called by one thread at a time, but not always by the same.
  init(to current: CurrentOutput<Model>, _ deliver: @escaping Delivery) {
    active = Mutex(Active(current: current, deliver: deliver))
  }

  convenience init<Receiver: Subscriber>(to current: CurrentOutput<Model>, for subscriber: Receiver)
  where Receiver.Input == Output, Receiver.Failure == Never {
    self.init(to: current) { signal in
      switch signal {
      case .output(let output, _):
        return subscriber.receive(output)
      case .finished:
        subscriber.receive(completion: .finished)
        return .none
      }
    }
  }

  /// Queues a signal; `drain` delivers it. Called under the lock of the outputs, which makes the order.
  ///
  /// - Returns: the signal in whose place it waits, to be released under no lock.
  func put(_ signal: Signal) -> Signal? {
    active.withLock { $0?.waiting.put(signal, isChange: signal.isRenewal) }
  }

  /// Delivers what waits, as far as it is asked for, unless another thread is doing so.
  func drain() {
    while let next = takeNext() {
      let further = next.deliver(next.signal)
      active.withLock { active in
        active?.demand += further
        active?.isDelivering = false
      }
    }
  }

  private func takeNext() -> (signal: Signal, deliver: Delivery, ended: Active?)? {
    active.withLock { active in
      guard let signal = active?.takeNext(), let deliver = active?.deliver else { return nil }
      guard case .finished = signal else { return (signal, deliver, nil) }
      return (signal, deliver, active.take())
    }
  }

  // MARK: Subscription

  func request(_ demand: Subscribers.Demand) {
    let unattached = active.withLock { active -> CurrentOutput<Model>? in
      active?.demand += demand
      guard active?.isAttached == false else { return nil }
      active?.isAttached = true
      return active?.current
    }
    guard let unattached else { return drain() }
    unattached.attach(self)
    // Cancelled meanwhile, when there was nothing to detach yet.
    if active.withLock({ $0 == nil }) { unattached.detach(self) }
  }

  func cancel() {
    let ended = active.withLock { $0.take() }
    ended?.current.detach(self)
  }
}
