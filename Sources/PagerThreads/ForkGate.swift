import CPlatform

/// Where a thread says whether fork(2) has to wait for it. It has to while the thread does not sleep and runs code of
/// this library, because the thread may hold a lock that no thread would open in the child. Swift's runtime has such
/// locks, too, for what is made when it is first used.
///
/// Inside, a thread of the host is not cancelled, and arithmetic has C's defaults: `CPlatform/host_threads.c`.
///
/// Public, so that the compiler puts it into the code of other modules. As a call of its own it would take some of the
/// small stack that a caller may have.
public enum ForkGate {
  /// Runs a function of the library.
  @inline(__always)
  public static func inside<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    swiftpager_go_in()
    defer { swiftpager_go_out() }
    return try body()
  }

  /// Waits, or runs a function of the host. A fork does not wait for that. No lock is held meanwhile.
  @inline(__always)
  public static func outside<Result, Failure: Error>(_ body: () throws(Failure) -> Result) throws(Failure) -> Result {
    let depth = swiftpager_step_out()
    defer { swiftpager_step_in(depth) }
    return try body()
  }
}
