import CPlatform
import CSQLite
import Synchronization

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// A file that this process, or one that it was forked from, has open with SQLite.
///
/// SQLite keeps one record of each file in a process, with the locks that it holds. A child of fork() inherits that
/// record, but none of the locks, so SQLite would rely on locks that the child does not have. A child therefore closes
/// the files of its parents before it opens any file itself. It finds them without a lock, because another thread might
/// have held the lock at the fork.
final class OpenFile: Sendable {
  private enum State {
    static let free: UInt = 0
    static let opening: UInt = 1
    static let closing: UInt = 2
  }

  /// The connection, or one of the states.
  private let connection = Atomic<UInt>(State.opening)
  /// The process that opened it, as the number of forks among its ancestors.
  private let generation: Atomic<UInt32>
  /// Whether a thread is inside SQLite with it. A child that finds it so cannot do anything with it.
  private let isBusy = Atomic<Bool>(true)
  /// The file that was opened before it.
  private let next: OpenFile?

  /// No entry is ever freed, but entries of closed files are reused.
  private static let latest = Atomic<Unmanaged<OpenFile>?>(nil)

  private init(_ generation: UInt32, next: OpenFile?) {
    self.generation = Atomic(generation)
    self.next = next
  }

  /// A connection is about to be made. It counts as busy until `rest`.
  static func begin(_ path: String) throws(CacheError) -> OpenFile {
    guard swiftpager_settle_process() else { throw .outOfMemory }
    let generation = swiftpager_process_generation()
    try closeInherited(path, generation)
    var first = latest.load(ordering: .acquiring)
    var file = first?.takeUnretainedValue()
    while let current = file {
      if current.connection.compareExchange(
        expected: State.free, desired: State.opening, ordering: .acquiringAndReleasing
      ).exchanged {
        current.isBusy.store(true, ordering: .releasing)
        current.generation.store(generation, ordering: .releasing)
        return current
      }
      file = current.next
    }
    while true {
      let made = Unmanaged.passRetained(OpenFile(generation, next: first?.takeUnretainedValue()))
      let outcome = latest.compareExchange(expected: first, desired: made, ordering: .acquiringAndReleasing)
      if outcome.exchanged { return made.takeUnretainedValue() }
      made.release()
      first = outcome.original
    }
  }

  func opened(_ handle: OpaquePointer) { connection.store(UInt(bitPattern: handle), ordering: .releasing) }

  /// Calls `body`, which runs inside SQLite.
  func use<Result>(_ body: () throws(CacheError) -> Result) throws(CacheError) -> Result {
    work()
    defer { rest() }
    return try body()
  }

  func work() { isBusy.store(true, ordering: .sequentiallyConsistent) }
  func rest() { isBusy.store(false, ordering: .sequentiallyConsistent) }

  /// It is closed.
  func end() {
    rest()
    connection.store(State.free, ordering: .releasing)
  }

  // MARK: In a child

  /// Closes the files that the parent had open at the fork.
  private static func closeInherited(_ path: String, _ generation: UInt32) throws(CacheError) {
    var file = latest.load(ordering: .acquiring)?.takeUnretainedValue()
    while let current = file {
      file = current.next
      try current.closeInherited(path, generation)
    }
  }

  private func closeInherited(_ path: String, _ generation: UInt32) throws(CacheError) {
    let inherited = connection.load(ordering: .acquiring)
    guard inherited != State.free, self.generation.load(ordering: .acquiring) != generation else { return }
    guard !isBusy.load(ordering: .acquiring) else {
      throw .storage(
        message: "the cache's file \(path) cannot be opened in this process: its parent forked it while the parent was "
          + "reading or writing such a file; fork at another time, or start the program again in the child")
    }
    // Two threads of the child may meet here: one waits for the other.
    if inherited != State.closing,
      connection.compareExchange(
        expected: inherited, desired: State.closing, ordering: .acquiringAndReleasing
      ).exchanged
    {
      if let handle = OpaquePointer(bitPattern: inherited) {
        // The parent continues with the log.
        _ = csqlite_keep_log_on_close(handle, 1)
        while let statement = sqlite3_next_stmt(handle, nil) { sqlite3_finalize(statement) }
        sqlite3_close_v2(handle)
      }
      end()
    }
    while connection.load(ordering: .acquiring) == State.closing { sched_yield() }
  }
}
