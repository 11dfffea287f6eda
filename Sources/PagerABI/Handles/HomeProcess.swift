import CPlatform

/// The process in which the library was first used.
///
/// A child of fork() has the parent's memory and none of its threads: locks may be held for ever, the network thread is
/// gone. So every call asks this first, before it takes a lock.
enum HomeProcess {
  /// Whether this is a forked child of the process that uses the library.
  static var isForkedChild: Bool { swiftpager_is_forked_process() }

  /// Makes this process the home, unless one is.
  static func settle() throws(ErrorReport) {
    guard swiftpager_settle_process() else {
      throw ErrorReport(.noMemory, "there is not enough memory to note which process uses the library")
    }
    CallbackStack.prepare
  }
}
