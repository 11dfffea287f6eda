import CPlatform

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// A thread of the system that runs one function and then ends. Every thread of the library is one, except those that
/// the system gives to a `WorkerPool`.
///
/// The thread blocks all signals, so that a handler of the host never runs on it. While the function runs, the thread
/// counts as inside the library, see `ForkGate`.
package final class SystemThread: Sendable {
  /// The system refused a thread.
  package struct StartFailure: Error {
    package let errorNumber: Int32
  }

  /// Nil once a thread has joined it.
  private let id: Lock<pthread_t?>
  /// Signalled once the thread has run the function and released it.
  private let ended: SteadySemaphore

  /// Starts a thread; `pthread_create(3)`.
  ///
  /// - Parameters:
  ///   - name: for debuggers and `top -H`; at most 15 characters.
  ///   - stackSize: 0 means the system's own.
  package init(
    named name: StaticString, stackSize: Int = 0, running body: @escaping @Sendable () -> Void
  ) throws(StartFailure) {
    let ended = SteadySemaphore()
    // Ownership: the retain goes with the thread, which gives it back once it has run the function. Without a thread it
    // comes back here.
    let start = Unmanaged.passRetained(ThreadStart(body, ended))
    var id = pthread_t()
    // A `StaticString` is in memory that stays, and ends with a 0.
    let refusal = name.withUTF8Buffer { name in
      name.withMemoryRebound(to: CChar.self) { name in
        swiftpager_make_thread(
          &id, name.baseAddress, stackSize,
          { context in
            guard let context else { return }
            ThreadStart.run(context).signal()
          }, start.toOpaque())
      }
    }
    guard refusal == 0 else {
      start.release()
      throw StartFailure(errorNumber: refusal)
    }
    self.id = Lock(id)
    self.ended = ended
  }

  /// The thread goes on by itself.
  deinit {
    if let id = id.withLock({ $0.take() }) { pthread_detach(id) }
  }

  /// Waits until the thread has ended. Must not be called on the thread itself.
  ///
  /// - Returns: whether it has ended. If so, no line of the library runs there any more.
  package func waitForEnd(until deadline: Deadline) -> Bool {
    guard ended.sleep(until: deadline) else { return false }
    // There is one signal, and all callers want it.
    ended.signal()
    // One of the callers joins it.
    if let id = id.withLock({ $0.take() }) { pthread_join(id, nil) }
    return true
  }
}

/// What a thread runs, in a form that fits through a `void *`.
private final class ThreadStart: Sendable {
  private let body: @Sendable () -> Void
  private let ended: SteadySemaphore

  init(_ body: @escaping @Sendable () -> Void, _ ended: SteadySemaphore) {
    self.body = body
    self.ended = ended
  }

  /// A function of its own, so that what the function holds is gone before the thread is said to have ended.
  @inline(never)
  static func run(_ context: UnsafeMutableRawPointer) -> SteadySemaphore {
    let start = Unmanaged<ThreadStart>.fromOpaque(context).takeRetainedValue()
    start.body()
    return start.ended
  }
}
