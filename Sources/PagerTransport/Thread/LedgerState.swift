#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What the lock of a `TransferLedger` guards.
struct LedgerState: ~Copyable {
  enum Phase {
    /// Nothing was sent yet, and there is no thread.
    case idle
    case running
    /// The thread cannot go on and is ending; the next transfer after that gets a new one.
    case failing(TransportError)
    /// The thread is to end, or is ending.
    case stopping
    case ended
  }

  var phase = Phase.idle
  var lastID: UInt64 = 0
  var completions: [TransferID: TransferLedger.Completion] = [:]
  var work = TransferLedger.Work()
  var thread: NetworkThread?
  /// Set by the thread, from its beginning to its end.
  var threadID: pthread_t?
  /// Set by the thread while it takes work.
  var loop: DrivenLoop?
  /// Which thread works with the loop.
  var seat = DriverSeat()
  /// What wakes the thread that drives, while there is a loop.
  var bell: Bell?
  /// What wakes the transport's own thread, while there is a loop and another thread drives, or none.
  var alarm: Alarm?
  /// Why a visitor could not go on.
  var failure: CallFailure?

  var isRunning: Bool { if case .running = phase { true } else { false } }

  /// Whether there is something to do.
  var isBusy: Bool { !completions.isEmpty || !work.isEmpty }

  /// Whether the calling thread is the transport's own, or drives.
  var isOnLoop: Bool { seat.isCaller || threadID.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
}
