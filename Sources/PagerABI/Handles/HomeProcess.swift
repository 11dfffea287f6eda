import Glibc
import Synchronization

/// The process in which the library was first used.
///
/// A child of fork() has the parent's memory and none of its threads: locks may be held for ever, the network thread is
/// gone. So every call asks this first, before it takes a lock.
enum HomeProcess {
  private static let identifier = Atomic<Int32>(0)

  /// Whether this is a forked child of the process that uses the library.
  static var isForkedChild: Bool {
    let home = identifier.load(ordering: .relaxed)
    return home != 0 && home != getpid()
  }

  /// Makes this process the home, unless one is.
  static func settle() {
    _ = identifier.compareExchange(expected: 0, desired: getpid(), ordering: .relaxed)
  }
}
