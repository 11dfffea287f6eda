internal import PagerThreads

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// Which thread moves the transfers: one at most. Kept under the ledger's lock.
///
/// The transport's own thread drives while no other thread waits. A thread that waits for what a transfer brings may
/// *sit down* and drive in its place. Then no page crosses from one thread to another. Further threads that wait
/// *stand*. When the driver gets up to run a callback, one of them gets the seat.
///
/// If no thread stands, the seat stays empty, because the driver comes back soon as a rule. The transport's own thread
/// takes a seat that has been empty for a while with something to do. It sleeps until then, so a walk wakes no other
/// thread for a page. The while is short after a visitor that stayed away, and grows while visitors come back in time.
///
/// An event loop drives in *turns*: it sits down, does what needs no wait, and gets up. Between its turns it polls the
/// descriptor of the loop, so other threads ring the bell for new work although no thread sits. It does not stand: it
/// *calls* the own thread away, and comes back for its next turn.
struct DriverSeat {
  private enum Driver {
    case none
    case own(pthread_t)
    case visitor(Visitor)
  }

  /// A thread that drives in place of the own one.
  private struct Visitor {
    let thread: pthread_t
    /// What it waits with; nil for the turn of an event loop.
    let semaphore: WaitSemaphore?
  }

  /// The answer to a visitor that asks for the seat.
  enum Admission {
    case sits
    /// The own thread drives, and the visitor has to ask it to get up. The own thread signals the semaphore when the
    /// visitor has the seat.
    case asks
    /// Another visitor drives, or the own thread has been asked already.
    case stands
  }

  /// What the transport's own thread is to do next.
  enum NextStep: Equatable {
    case drive
    /// Sleep until the alarm rings. It rings at this moment; nil: not before another thread sets it.
    case sleep(until: Deadline?)
  }

  /// How many milliseconds the own thread leaves an empty seat to the visitor that got up last, at least and at most.
  static let patience = 50...400
  /// How many it leaves it to the thread that has just sent a request, which may wait next.
  static let courtesy = 1

  private var driver = Driver.none
  /// The visitors that stand.
  private var standing = WaitingThreads<pthread_t>()
  /// How many threads wait that cannot drive.
  private var sleeperCount = 0
  /// How many milliseconds it leaves it now.
  private var patience = Self.patience.lowerBound
  /// When the last visitor got up; nil while no visitor has driven since the own thread did.
  private var leftAt: Deadline?
  /// The thread of the event loop that drives in turns; nil if another visitor was the last, or if the own thread has
  /// driven since.
  private var turnThread: pthread_t?
  /// The event loop that has called the own thread away.
  private var caller: pthread_t?
  /// When the alarm rings that has been set for the own thread; nil if none is set.
  private var alarmTime: Deadline?

  /// Whether the calling thread drives.
  var isCaller: Bool {
    switch driver {
    case .none: false
    case .own(let thread): pthread_equal(thread, pthread_self()) != 0
    case .visitor(let visitor): pthread_equal(visitor.thread, pthread_self()) != 0
    }
  }

  /// Whether a thread drives, perhaps asleep.
  var isTaken: Bool {
    if case .none = driver { false } else { true }
  }

  /// Whether the driving thread waits with the semaphore.
  func isTaken(by semaphore: WaitSemaphore) -> Bool {
    if case .visitor(let visitor) = driver, let its = visitor.semaphore { its === semaphore } else { false }
  }

  /// Whether a visitor waits for the driver to get up.
  var isWanted: Bool { !standing.isEmpty || caller != nil }

  /// Whether an event loop drives in turns, and this is not one of them.
  var isBetweenTurns: Bool { !isTaken && turnThread != nil }

  /// Whether it is the calling thread's event loop that drives in turns, and this is not one of them.
  var isLeftByCaller: Bool {
    !isTaken && turnThread.map { pthread_equal($0, pthread_self()) != 0 } ?? false
  }

  // MARK: A thread that waits

  /// Takes the seat if it is empty.
  mutating func sitDown(_ semaphore: WaitSemaphore) -> Admission {
    let thread = pthread_self()
    if !isTaken {
      driver = .visitor(Visitor(thread: thread, semaphore: semaphore))
      return .sits
    }
    defer { standing.add(semaphore, for: thread) }
    return if case .own = driver, standing.isEmpty { .asks } else { .stands }
  }

  /// Takes the seat for a turn if it is empty. If the own thread drives, it is called away.
  mutating func sitDownForTurn() -> Admission {
    let thread = pthread_self()
    if !isTaken {
      driver = .visitor(Visitor(thread: thread, semaphore: nil))
      return .sits
    }
    guard case .own = driver, !isWanted else { return .stands }
    caller = thread
    return .asks
  }

  /// A visitor gives up waiting for the seat.
  mutating func withdraw(_ semaphore: WaitSemaphore) {
    standing.remove(semaphore)
  }

  /// The thread that drives gets up.
  mutating func getUp(at now: Deadline) {
    switch driver {
    case .visitor(let visitor):
      leftAt = now
      turnThread = visitor.semaphore == nil ? visitor.thread : nil
    case .own where caller != nil:
      leftAt = now
      turnThread = caller
    case .own, .none: break
    }
    caller = nil
    driver = .none
  }

  /// Gives an empty seat to the visitor that began to stand last.
  ///
  /// - Returns: what wakes it.
  mutating func giveAway() -> WaitSemaphore? {
    guard !isTaken, let next = standing.takeLast() else { return nil }
    driver = .visitor(Visitor(thread: next.purpose, semaphore: next.semaphore))
    return next.semaphore
  }

  /// A thread that cannot drive waits. The own thread has to take an empty seat at once.
  mutating func beginSleep() { sleeperCount += 1 }

  mutating func endSleep() { sleeperCount -= 1 }

  // MARK: The transport's own thread

  /// Takes the seat, or says what to do instead. The alarm rings no more.
  ///
  /// - Parameter isBusy: whether there is something to do.
  mutating func next(isBusy: Bool, at now: Deadline) -> NextStep {
    let hasRung = alarmTime != nil
    alarmTime = nil
    switch driver {
    case .own: return .drive
    case .visitor:
      if hasRung { grow() }
      return .sleep(until: nil)
    case .none:
      if let leftAt, !isBusy || sleeperCount == 0 && now < leftAt.advanced(byMilliseconds: patience) {
        guard isBusy else { return .sleep(until: nil) }
        grow()
        return .sleep(until: setAlarm(to: leftAt.advanced(byMilliseconds: patience)))
      }
      seatOwnThread()
      return .drive
    }
  }

  /// The alarm has rung although the visitor comes back in time.
  private mutating func grow() {
    patience = min(2 * patience, Self.patience.upperBound)
  }

  /// There is something to do, and no thread drives or stands. Makes the own thread look after it in time.
  ///
  /// - Returns: when the alarm has to ring; nil when it rings early enough anyway.
  mutating func callOwn(at now: Deadline) -> Deadline? {
    guard let leftAt, sleeperCount == 0 else { return callOwnNow(at: now) }
    let end = leftAt.advanced(byMilliseconds: patience)
    return setAlarm(to: now < end ? end : now.advanced(byMilliseconds: Self.courtesy))
  }

  /// Makes the own thread look at once. Returns what `callOwn` does.
  mutating func callOwnNow(at now: Deadline) -> Deadline? {
    setAlarm(to: now)
  }

  private mutating func setAlarm(to time: Deadline) -> Deadline? {
    if let alarmTime, alarmTime <= time { return nil }
    alarmTime = time
    return time
  }

  /// The own thread takes the seat, if it is empty. The alarm rings no more.
  ///
  /// - Returns: whether it has it.
  @discardableResult
  mutating func seatOwnThread() -> Bool {
    alarmTime = nil
    guard !isTaken else { return false }
    driver = .own(pthread_self())
    leftAt = nil
    turnThread = nil
    patience = Self.patience.lowerBound
    return true
  }

  /// The own thread ends. Another may come after it.
  mutating func clear() {
    driver = .none
    standing = WaitingThreads()
    leftAt = nil
    turnThread = nil
    caller = nil
    alarmTime = nil
    patience = Self.patience.lowerBound
  }
}

/// Decides which thread drives: the transport's own thread, or one of those that wait. See `DriverSeat`.
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
          return (state.seat.seatOwnThread(), !state.isRunning, state.failure.take())
        }
        switch state.seat.next(isBusy: state.isBusy, at: .present) {
        case .drive: return (true, false, nil)
        case .sleep(let time):
          // Under the lock: no other thread sets it meanwhile.
          if let time { alarm.ring(at: time) }
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
    state.withLock { state in
      state.seat.getUp(at: .present)
      // The thread that called it away may find more to do than the sockets say.
      if state.isRunning, !state.giveSeatAway(), state.seat.isBetweenTurns { state.bell?.ring() }
    }
  }

  // MARK: A thread that waits

  /// The calling thread waits with a semaphore, and would drive meanwhile.
  ///
  /// - Returns: the loop if it drives now; nil if another thread does, or there is nothing to drive.
  func sitDown(_ semaphore: WaitSemaphore) -> DrivenLoop? {
    admit { $0.sitDown(semaphore) }
  }

  /// The event loop of the calling thread has its turn.
  ///
  /// - Returns: the loop if it drives now; nil if another thread does, or there is nothing to drive.
  func sitDownForTurn() -> DrivenLoop? {
    let loop = admit { $0.sitDownForTurn() }
    // Until the own thread has got up, the bell calls the event loop, too.
    if loop == nil { sched_yield() }
    return loop
  }

  /// - Returns: the loop if the calling thread has the seat now.
  private func admit(_ ask: (inout DriverSeat) -> DriverSeat.Admission) -> DrivenLoop? {
    let (loop, bell): (DrivenLoop?, Bell?) = state.withLock { state in
      guard let loop = state.drivableLoop else { return (nil, nil) }
      switch ask(&state.seat) {
      case .sits: return (loop, nil)
      case .asks: return (nil, state.bell)
      case .stands: return (nil, nil)
      }
    }
    bell?.ring()
    return loop
  }

  /// What an event loop polls between its turns; nil if there is nothing to drive.
  var turnDescriptor: TurnDescriptor? {
    state.withLock { $0.loop == nil ? nil : $0.turnDescriptor }
  }

  /// The semaphore of a thread that does not drive was signalled, or its time is over.
  ///
  /// - Returns: the loop if the thread was handed the seat meanwhile.
  func isSeated(_ semaphore: WaitSemaphore) -> DrivenLoop? {
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
    state.withLock { state in
      let now = Deadline.present
      state.seat.getUp(at: now)
      state.failure = state.failure ?? failure
      guard state.isRunning, state.failure == nil else { return state.callOwnNow() }
      if state.isBusy { state.callDriver(at: now) }
    }
  }

  /// The calling thread waits and cannot drive.
  func sleep(_ semaphore: WaitSemaphore, until deadline: Deadline) -> WaitEnd {
    state.withLock { state in
      state.seat.beginSleep()
      if state.isBusy, !state.seat.isTaken { state.callDriver(at: .present) }
    }
    defer { state.withLock { $0.seat.endSleep() } }
    return semaphore.sleep(until: deadline)
  }

  /// A semaphore is being signalled: if the thread that waits with it drives, it has to look.
  func wakeDriver(waitingWith semaphore: WaitSemaphore) {
    state.withLock { state in
      if state.seat.isTaken(by: semaphore), !state.seat.isCaller { state.bell?.ring() }
    }
  }
}

extension LedgerState {
  /// Wakes a thread if all may be asleep without knowing of work: when there is some already, one has been woken.
  mutating func wakeBeforeAdding() {
    guard work.isEmpty else { return }
    if seat.isTaken || seat.isBetweenTurns { bell?.ring() }
    if !seat.isTaken { callDriver(at: .present) }
  }

  /// Makes a thread see to what there is to do: one that stands, or else the transport's own in good time. The seat is
  /// empty.
  fileprivate mutating func callDriver(at now: Deadline) {
    guard !giveSeatAway(), let time = seat.callOwn(at: now) else { return }
    alarm?.ring(at: time)
  }

  /// Gives an empty seat to a thread that stands, and wakes it. Returns whether one stands.
  ///
  /// The signal comes under the lock. A thread that finds itself seated may have been woken by what it waits for. It
  /// then finds the signal of the seat, too, and knows that its wait is over.
  @discardableResult
  fileprivate mutating func giveSeatAway() -> Bool {
    guard let visitor = seat.giveAway() else { return false }
    visitor.signal()
    return true
  }

  /// Makes the transport's own thread look at once.
  mutating func callOwnNow() {
    if let time = seat.callOwnNow(at: .present) { alarm?.ring(at: time) }
  }
}
