import Dispatch
import PagerPublishing

extension PagerCoordinator {
  /// Calls a function on the main actor with each output, in order.
  func subscribe(_ holder: SubscriptionHolder, _ completion: @escaping @MainActor @Sendable (Output) -> Void) {
    holder.keep(
      outputs.sink { output in
        // The main queue keeps the order, which tasks of the main actor would not promise.
        DispatchQueue.main.async { MainActor.assumeIsolated { completion(output) } }
      })
  }
}
