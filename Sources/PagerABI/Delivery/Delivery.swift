import CPlatform

/// Where the callbacks of a client run.
enum Delivery: Sendable {
  /// On the threads of the caller, inside the calls that dispatch, wait or pull.
  case dispatch
  /// On one thread of the library.
  case thread
}

extension EventQueue {
  /// Has a thread of the library run the callbacks, from now until the client is released.
  func startThread() throws(ErrorReport) {
    leaveToThread()
    // Ownership: the retain goes with the thread, which gives it back as its last act; without a thread it comes back here.
    let queue = Unmanaged.passRetained(self)
    let hasStarted = swiftpager_start_thread(
      { queue in
        guard let queue else { return }
        Unmanaged<EventQueue>.fromOpaque(queue).takeRetainedValue().serve()
      }, queue.toOpaque())
    guard hasStarted else {
      queue.release()
      throw ErrorReport(.noMemory, "the system could not start the thread that runs the callbacks")
    }
  }
}
