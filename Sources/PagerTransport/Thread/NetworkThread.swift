private import CCurl
private import PagerThreads

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// Owns a thread of the system, of any use: it is joined, or let go when this value ends.
struct NetworkThread: ~Copyable {
  private let id: pthread_t

  /// libcurl and TLS need some tens of KiB; completions run here too.
  private static let stackSize = 1 << 20

  /// Starts a thread that runs `body`; `pthread_create`.
  ///
  /// The thread blocks all signals, so that a handler of the host never runs on it.
  ///
  /// - Throws: the error number with which the system refuses a thread.
  init(named name: StaticString = "swiftpager-net", running body: @escaping @Sendable () -> Void) throws(CallFailure) {
    var attributes = pthread_attr_t()
    let code = pthread_attr_init(&attributes)
    guard code == 0 else { throw .thread(code) }
    defer { pthread_attr_destroy(&attributes) }
    // Where the size is refused, the system's own does as well.
    _ = pthread_attr_setstacksize(&attributes, Self.stackSize)

    // A new thread inherits the mask of the thread that makes it, which therefore blocks everything for a moment.
    var all = sigset_t()
    var before = sigset_t()
    sigfillset(&all)
    pthread_sigmask(SIG_SETMASK, &all, &before)
    defer { pthread_sigmask(SIG_SETMASK, &before, nil) }

    // Ownership: the retain goes with the thread, which takes it back as its first act; without a thread it comes back
    // here.
    let start = Unmanaged.passRetained(Start(name, body))
    var id = pthread_t()
    let refusal = pthread_create(&id, &attributes, runThread, start.toOpaque())
    guard refusal == 0 else {
      start.release()
      throw .thread(refusal)
    }
    self.id = id
  }

  deinit {
    pthread_detach(id)
  }

  /// Waits until the thread has ended; `pthread_join`. Must not be called on the thread itself.
  consuming func join() {
    pthread_join(id, nil)
    discard self
  }
}

/// What a thread runs, in a form that fits through a `void *`.
private final class Start: Sendable {
  let name: StaticString
  let body: @Sendable () -> Void

  init(_ name: StaticString, _ body: @escaping @Sendable () -> Void) {
    self.name = name
    self.body = body
  }
}

/// The first function of a thread. Named for debuggers and `top -H`; at most 15 characters.
private func runThread(_ context: UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? {
  guard let context else { return nil }
  // Takes over the retain of `NetworkThread.init`.
  let start = Unmanaged<Start>.fromOpaque(context).takeRetainedValue()
  start.name.withUTF8Buffer { name in
    name.withMemoryRebound(to: CChar.self) { if let first = $0.baseAddress { ccurl_thread_set_name(first) } }
  }
  ForkGate.inside(start.body)
  return nil
}
