import PagerClient
import PagerState
import PagerThreads

/// The drain of a page whose list is found in its own answer: only that shows which lists are inside the items.
final class DeferredDrain: PageCompletion {
  private let make: @Sendable () -> NestedDrain?
  private let state = Lock(State())

  private struct State {
    var drain: NestedDrain?
    var isCancelled = false
  }

  /// - Parameter make: makes the drain once the page has been read; nil: no list is inside the items.
  init(_ make: @escaping @Sendable () -> NestedDrain?) {
    self.make = make
  }

  func complete(
    _ page: ListPage, in answer: Answer, done: @escaping @Sendable (Result<ListPage, any Error>) -> Void
  ) {
    guard let drain = make() else { return done(.success(page)) }
    let isCancelled = state.withLock { state in
      state.drain = drain
      return state.isCancelled
    }
    if isCancelled { drain.cancel() }
    drain.complete(page, in: answer, done: done)
  }

  func cancel() {
    let drain = state.withLock { state in
      state.isCancelled = true
      return state.drain
    }
    drain?.cancel()
  }

  var wait: RequestWait? { state.withLock { $0.drain }?.wait }
}
