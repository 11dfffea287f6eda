import Glibc

/// A mutex that ThreadSanitizer sees; it stands in for `Synchronization.Mutex` in the builds of
/// `scripts/thread_sanitizer.sh`, and is part of no other.
///
/// The toolchain's own mutex is a futex inside a library that is not instrumented. ThreadSanitizer does not learn
/// from it which accesses are ordered, and reports a race at every guarded value. It does know `pthread_mutex_lock`.
/// The script puts this file into every module that uses `Mutex`; there a declaration of the module itself takes
/// precedence over the imported one, so the code under test is compiled as it stands.
///
/// Unlike the original it keeps its value on the heap: a pthread mutex must not move, and a value of a Swift type may.
/// Source of the interface: the documentation of `Synchronization.Mutex`.
struct Mutex<Value: ~Copyable>: ~Copyable, @unchecked Sendable {  // Sendable: the value is reached under the lock only.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  init(_ initialValue: consuming sending Value) {
    lock = .allocate(capacity: 1)
    lock.initialize(to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    value = .allocate(capacity: 1)
    value.initialize(to: initialValue)
  }

  deinit {
    value.deinitialize(count: 1)
    value.deallocate()
    pthread_mutex_destroy(lock)
    lock.deallocate()
  }

  /// Calls the function with the value, which no other thread reaches meanwhile.
  borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value.pointee)
  }
}
