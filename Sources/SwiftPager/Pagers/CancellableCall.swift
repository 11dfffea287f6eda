import PagerClient
import PagerEngine
import PagerState
import Synchronization

/// One call on a pager. It can be cancelled before it begins, while it runs and after it has ended.
final class CancellableCall<Model: Sendable>: Sendable {
  private enum State {
    /// The operation has not begun, or is just beginning.
    case waiting
    case begun(OperationID)
    case cancelled
  }

  private let coordinator: _PagerCoordinator<Model>
  private let state = Mutex(State.waiting)

  init(_ coordinator: _PagerCoordinator<Model>) {
    self.coordinator = coordinator
  }

  /// Begins the operation, unless the call was cancelled. `end` runs once in both cases.
  func begin(_ kind: OperationKind, _ terms: RequestTerms, end: @escaping @Sendable (CallEnd) -> Void) {
    if case .cancelled = state.withLock({ $0 }) { return end(.refused(.cancellation)) }
    guard let operation = coordinator.begin(kind, terms, end: end) else { return }
    let isCancelled = state.withLock { state in
      if case .cancelled = state { return true }
      state = .begun(operation)
      return false
    }
    // The call was cancelled while it began, before its operation was known.
    if isCancelled { coordinator.cancel(operation) }
  }

  func cancel() {
    let before = state.withLock { state in
      defer { state = .cancelled }
      return state
    }
    if case .begun(let operation) = before { coordinator.cancel(operation) }
  }
}

extension _PagerCoordinator {
  /// Begins an operation and waits for its end. If the task is cancelled, the operation ends with `cancellation`.
  ///
  /// - Parameter timeout: ends the operation after this time; nil: nothing does.
  /// - Returns: how it ended, and the newest output at that moment.
  func end(
    of kind: OperationKind, _ terms: RequestTerms, timeout: Duration? = nil
  ) async -> (call: CallEnd, output: Output?) {
    let call = CancellableCall(self)
    let isLate = Atomic(false)
    let limit: TimeLimit?
    do throws(ClientError) {
      limit = try timeout.map { timeout throws(ClientError) in
        try client.limit(timeout) {
          isLate.store(true, ordering: .relaxed)
          call.cancel()
        }
      }
    } catch {
      return (.failed(error), nil)
    }
    defer { limit?.cancel() }
    let end = await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        call.begin(kind, terms) { [current] in continuation.resume(returning: ($0, current.output)) }
      }
    } onCancel: {
      call.cancel()
    }
    guard let timeout, isLate.load(ordering: .relaxed), case .refused(.cancellation) = end.0, !Task.isCancelled else {
      return end
    }
    return (.failed(ClientError.timedOut(message: "the list is not complete within \(timeout)")), end.1)
  }
}
