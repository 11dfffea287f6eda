internal import Dispatch
internal import PagerThreads

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#endif

/// What callers and the transport's thread share: which transfers are owed a completion, and what the thread is to do.
///
/// A transfer counts as pending from `register` until its completion is taken: by the thread to call it, or by `cancel`
/// to drop it. Both happen under the lock, so no completion is both called and dropped. No lock is held while a
/// completion runs or is released, or while libcurl works.
final class TransferLedger: Sendable {
  /// What takes the result of a transfer. A value around the function, because a table of functions would wrap each of
  /// them twice.
  struct Completion: Sendable {
    let call: @Sendable (Result<TransportResponse, TransportError>) -> Void
  }

  /// What other threads ask of the transport's own.
  struct Work {
    var submissions: [(id: TransferID, request: TransportRequest)] = []
    var cancellations: [TransferID] = []

    var isEmpty: Bool { submissions.isEmpty && cancellations.isEmpty }
  }

  /// What becomes of a transfer that a caller registers.
  enum Registration {
    /// The thread will find it among its work.
    case queued(TransferID)
    /// The caller is the thread that drives, and has to start it on the loop.
    case startHere(TransferID, DrivenLoop)
    /// The caller is the thread of the event loop that drives in turns, and drives now to start it.
    case startInTurn(TransferID, DrivenLoop)
  }

  let state = Lock(LedgerState())

  // MARK: Called from any thread

  /// Notes a transfer and hands out its id; the first one calls for the thread.
  ///
  /// - Parameters:
  ///   - mayDrive: whether the calling thread has enough stack to drive.
  ///   - start: makes the thread, whose first act is `threadBegan` and whose last is `threadEnds`.
  /// - Throws: why the transport takes no transfer: what `start` throws, `shutDown`, or what makes the thread end.
  func register(
    _ request: TransportRequest, completion: Completion, mayDrive: @autoclosure () -> Bool,
    shutDown: () -> TransportError,
    start: () throws(TransportError) -> StartedThread
  ) throws(TransportError) -> Registration {
    try state.withLock { state throws(TransportError) in
      switch state.phase {
      case .idle:
        // Under the lock: the thread waits for it in `threadBegan`, and other callers find the thread made.
        let started = try start()
        state.bell = started.bell
        state.alarm = started.alarm
        state.watchdog = started.watchdog
        state.thread = started.thread
        state.phase = .running
      case .running: break
      case .failing(let error): throw error
      case .stopping, .ended: throw shutDown()
      }
      state.lastID += 1
      let id = TransferID(rawValue: state.lastID)
      state.completions.put(completion, for: id)
      if let loop = state.loop, state.seat.isCaller {
        return .startHere(id, loop)
      }
      if let loop = state.drivableLoop, state.work.isEmpty, state.seat.isLeftByCaller, mayDrive() {
        _ = state.seat.sitDownForTurn()
        return .startInTurn(id, loop)
      }
      state.wakeBeforeAdding()
      state.work.submissions.append((id, request))
      return .queued(id)
    }
  }

  /// Drops a pending transfer's completion.
  ///
  /// - Returns: the loop, when the caller drives and has to abort the transfer there.
  func cancel(_ id: TransferID) -> DrivenLoop? {
    // The completion comes out of the lock alive: what it captured may run code when it is released.
    let (dropped, loop, watchdog): (Completion?, DrivenLoop?, Watchdog?) = state.withLock { state in
      guard let completion = state.completions.remove(id) else { return (nil, nil, nil) }
      if let loop = state.loop, state.seat.isCaller {
        return (completion, loop, nil)
      }
      state.wakeBeforeAdding()
      state.work.cancellations.append(id)
      return (completion, nil, state.watchdog)
    }
    watchdog?.drop(id)
    withExtendedLifetime(dropped) {}
    return loop
  }

  /// Asks the thread to end. Transfers are refused from now on.
  func requestStop() {
    let watchdog: Watchdog? = state.withLock { state in
      switch state.phase {
      case .idle:
        state.phase = .ended
      case .running:
        state.phase = .stopping
        state.bell?.ring()
        state.callOwnNow()
      case .failing:
        state.phase = .stopping
      case .stopping, .ended:
        break
      }
      return state.watchdog
    }
    watchdog?.drop(nil)
  }

  /// Waits until the thread has ended, for `timeout` at most. On that thread itself, and on one that drives, it does
  /// not wait.
  ///
  /// - Returns: whether it has ended.
  func waitForEnd(timeout: Duration) -> Bool {
    let (thread, isOnLoop) = state.withLock { ($0.thread, $0.isOnLoop) }
    guard let thread else { return true }
    return !isOnLoop && thread.waitForEnd(until: Deadline(after: timeout))
  }

  // MARK: Called from the transport's thread

  /// The thread runs; sends and cancels on the thread that drives use `loop` from now on.
  func threadBegan(_ loop: TransferLoop) {
    state.withLock { state in
      state.threadID = pthread_self()
      state.loop = DrivenLoop(loop)
      state.turnDescriptor = TurnDescriptor(
        number: loop.descriptor, generation: (state.turnDescriptor?.generation ?? 0) + 1)
    }
  }

  /// The thread's loop is about to go; the calling thread drives.
  func withdrawLoop() {
    state.withLock { state in
      state.bell = nil
      state.alarm = nil
      state.watchdog = nil
      state.loop = nil
      state.seat.clear()
    }
  }

  /// What there is to do; nil when the loop is to end.
  func takeWork() -> Work? {
    state.withLock { state in
      guard case .running = state.phase else { return nil }
      return exchange(&state.work, with: Work())
    }
  }

  /// The completion of a transfer that has ended, to be called now; nil when it was cancelled.
  func takeCompletion(of id: TransferID) -> Completion? {
    state.withLock { $0.completions.remove(id) }
  }

  /// Takes no more transfers, because the thread has to end; once it has, the next transfer gets a new one.
  func refuse(with error: TransportError) {
    state.withLock { state in
      if case .running = state.phase {
        state.phase = .failing(error)
      }
    }
  }

  /// Ends every pending transfer with `error`, oldest first. No more can come.
  func failPending(with error: TransportError) {
    let (pending, work) = state.withLock { state in
      (state.completions.keys, exchange(&state.work, with: Work()))
    }
    withExtendedLifetime(work) {}
    for id in pending {
      // One by one, because a completion may cancel those after it.
      takeCompletion(of: id)?.call(.failure(error))
    }
  }

  /// The thread ends: what it does from now on does not concern the ledger.
  func threadEnds() {
    state.withLock { state in
      if case .failing = state.phase {
        state.phase = .idle
      } else {
        state.phase = .ended
      }
      state.threadID = nil
    }
  }
}

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
  var completions = SortedTable<TransferID, TransferLedger.Completion>()
  var work = TransferLedger.Work()
  var thread: SystemThread?
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
  /// What ends a move that another thread waits for, while there is a loop that needs one.
  var watchdog: Watchdog?
  /// Why a visitor could not go on.
  var failure: CallFailure?
  /// What an event loop polls that drives in turns. It stays when the loop has gone, for its generation.
  var turnDescriptor: TurnDescriptor?

  var isRunning: Bool { if case .running = phase { true } else { false } }

  /// The loop, for a thread that would drive; nil if the own thread alone may, because it is about to end.
  var drivableLoop: DrivenLoop? { isRunning && failure == nil ? loop : nil }

  /// Whether there is something to do.
  var isBusy: Bool { !completions.isEmpty || !work.isEmpty }

  /// Whether the calling thread is the transport's own, or drives.
  var isOnLoop: Bool { seat.isCaller || threadID.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
}

/// A transport's loop, for the thread that drives: it alone may touch what is inside.
///
/// Unchecked because the loop is not `Sendable`. The driver's seat ensures that one thread at a time has it. The loop
/// is not retained: its own thread keeps it until no thread drives, and frees it.
struct DrivenLoop: @unchecked Sendable {
  private let loop: Unmanaged<TransferLoop>

  init(_ loop: TransferLoop) {
    self.loop = .passUnretained(loop)
  }

  func use<Result, Failure: Error>(
    _ body: (TransferLoop) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(loop.takeUnretainedValue())
  }
}

/// A thread that has just been started, and what wakes it: while it drives, and while it does not.
struct StartedThread: ~Copyable {
  let thread: SystemThread
  let bell: Bell
  let alarm: Alarm
  let watchdog: Watchdog?
}

/// Carries a value to another thread, which takes it out: afterwards nothing on this side holds it.
final class HandOver<Value>: Sendable {
  private let value: Lock<Value?>

  /// Takes a value that the caller uses no more.
  init(_ value: sending Value) {
    self.value = Lock(value)
  }

  /// The value, the first time.
  func takeOnce() -> sending Value? {
    value.withLock { $0.take() }
  }
}
