import CPlatform

/// Identifies this process among its relatives by fork().
///
/// A child of fork() has the parent's memory and none of its threads. The parent's locks may be held for ever, and its
/// network threads are gone. So a child touches no object of its parent, and begins with a new handle table. The
/// parent's handles carry the parent's number, which is compared before a lock is taken. No handler of pthread_atfork
/// takes part in this, because it could wait for a lock: a child notices at its first call. The handlers in `CPlatform`
/// only make a fork wait for the threads inside the library's code, and clear the mark if the kernel does not.
enum HomeProcess {
  /// A number that no ancestor of this process has used.
  static var generation: UInt32 { swiftpager_process_generation() }

  /// Prepares the process for the first client.
  static func settle() throws(ErrorReport) {
    guard swiftpager_settle_process() else {
      throw ErrorReport(.noMemory, "there is not enough memory to note which process uses the library")
    }
  }
}
