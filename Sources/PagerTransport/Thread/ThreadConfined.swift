#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// A value that only the thread which wrapped it gets to see; every thread may carry the wrapper.
///
/// Unchecked because the value need not be `Sendable`: `onOwner` compares threads at run time, which the compiler
/// cannot. The wrapper must be dropped before its thread ends, because the system may give the thread's id to a new
/// one, and dropped there, because the value may be freed with it.
struct ThreadConfined<Value>: @unchecked Sendable {
  private let value: Value
  private let owner: pthread_t

  /// Confines `value` to the calling thread.
  init(_ value: Value) {
    self.value = value
    owner = pthread_self()
  }

  /// The value, on its thread; nil on any other.
  var onOwner: Value? {
    pthread_equal(owner, pthread_self()) != 0 ? value : nil
  }
}
