internal import Dispatch
internal import PagerLocks

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// What callers and the transport's thread share: which transfers are owed a completion, and what the thread is to do.
///
/// A transfer counts as pending from `register` until its completion is taken, by the thread to call it or by `cancel`
/// to drop it. Both happen under the lock, so no completion is both called and dropped. No lock is held while a
/// completion runs, is released, or while libcurl works.
final class TransferLedger: Sendable {
  typealias Completion = @Sendable (Result<HTTPResponse, TransportError>) -> Void

  /// What other threads ask of the transport's own.
  struct Work {
    var submissions: [(id: TransferID, request: HTTPRequest)] = []
    var cancellations: [TransferID] = []

    var isEmpty: Bool { submissions.isEmpty && cancellations.isEmpty }
  }

  /// What becomes of a transfer that a caller registers.
  enum Registration {
    /// The thread will find it among its work.
    case queued(TransferID)
    /// The caller is the thread that drives, and has to start it on the loop.
    case startHere(TransferID, DrivenLoop)
  }

  private enum Phase {
    /// Nothing was sent yet, there is no thread.
    case idle
    case running
    /// The thread cannot go on and is ending; the next transfer after that gets a new one.
    case failing(TransportError)
    /// The thread is to end, or is ending.
    case stopping
    case ended
  }

  private struct State: ~Copyable {
    var phase = Phase.idle
    var lastID: UInt64 = 0
    var completions: [TransferID: Completion] = [:]
    var work = Work()
    var thread: NetworkThread?
    /// Set by the thread, from its beginning to its end.
    var threadID: pthread_t?
    /// Set by the thread while it takes work.
    var loop: DrivenLoop?
    /// Which thread works with the loop.
    var seat = DriverSeat()
    /// What wakes the thread that drives, while there is a loop.
    var bell: Bell?
    /// Why a visitor could not go on.
    var failure: CallFailure?

    var isBusy: Bool { !completions.isEmpty || !work.isEmpty }

    /// Whether the calling thread is the transport's own, or drives.
    var isOnLoop: Bool { seat.isCaller || threadID.map { pthread_equal($0, pthread_self()) != 0 } ?? false }
  }

  private let state = Mutex(State())
  /// Entered while the thread runs.
  private let alive = DispatchGroup()
  /// What the transport's own thread sleeps with where it does not drive.
  private let ownSleep = DispatchSemaphore(value: 0)

  // MARK: Called from any thread

  /// Notes a transfer and hands out its id; the first one calls for the thread.
  ///
  /// - Parameter start: makes the thread, whose first act is `threadBegan` and whose last is `threadEnded`.
  /// - Throws: why the transport takes no transfer: what `start` throws, `shutDown`, or what makes the thread end.
  func register(
    _ request: HTTPRequest, completion: @escaping Completion, shutDown: () -> TransportError,
    start: () throws(TransportError) -> StartedThread
  ) throws(TransportError) -> Registration {
    try state.withLock { state throws(TransportError) in
      switch state.phase {
      case .idle:
        // Under the lock: the thread waits for it in `threadBegan`, and other callers find the thread made.
        let started = try start()
        alive.enter()
        state.bell = started.bell
        let thread = started.thread
        state.thread = consume thread
        state.phase = .running
      case .running: break
      case .failing(let error): throw error
      case .stopping, .ended: throw shutDown()
      }
      state.lastID += 1
      let id = TransferID(rawValue: state.lastID)
      state.completions[id] = completion
      if let loop = state.loop, state.seat.isCaller {
        return .startHere(id, loop)
      }
      wakeBeforeAdding(to: &state)
      state.work.submissions.append((id, request))
      return .queued(id)
    }
  }

  /// Drops a pending transfer's completion.
  ///
  /// - Returns: the loop, when the caller drives and has to abort the transfer there.
  func cancel(_ id: TransferID) -> DrivenLoop? {
    // The completion comes out of the lock alive: what it captured may run code when it is released.
    let (dropped, loop): (Completion?, DrivenLoop?) = state.withLock { state in
      guard let completion = state.completions.removeValue(forKey: id) else { return (nil, nil) }
      if let loop = state.loop, state.seat.isCaller {
        return (completion, loop)
      }
      wakeBeforeAdding(to: &state)
      state.work.cancellations.append(id)
      return (completion, nil)
    }
    withExtendedLifetime(dropped) {}
    return loop
  }

  /// Asks the thread to end. Transfers are refused from now on.
  func requestStop() {
    state.withLock { state in
      switch state.phase {
      case .idle:
        state.phase = .ended
      case .running:
        state.phase = .stopping
        state.bell?.ring()
        ownSleep.signal()
      case .failing:
        state.phase = .stopping
      case .stopping, .ended:
        break
      }
    }
  }

  /// Waits until the thread has ended, for `timeout` at most; not at all on that thread itself, nor on one that drives.
  ///
  /// - Returns: whether it has ended.
  func waitForEnd(timeout: Duration) -> Bool {
    guard !state.withLock({ $0.isOnLoop }) else { return false }
    let limit = DispatchTimeInterval.milliseconds(Int(timeout.milliseconds))
    guard alive.wait(timeout: .now() + limit) == .success else { return false }
    // The thread has run the last line of this library. One of the callers joins it.
    if let thread = state.withLock({ $0.thread.take() }) {
      thread.join()
    }
    return true
  }

  /// Wakes a thread if all may be asleep without knowing of work: when there is some already, one has been woken.
  private func wakeBeforeAdding(to state: inout State) {
    guard state.work.isEmpty else { return }
    if state.seat.isTaken {
      state.bell?.ring()
    } else if state.seat.wakeOwn() {
      ownSleep.signal()
    }
  }

  // MARK: Called from the transport's thread

  /// The thread runs; sends and cancels on the thread that drives use `loop` from now on.
  func threadBegan(_ loop: TransferLoop) {
    state.withLock { state in
      state.threadID = pthread_self()
      state.loop = DrivenLoop(loop)
    }
  }

  /// The thread's loop is about to go; the calling thread drives.
  func withdrawLoop() {
    state.withLock { state in
      state.bell = nil
      state.loop = nil
      // For a thread that comes after this one.
      state.seat = DriverSeat()
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
    state.withLock { $0.completions.removeValue(forKey: id) }
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
      (state.completions.keys.sorted(), exchange(&state.work, with: Work()))
    }
    withExtendedLifetime(work) {}
    for id in pending {
      // One by one, because a completion may cancel those after it.
      takeCompletion(of: id)?(.failure(error))
    }
  }

  /// The thread ends; no line of this library's code follows on it.
  func threadEnded() {
    state.withLock { state in
      if case .failing = state.phase {
        state.phase = .idle
      } else {
        state.phase = .ended
      }
      state.threadID = nil
    }
    alive.leave()
  }
}

// MARK: - Driving

extension TransferLedger {
  /// How long the transport's own thread lets the seat be empty before it takes over.
  private static let timeBetweenLooks = DispatchTimeInterval.milliseconds(1)

  /// Waits until the transport's own thread is to drive. Called by it.
  ///
  /// - Returns: false when the loop is to end; then the seat is taken as well.
  /// - Throws: why a visitor could not go on.
  func waitForSeat() throws(CallFailure) -> Bool {
    while true {
      let (turn, isEnding, failure): (DriverSeat.Turn, Bool, CallFailure?) = state.withLock { state in
        let isRunning = if case .running = state.phase { true } else { false }
        if isRunning, state.failure == nil { return (state.seat.next(isBusy: state.isBusy), false, nil) }
        return (state.seat.take() ? .drive : .rest, !isRunning, state.failure.take())
      }
      switch turn {
      case .drive:
        if let failure { throw failure }
        return !isEnding
      case .watch:
        _ = ownSleep.wait(timeout: .now() + Self.timeBetweenLooks)
      case .rest:
        ownSleep.wait()
      }
    }
  }

  /// Whether a thread that waits wants to drive in place of the transport's own.
  var isSeatWanted: Bool { state.withLock { $0.seat.isWanted } }

  /// The calling thread waits with a semaphore, and would drive meanwhile.
  ///
  /// - Returns: the loop where it drives now; nil where another thread does, or there is nothing to drive.
  func sitDown(_ semaphore: DispatchSemaphore) -> DrivenLoop? {
    let (loop, bell): (DrivenLoop?, Bell?) = state.withLock { state in
      guard case .running = state.phase, state.failure == nil, let loop = state.loop else { return (nil, nil) }
      switch state.seat.sitDown(semaphore) {
      case .sits: return (loop, nil)
      case .applies: return (nil, state.bell)
      case .stands: return (nil, nil)
      }
    }
    bell?.ring()
    return loop
  }

  /// The semaphore of a thread that does not drive was signalled, or its time is over.
  ///
  /// - Returns: the loop where it was handed the seat meanwhile.
  func isSeated(_ semaphore: DispatchSemaphore) -> DrivenLoop? {
    state.withLock { state in
      if state.seat.isTaken(by: semaphore) { return state.loop }
      state.seat.withdraw(semaphore)
      return nil
    }
  }

  /// The calling thread drives no longer.
  ///
  /// - Parameter failure: why it cannot go on; the transport ends with it.
  func getUp(failure: CallFailure? = nil) {
    let applicant = state.withLock { state in
      let applicant = state.seat.getUp()
      state.failure = state.failure ?? failure
      let isRunning = if case .running = state.phase { state.failure == nil } else { false }
      if !isRunning || state.isBusy && state.seat.wakeOwn() { ownSleep.signal() }
      return applicant
    }
    applicant?.signal()
  }

  /// A semaphore is being signalled: where the thread that waits with it drives, it has to look.
  func wakeDriver(waitingWith semaphore: DispatchSemaphore) {
    state.withLock { state in
      if state.seat.isTaken(by: semaphore), !state.seat.isCaller { state.bell?.ring() }
    }
  }
}

/// A transport's loop, for the thread that drives: it alone may touch what is inside.
///
/// Unchecked because the loop is not `Sendable`; the driver's seat sees to it that one thread at a time has it. The loop is
/// not retained: its own thread keeps it until nobody drives, and frees it.
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

/// A thread that has just been started, and what wakes it.
struct StartedThread: ~Copyable {
  let thread: NetworkThread
  let bell: Bell
}
