internal import Dispatch

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
/// takes a seat that has been empty for `patience` with something to do. It sleeps until then, so a walk wakes no other
/// thread for a page.
struct DriverSeat {
  typealias Instant = SuspendingClock.Instant

  private enum Driver {
    case none
    case own(pthread_t)
    case visitor(Visitor)
  }

  /// A thread that waits, and what it waits with.
  private struct Visitor {
    let thread: pthread_t
    let semaphore: DispatchSemaphore
  }

  /// What came of a visitor's wish to sit down.
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
    /// Sleep until the alarm rings. It rings after this time; nil: not before another thread sets it.
    case sleep(Duration?)
  }

  /// How long the own thread leaves an empty seat to the visitor that got up last.
  static let patience = Duration.milliseconds(50)
  /// How long it leaves it to the thread that has just sent a request, which may wait next.
  static let courtesy = Duration.milliseconds(1)

  private var driver = Driver.none
  /// The visitors that stand.
  private var standing: [Visitor] = []
  /// How many threads wait that cannot drive.
  private var sleeperCount = 0
  /// When the last visitor got up; nil while no visitor has driven since the own thread did.
  private var leftAt: Instant?
  /// When the alarm rings that has been set for the own thread; nil if none is set.
  private var alarmTime: Instant?

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

  /// Whether the thread that drives waits with that semaphore.
  func isTaken(by semaphore: DispatchSemaphore) -> Bool {
    if case .visitor(let visitor) = driver { visitor.semaphore === semaphore } else { false }
  }

  /// Whether a visitor waits for the driver to get up.
  var isWanted: Bool { !standing.isEmpty }

  // MARK: A thread that waits

  /// Takes the seat if it is empty.
  mutating func sitDown(_ semaphore: DispatchSemaphore) -> Admission {
    let visitor = Visitor(thread: pthread_self(), semaphore: semaphore)
    switch driver {
    case .none:
      driver = .visitor(visitor)
      return .sits
    case .own where standing.isEmpty:
      standing.append(visitor)
      return .asks
    case .own, .visitor:
      standing.append(visitor)
      return .stands
    }
  }

  /// A visitor gives up waiting for the seat.
  mutating func withdraw(_ semaphore: DispatchSemaphore) {
    standing.removeAll { $0.semaphore === semaphore }
  }

  /// The thread that drives gets up.
  mutating func getUp(at now: Instant) {
    if case .visitor = driver { leftAt = now }
    driver = .none
  }

  /// Gives an empty seat to the visitor that began to stand last: its data is the likeliest to be in the processor's
  /// caches.
  ///
  /// - Returns: what wakes it.
  mutating func giveAway() -> DispatchSemaphore? {
    guard !isTaken, let next = standing.popLast() else { return nil }
    driver = .visitor(next)
    return next.semaphore
  }

  /// A thread that cannot drive waits. The own thread has to take an empty seat at once.
  mutating func beginSleep() { sleeperCount += 1 }

  mutating func endSleep() { sleeperCount -= 1 }

  // MARK: The transport's own thread

  /// Takes the seat, or says what to do instead. The alarm rings no more.
  ///
  /// - Parameter isBusy: whether there is something to do.
  mutating func next(isBusy: Bool, at now: Instant) -> NextStep {
    alarmTime = nil
    switch driver {
    case .own: return .drive
    case .visitor: return .sleep(nil)
    case .none:
      if let leftAt, !isBusy || sleeperCount == 0 && now < leftAt + Self.patience {
        return .sleep(isBusy ? setAlarm(to: leftAt + Self.patience, at: now) : nil)
      }
      take()
      return .drive
    }
  }

  /// There is something to do, and no thread drives or stands. Makes the own thread look after it in time.
  ///
  /// - Returns: after which time the alarm has to ring; nil when it rings early enough anyway.
  mutating func callOwn(at now: Instant) -> Duration? {
    guard let leftAt, sleeperCount == 0 else { return callOwnNow(at: now) }
    let end = leftAt + Self.patience
    return setAlarm(to: now < end ? end : now + Self.courtesy, at: now)
  }

  /// Makes the own thread look at once. Returns what `callOwn` does.
  mutating func callOwnNow(at now: Instant) -> Duration? {
    setAlarm(to: now, at: now)
  }

  private mutating func setAlarm(to time: Instant, at now: Instant) -> Duration? {
    if let alarmTime, alarmTime <= time { return nil }
    alarmTime = time
    return now.duration(to: time)
  }

  /// The own thread takes the seat, if it is empty. The alarm rings no more.
  ///
  /// - Returns: whether it has it.
  @discardableResult
  mutating func take() -> Bool {
    alarmTime = nil
    guard !isTaken else { return false }
    driver = .own(pthread_self())
    leftAt = nil
    return true
  }

  /// The own thread ends. Another may come after it.
  mutating func clear() {
    driver = .none
    standing = []
    leftAt = nil
    alarmTime = nil
  }
}
