private import CPlatform
internal import Dispatch
internal import PagerLocks
private import PagerThreads

/// Who drives: the transport's own thread and those that wait take turns, see `DriverSeat`.
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
        ownSleep.sleep(until: .now() + Self.timeBetweenLooks)
      case .rest:
        ownSleep.sleep()
      }
    }
  }

  /// Whether a thread that waits wants to drive in place of the transport's own.
  var isSeatWanted: Bool { state.withLock { $0.seat.isWanted } }

  /// Whether the transport's own thread drives in place of one that has gone away.
  var isRelieved: Bool { state.withLock { $0.relief.isRelieved } }

  /// The calling thread waits with a semaphore, and would drive meanwhile.
  ///
  /// - Parameter back: when it began to wait.
  /// - Returns: the loop where it drives now; nil where another thread does, or there is nothing to drive.
  func sitDown(_ semaphore: DispatchSemaphore, back: DispatchTime) -> DrivenLoop? {
    let (loop, bell): (DrivenLoop?, Bell?) = state.withLock { state in
      guard case .running = state.phase, state.failure == nil, let loop = state.loop else { return (nil, nil) }
      state.relief.come(at: back.uptimeNanoseconds)
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
      if !isRunning || state.isBusy && wakeOwn(in: &state) { ownSleep.signal() }
      return applicant
    }
    applicant?.signal()
  }

  /// Has the transport's own thread see to what a visitor leaves: at once, or where nobody comes for a while.
  ///
  /// - Returns: whether it is to be woken.
  private func wakeOwn(in state: inout LedgerState) -> Bool {
    guard !state.seat.isTaken else { return false }
    let now = DispatchTime.now().uptimeNanoseconds
    guard state.relief.depart(at: now, isPossible: swiftpager_usable_processors() > 1) else {
      return state.seat.wakeOwn()
    }
    state.seat.relieve()
    return true
  }

  /// A semaphore is being signalled: where the thread that waits with it drives, it has to look.
  func wakeDriver(waitingWith semaphore: DispatchSemaphore) {
    state.withLock { state in
      if state.seat.isTaken(by: semaphore), !state.seat.isCaller { state.bell?.ring() }
    }
  }
}
