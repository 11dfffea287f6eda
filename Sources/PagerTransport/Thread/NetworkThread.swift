internal import CPlatform

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
  /// - Parameter name: for debuggers and `top -H`; at most 15 characters.
  /// - Throws: the error number with which the system refuses a thread.
  init(named name: StaticString = "swiftpager-net", running body: @escaping @Sendable () -> Void) throws(CallFailure) {
    // Ownership: the retain goes with the thread, which takes it back as its first act; without a thread it comes back
    // here.
    let body = Unmanaged.passRetained(Body(body))
    var id = pthread_t()
    // A `StaticString` is in memory that stays, and ends with a 0.
    let refusal = name.withUTF8Buffer { name in
      name.withMemoryRebound(to: CChar.self) { name in
        swiftpager_make_thread(
          &id, name.baseAddress, Self.stackSize,
          { context in
            guard let context else { return }
            Unmanaged<Body>.fromOpaque(context).takeRetainedValue().run()
          }, body.toOpaque())
      }
    }
    guard refusal == 0 else {
      body.release()
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
private final class Body: Sendable {
  let run: @Sendable () -> Void

  init(_ run: @escaping @Sendable () -> Void) {
    self.run = run
  }
}
