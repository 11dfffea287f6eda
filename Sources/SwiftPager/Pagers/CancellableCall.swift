import PagerState
import Synchronization

/// One call on a pager that can be cancelled before it began, while it runs, and after it ended.
final class CancellableCall<Model: Sendable>: Sendable {
  private struct State {
    var operation: OperationID?
    var isCancelled = false
  }

  private let coordinator: PagerCoordinator<Model>
  private let state = Mutex(State())

  init(_ coordinator: PagerCoordinator<Model>) {
    self.coordinator = coordinator
  }

  /// Begins the operation, unless the call was cancelled; `end` runs once either way.
  func begin(_ kind: OperationKind, end: @escaping @Sendable (PaginationError?) -> Void) {
    guard !state.withLock({ $0.isCancelled }) else { return end(.cancellation) }
    guard let operation = coordinator.begin(kind, end: end) else { return }
    let isCancelled = state.withLock { state in
      state.operation = operation
      return state.isCancelled
    }
    if isCancelled { coordinator.cancel(operation) }
  }

  func cancel() {
    let operation = state.withLock { state in
      state.isCancelled = true
      return state.operation
    }
    if let operation { coordinator.cancel(operation) }
  }
}
