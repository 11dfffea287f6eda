import Glibc

/// A continuation that ThreadSanitizer sees; it stands in for the standard library's in the builds of
/// `scripts/thread_sanitizer.sh`, and is part of no other.
///
/// The runtime tells ThreadSanitizer how a resumed task comes after the call that resumed it, except where that call
/// comes before the task has begun to wait: then the task goes on at once, ordered by an atomic of a library that is
/// not instrumented, and whatever it was handed looks like a race. Here both sides also pass a mutex, which makes the
/// order seen. Source of the interface: the documentation of the Swift standard library.
struct CheckedContinuation<Value, Failure: Error>: Sendable {
  fileprivate let original: _Concurrency.CheckedContinuation<Value, Failure>
  fileprivate let order: VisibleOrder

  func resume(returning value: sending Value) {
    order.pass()
    original.resume(returning: value)
  }

  func resume(throwing error: Failure) {
    order.pass()
    original.resume(throwing: error)
  }

  func resume<Thrown: Error>(with result: sending Result<Value, Thrown>) where Failure == any Error {
    order.pass()
    original.resume(with: result)
  }

  func resume() where Value == Void {
    resume(returning: ())
  }
}

// Without the defaulted parameters of the originals: so the compiler prefers these.

nonisolated(nonsending) func withCheckedContinuation<Value>(
  _ body: (CheckedContinuation<Value, Never>) -> Void
) async -> sending Value {
  let order = VisibleOrder()
  let value = await _Concurrency.withCheckedContinuation {
    body(CheckedContinuation(original: $0, order: order))
  }
  order.pass()
  return value
}

nonisolated(nonsending) func withCheckedThrowingContinuation<Value>(
  _ body: (CheckedContinuation<Value, any Error>) -> Void
) async throws -> sending Value {
  let order = VisibleOrder()
  defer { order.pass() }
  return try await _Concurrency.withCheckedThrowingContinuation {
    body(CheckedContinuation(original: $0, order: order))
  }
}

/// A thread that passes later comes after one that passed before, also in the eyes of ThreadSanitizer.
private final class VisibleOrder: @unchecked Sendable {  // A mutex is made to be shared.
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  init() {
    // Made by pthread_mutex_init alone: some modules that this file is put into cannot see the type's own initializer.
    mutex = .allocate(capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  deinit {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  func pass() {
    pthread_mutex_lock(mutex)
    pthread_mutex_unlock(mutex)
  }
}
