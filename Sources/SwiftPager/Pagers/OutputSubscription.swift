import PagerClient
import PagerThreads
import Synchronization

/// One subscriber of a pager's outputs. It has its own queue, which one thread at a time empties, under no lock.
///
/// A subscriber therefore sees every output once and in order, whichever threads send, subscribe and ask for more.
/// There is one exception: of changes that follow each other while the subscriber asks for nothing, it sees only the
/// newest, which shows all pages as they are.
final class OutputSubscription<Model: Sendable>: Subscription, Sendable {
  typealias Output = Result<Model, any Error>

  /// A message to a subscriber.
  enum Signal: Sendable {
    /// - Parameter isRenewal: whether the output shows the same pages as the output before it, with newer data.
    case output(Output, isRenewal: Bool)
    case finished

    var isRenewal: Bool { if case .output(_, isRenewal: true) = self { true } else { false } }
  }

  /// Calls the subscriber. Returns the number of further outputs that it wants.
  typealias Deliver = (Signal) -> Subscribers.Demand

  /// `@unchecked`: Combine's subscribers can be called from every thread, but only their documentation says so. One
  /// thread at a time calls them.
  private struct Active: @unchecked Sendable {
    let current: CurrentOutput<Model>
    let deliver: Deliver
    var waiting = ChangeQueue<Signal>()
    var demand = Subscribers.Demand.none
    /// Whether the outputs know the subscription: they do from its first demand on.
    var isAttached = false
    /// The thread that calls the subscriber.
    var runner = OneRunner()

    /// Takes out the next signal for the subscriber, if there is one.
    mutating func takeNext() -> Signal? {
      guard !runner.isRunning, let signal = waiting.first else { return nil }
      if case .output = signal {
        guard demand > .none else { return nil }
        demand -= 1
      }
      return runner.begin() ? waiting.takeFirst() : nil
    }
  }

  /// Nil after the subscription was cancelled or the subscriber got the end. It is moved out and released later,
  /// because its release can run a user's code, which must not happen under the lock.
  private let active: Mutex<Active?>

  /// - Parameter deliver: one thread at a time calls it, but not always the same thread.
  init(to current: CurrentOutput<Model>, _ deliver: @escaping Deliver) {
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

  /// Queues a signal; `drain` delivers it. The caller holds the lock of the outputs, which sets the order.
  ///
  /// - Returns: the signal that it replaces, for the caller to release under no lock.
  func put(_ signal: Signal) -> Signal? {
    active.withLock { $0?.waiting.put(signal, isChange: signal.isRenewal) }
  }

  /// Delivers the waiting signals that the subscriber asked for, unless another thread is already delivering.
  func drain() {
    while let next = takeNext() {
      let further = next.deliver(next.signal)
      active.withLock { active in
        active?.demand += further
        active?.runner.end()
      }
    }
  }

  private func takeNext() -> (signal: Signal, deliver: Deliver, ended: Active?)? {
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
    // The subscription was cancelled before there was anything to detach.
    if active.withLock({ $0 == nil }) { unattached.detach(self) }
  }

  func cancel() {
    let ended = active.withLock { $0.take() }
    ended?.current.detach(self)
  }
}
