import Dispatch
import PagerClient
import Synchronization

extension _PagerCoordinator {
  /// Calls a function on the main actor with each output, in order. Of changes that follow each other while the main
  /// actor is busy, it gets only the newest.
  func subscribe(_ holder: SubscriptionHolder, _ completion: @escaping @MainActor @Sendable (Output) -> Void) {
    let calls = MainQueueCalls(completion)
    let subscription = OutputSubscription(to: current) { signal in
      if case .output(let output, let isRenewal) = signal { calls.add(output, isChange: isRenewal) }
      return .none
    }
    subscription.request(.unlimited)
    holder.keep(AnyCancellable(subscription))
  }
}

/// Outputs on their way to the main actor.
///
/// Each output enters the main queue when it comes, so it is delivered before anything that enters that queue later,
/// like the end of its call. A change that waits there is delivered in its newest version.
private final class MainQueueCalls<Output: Sendable>: Sendable {
  private let call: @MainActor @Sendable (Output) -> Void
  private let waiting = Mutex(ChangeQueue<Output>())

  init(_ call: @escaping @MainActor @Sendable (Output) -> Void) {
    self.call = call
  }

  func add(_ output: Output, isChange: Bool) {
    let replaced = waiting.withLock { $0.put(output, isChange: isChange) }
    guard replaced == nil else { return }
    // The main queue keeps the order. Tasks of the main actor do not promise it.
    DispatchQueue.main.async { MainActor.assumeIsolated { self.callNext() } }
  }

  @MainActor
  private func callNext() {
    if let output = waiting.withLock({ $0.takeFirst() }) { call(output) }
  }
}

/// Subscriptions that live as long as their holder.
final class SubscriptionHolder: Sendable {
  /// `@unchecked`: Combine's cancellables can be cancelled from every thread, but only their documentation says so.
  private struct Kept: @unchecked Sendable {
    let subscription: AnyCancellable
  }

  private let kept = Mutex<[Kept]>([])

  func keep(_ subscription: AnyCancellable) {
    let subscription = Kept(subscription: subscription)
    kept.withLock { $0.append(subscription) }
  }

  func cancel() {
    let ending = kept.withLock { kept in
      defer { kept.removeAll() }
      return kept
    }
    for entry in ending { entry.subscription.cancel() }
  }
}
