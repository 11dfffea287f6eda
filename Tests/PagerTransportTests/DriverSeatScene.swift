import PagerThreads
import TestSupport

@testable import PagerTransport

/// A seat with threads around it, and a second, simpler account of who drives, who stands and when the alarm rings.
///
/// The scene does with the seat what the transfers' ledger does. Its clock stands still while several things happen at
/// one moment, in any order: also before and after an alarm that rings at this moment.
struct DriverSeatScene {
  enum Driver: Equatable {
    case own
    case visitor(Int)
    case loop
  }

  private var seat = DriverSeat()
  private let start = Deadline.present
  private let semaphores = (0..<4).map { _ in WaitSemaphore() }

  private(set) var now = 0
  private(set) var driver: Driver?
  private(set) var standing: [Int] = []
  private(set) var sleeperCount = 0
  private(set) var isBusy = false
  /// Whether an event loop has called the own thread away.
  private var isCalled = false
  /// When the alarm of the own thread rings; nil while none is set.
  private(set) var alarm: Int? = 0
  private(set) var violations: [String] = []
  private(set) var history: [String] = []

  private func at(_ milliseconds: Int) -> Deadline { start.advanced(byMilliseconds: milliseconds) }

  private mutating func require(_ isTrue: Bool, _ violation: String) {
    if !isTrue { violations.append("\(now) ms: \(violation)") }
  }

  private func number(of semaphore: WaitSemaphore) -> Int? { semaphores.firstIndex { $0 === semaphore } }

  private mutating func set(_ time: Deadline?) {
    guard let time else { return }
    let milliseconds = (now...now + 2 * DriverSeat.patience.upperBound).first { at($0) == time }
    require(milliseconds != nil, "an alarm at another time")
    alarm = milliseconds ?? now
  }

  // MARK: What happens

  mutating func happen(_ generator: inout SeededGenerator) {
    let visitor = Int.random(in: semaphores.indices, using: &generator)
    switch Int.random(in: 0..<9, using: &generator) {
    case 0, 1: sitDown(visitor)
    case 2: withdraw(visitor)
    case 3: getUp()
    case 4: takeTurn()
    case 5: addWork()
    case 6: finishWork()
    case 7: beginSleep()
    default: endSleep()
    }
    check()
  }

  private mutating func sitDown(_ visitor: Int) {
    guard driver != .visitor(visitor), !standing.contains(visitor) else { return }
    history.append("\(visitor) sits down")
    switch seat.sitDown(semaphores[visitor]) {
    case .sits:
      require(driver == nil, "a second thread drives")
      driver = .visitor(visitor)
    case .asks:
      require(driver == .own && standing.isEmpty, "asked for nothing")
      standing.append(visitor)
    case .stands:
      require(driver != nil && (driver != .own || !standing.isEmpty), "stands beside a thread that does not know")
      standing.append(visitor)
    }
  }

  private mutating func withdraw(_ visitor: Int) {
    guard standing.contains(visitor) else { return }
    history.append("\(visitor) withdraws")
    seat.withdraw(semaphores[visitor])
    standing.removeAll { $0 == visitor }
  }

  /// The driver gets up: a visitor at any time, the own thread if another thread wants to drive.
  private mutating func getUp() {
    switch driver {
    case nil: return
    case .own:
      guard seat.isWanted else { return }
      history.append("the own thread hands over")
      leave()
      giveAway()
      look()
    case .visitor, .loop:
      history.append("the driver gets up")
      leave()
      if isBusy { callDriver() }
    }
  }

  private mutating func leave() {
    seat.getUp(at: at(now))
    driver = nil
    isCalled = false
  }

  private mutating func takeTurn() {
    guard driver != .loop else { return }
    history.append("a turn")
    switch seat.sitDownForTurn() {
    case .sits:
      require(driver == nil, "a turn beside a driver")
      driver = .loop
    case .asks:
      require(driver == .own && standing.isEmpty && !isCalled, "the own thread was asked twice")
      isCalled = true
    case .stands: require(driver != nil, "a turn is refused at an empty seat")
    }
  }

  private mutating func addWork() {
    history.append("work")
    isBusy = true
    if driver == nil { callDriver() }
  }

  private mutating func finishWork() {
    guard driver != nil else { return }
    history.append("no work")
    isBusy = false
  }

  private mutating func beginSleep() {
    history.append("a thread sleeps")
    sleeperCount += 1
    seat.beginSleep()
    if isBusy, driver == nil { callDriver() }
  }

  private mutating func endSleep() {
    guard sleeperCount > 0 else { return }
    history.append("a thread wakes")
    sleeperCount -= 1
    seat.endSleep()
  }

  private mutating func callDriver() {
    guard !giveAway() else { return }
    set(seat.callOwn(at: at(now)))
  }

  @discardableResult
  private mutating func giveAway() -> Bool {
    let next = seat.giveAway()
    require(next.flatMap(number) == (driver == nil ? standing.last : nil), "the seat went to another thread")
    guard let next, let visitor = number(of: next) else { return false }
    require(driver == nil, "the seat was given away twice")
    driver = .visitor(visitor)
    standing.removeAll { $0 == visitor }
    return true
  }

  // MARK: The own thread

  /// The own thread looks, because its alarm rings or because it has just got up.
  private mutating func look() {
    alarm = nil
    switch seat.next(isBusy: isBusy, at: at(now)) {
    case .drive:
      history.append("the own thread drives")
      require(driver == nil, "the own thread took a seat that was taken")
      driver = .own
    case .sleep(let time): set(time)
    }
  }

  /// Lets time pass until the alarm rings, or for a while if none is set. What happens at that moment may come before.
  mutating func pass(_ generator: inout SeededGenerator) {
    let time = Int.random(in: 0...150, using: &generator)
    guard let alarm, alarm <= now + time else {
      now += time
      return
    }
    now = alarm
    history.append("\(now) ms")
    while generator.chance(1, of: 2) { happen(&generator) }
    guard self.alarm == now else { return }
    look()
    check()
  }

  /// Nothing else happens any more. Returns after how long the own thread drives; nil: it never does.
  mutating func waitForOwnThread() -> Int? {
    let begin = now
    while driver == nil, let alarm {
      now = alarm
      look()
    }
    return driver == .own ? now - begin : nil
  }

  /// All that must hold at any moment.
  private mutating func check() {
    require(seat.isTaken == (driver != nil), "the seat is taken: \(seat.isTaken)")
    for (visitor, semaphore) in semaphores.enumerated() {
      require(seat.isTaken(by: semaphore) == (driver == .visitor(visitor)), "another visitor drives")
    }
    require(seat.isWanted == (!standing.isEmpty || isCalled), "the seat is wanted: \(seat.isWanted)")
    guard isBusy, driver == nil else { return }
    require(standing.isEmpty, "threads stand beside an empty seat")
    let patience = sleeperCount > 0 ? 0 : DriverSeat.patience.upperBound
    require(alarm.map { $0 <= now + patience } ?? false, "the work waits for \(alarm.map { "\($0) ms" } ?? "ever")")
  }
}
