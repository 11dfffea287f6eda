#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// A value behind a mutex, for one thread at a time: `Synchronization.Mutex`, with two differences.
///
/// It works in a child of fork(). The toolchain's mutex for Linux names its owner by a thread id that it has looked up
/// once and kept. In a child that is the id of the parent's thread, and the process ends as soon as two threads want
/// the same mutex. The other difference: ThreadSanitizer sees this mutex.
///
/// The value is on the heap beside the lock: a pthread mutex must not move, and a value of a Swift type may.
public struct Lock<Value: ~Copyable>: ~Copyable, @unchecked Sendable {  // The value is reached under the lock only.
  private let lock: UnsafeMutablePointer<pthread_mutex_t>
  private let value: UnsafeMutablePointer<Value>

  public init(_ initialValue: consuming sending Value) {
    let alignment = max(MemoryLayout<pthread_mutex_t>.alignment, MemoryLayout<Value>.alignment)
    let offset = (MemoryLayout<pthread_mutex_t>.size + alignment - 1) / alignment * alignment
    // For any alignment, `allocate` would ask for aligned memory, which takes twice as long. `free` takes back both.
    let size = offset + MemoryLayout<Value>.size
    let memory = (alignment <= 16 ? malloc(size) : nil) ?? .allocate(byteCount: size, alignment: alignment)
    lock = memory.initializeMemory(as: pthread_mutex_t.self, to: pthread_mutex_t())
    pthread_mutex_init(lock, nil)
    value = (memory + offset).bindMemory(to: Value.self, capacity: 1)
    value.initialize(to: initialValue)
  }

  deinit {
    value.deinitialize(count: 1)
    pthread_mutex_destroy(lock)
    free(lock)
  }

  /// Calls the function with the value, which no other thread reaches meanwhile.
  public borrowing func withLock<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    pthread_mutex_lock(lock)
    defer { pthread_mutex_unlock(lock) }
    return try body(&value.pointee)
  }

  /// Calls the function with the value, unless a thread has it, this one or another. Then the result is nil.
  public borrowing func withLockIfAvailable<Result: ~Copyable, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result? {
    guard pthread_mutex_trylock(lock) == 0 else { return nil }
    defer { pthread_mutex_unlock(lock) }
    return try body(&value.pointee)
  }
}
