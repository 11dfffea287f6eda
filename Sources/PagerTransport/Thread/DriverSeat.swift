internal import Dispatch

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// Which thread moves the transfers: at any time one at most. Kept under the ledger's lock.
///
/// The transport's own thread does while nobody waits. A thread that waits for what a transfer brings may *sit down* and
/// move them itself; then no page has to cross from one thread to another. While that thread is away, to run a callback, the
/// seat is empty, and the transport's own thread only *watches*: it takes over when the seat was empty, with something to
/// do, from one look to the next. So a walk wakes no other thread for a page. A thread that is away for long enough, time
/// and again, is *relieved*: the own thread takes its seat at once, and has the next page ready when it comes back.
struct DriverSeat {
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
  enum Answer {
    case sits
    /// The own thread drives. It has to be asked to get up, and then hands the seat over: it signals the semaphore.
    case applies
    /// Another visitor drives, or is about to.
    case stands
  }

  /// What the transport's own thread is to do next.
  enum Turn {
    case drive
    /// Look again after the time between two looks.
    case watch
    /// Sleep until it is woken.
    case rest
  }

  private var driver = Driver.none
  /// Whether a thread that waits has driven since the transport's own did.
  private var isForVisitors = false
  /// A visitor who wants to sit down while the own thread drives.
  private var applicant: Visitor?
  /// Counts who sat down, so that a look sees whether the seat was used since the one before.
  private var sittings: UInt64 = 0
  private var sittingsSeen: UInt64 = 0
  /// Whether the transport's own thread sleeps until it is woken.
  private(set) var isOwnResting = false
  /// Whether the own thread was asked to take the seat of a visitor who went away.
  private var isReliefDue = false

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

  /// Whether a visitor waits for the own thread to get up.
  var isWanted: Bool { applicant != nil }

  // MARK: A thread that waits

  /// Takes the seat if it is empty.
  mutating func sitDown(_ semaphore: DispatchSemaphore) -> Answer {
    let visitor = Visitor(thread: pthread_self(), semaphore: semaphore)
    switch driver {
    case .none:
      give(to: visitor)
      return .sits
    case .own where applicant == nil:
      applicant = visitor
      return .applies
    case .own, .visitor:
      return .stands
    }
  }

  /// A visitor gives up waiting for the seat.
  mutating func withdraw(_ semaphore: DispatchSemaphore) {
    if applicant?.semaphore === semaphore { applicant = nil }
  }

  /// The thread that drives gets up. The seat goes to the applicant.
  ///
  /// - Returns: what tells the applicant.
  mutating func getUp() -> DispatchSemaphore? {
    driver = .none
    guard let next = applicant else { return nil }
    applicant = nil
    give(to: next)
    return next.semaphore
  }

  private mutating func give(to visitor: Visitor) {
    driver = .visitor(visitor)
    isForVisitors = true
    isReliefDue = false
    sittings &+= 1
  }

  // MARK: The transport's own thread

  /// Takes the seat, or says what to do instead.
  ///
  /// - Parameter isBusy: whether there is something to do.
  mutating func next(isBusy: Bool) -> Turn {
    let wasUsed = sittings != sittingsSeen
    sittingsSeen = sittings
    isOwnResting = false
    switch driver {
    case .own: return .drive
    case .visitor:
      if wasUsed { return .watch }
      // It sleeps in the seat, and wakes this thread when it gets up.
      isOwnResting = true
      return .rest
    case .none where isForVisitors && wasUsed && !isReliefDue:
      return .watch
    case .none where isForVisitors && !isBusy:
      isOwnResting = true
      return .rest
    case .none:
      driver = .own(pthread_self())
      isForVisitors = false
      isReliefDue = false
      return .drive
    }
  }

  /// Whether the own thread, which rests, is to be woken: there is something to do, and the seat is empty.
  mutating func wakeOwn() -> Bool {
    guard isOwnResting, !isTaken else { return false }
    isOwnResting = false
    // Its next look finds the seat used, whatever the count says: it watches for a while before it takes over.
    sittings &+= 1
    return true
  }

  /// Has the own thread take the seat, which is empty, as soon as it is woken.
  mutating func relieve() {
    isReliefDue = true
    isOwnResting = false
  }

  /// The transport ends: its own thread takes the seat as soon as it is empty.
  mutating func take() -> Bool {
    guard !isTaken else { return false }
    driver = .own(pthread_self())
    return true
  }
}
