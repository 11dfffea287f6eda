internal import Dispatch
internal import PagerLocks
private import PagerThreads

/// Decides which thread drives: the transport's own thread and those that wait take turns, see `DriverSeat`.
extension TransferLedger {
  // MARK: The transport's own thread

  /// Waits until the transport's own thread is to drive. Called by it.
  ///
  /// - Parameter alarm: what it sleeps with.
  /// - Returns: false when the loop is to end; then the seat is taken as well.
  /// - Throws: why a visitor could not go on.
  func waitForSeat(_ alarm: Alarm) throws(CallFailure) -> Bool {
    while true {
      let (hasSeat, isEnding, failure): (Bool, Bool, CallFailure?) = state.withLock { state in
        guard state.isRunning, state.failure == nil else {
          return (state.seat.take(), !state.isRunning, state.failure.take())
        }
        switch state.seat.next(isBusy: state.isBusy, at: .now) {
        case .drive: return (true, false, nil)
        case .sleep(let delay):
          // Under the lock: no other thread sets it meanwhile.
          if let delay { alarm.ring(after: delay) }
          return (false, false, nil)
        }
      }
      if let failure { throw failure }
      if hasSeat { return !isEnding }
      alarm.sleep()
    }
  }

  /// Whether a thread that waits wants to drive in place of the transport's own.
  var isSeatWanted: Bool { state.withLock { $0.seat.isWanted } }

  /// The transport's own thread drives no longer, because a thread that waits wants to.
  func handOver() {
    let visitor = state.withLock { state in
      state.seat.getUp(at: .now)
      return state.isRunning ? state.seat.giveAway() : nil
    }
    visitor?.signal()
  }

  // MARK: A thread that waits

  /// The calling thread waits with a semaphore, and would drive meanwhile.
  ///
  /// - Returns: the loop if it drives now; nil if another thread does, or there is nothing to drive.
  func sitDown(_ semaphore: DispatchSemaphore) -> DrivenLoop? {
    let (loop, bell): (DrivenLoop?, Bell?) = state.withLock { state in
      guard state.isRunning, state.failure == nil, let loop = state.loop else { return (nil, nil) }
      switch state.seat.sitDown(semaphore) {
      case .sits: return (loop, nil)
      case .asks: return (nil, state.bell)
      case .stands: return (nil, nil)
      }
    }
    bell?.ring()
    return loop
  }

  /// The semaphore of a thread that does not drive was signalled, or its time is over.
  ///
  /// - Returns: the loop if the thread was handed the seat meanwhile.
  func isSeated(_ semaphore: DispatchSemaphore) -> DrivenLoop? {
    state.withLock { state in
      if state.seat.isTaken(by: semaphore) { return state.loop }
      state.seat.withdraw(semaphore)
      return nil
    }
  }

  /// The calling thread, which waited, drives no longer.
  ///
  /// - Parameter failure: why it cannot go on; the transport ends with it.
  func getUp(failure: CallFailure? = nil) {
    let next = state.withLock { state -> DispatchSemaphore? in
      let now = DriverSeat.Instant.now
      state.seat.getUp(at: now)
      state.failure = state.failure ?? failure
      guard state.isRunning, state.failure == nil else {
        state.callOwnNow()
        return nil
      }
      return state.isBusy ? state.callDriver(at: now) : nil
    }
    next?.signal()
  }

  /// The calling thread waits and cannot drive.
  func sleep(_ semaphore: DispatchSemaphore, until deadline: DispatchTime?) -> Bool {
    let visitor = state.withLock { state -> DispatchSemaphore? in
      state.seat.beginSleep()
      return state.isBusy && !state.seat.isTaken ? state.callDriver(at: .now) : nil
    }
    visitor?.signal()
    defer { state.withLock { $0.seat.endSleep() } }
    return semaphore.sleep(until: deadline)
  }

  /// A semaphore is being signalled: if the thread that waits with it drives, it has to look.
  func wakeDriver(waitingWith semaphore: DispatchSemaphore) {
    state.withLock { state in
      if state.seat.isTaken(by: semaphore), !state.seat.isCaller { state.bell?.ring() }
    }
  }
}

extension LedgerState {
  /// Wakes a thread if all may be asleep without knowing of work: when there is some already, one has been woken.
  ///
  /// - Returns: what wakes the visitor that drives from now on; nil if none does.
  mutating func wakeBeforeAdding() -> DispatchSemaphore? {
    guard work.isEmpty else { return nil }
    guard seat.isTaken else { return callDriver(at: .now) }
    bell?.ring()
    return nil
  }

  /// Makes a thread see to what there is to do: one that stands, or else the transport's own in good time. The seat is
  /// empty.
  ///
  /// - Returns: what wakes the visitor that drives from now on; nil if none does.
  fileprivate mutating func callDriver(at now: DriverSeat.Instant) -> DispatchSemaphore? {
    if let next = seat.giveAway() { return next }
    if let delay = seat.callOwn(at: now) { alarm?.ring(after: delay) }
    return nil
  }

  /// Makes the transport's own thread look at once.
  mutating func callOwnNow() {
    if let delay = seat.callOwnNow(at: .now) { alarm?.ring(after: delay) }
  }
}
