import PagerThreads
import TestSupport
import Testing

@testable import PagerTransport

/// Timelines of the seat, on a clock of the tests' own.
@Suite("The driver's seat")
struct DriverSeatTests {
  private let start = Deadline.present
  private let one = WaitSemaphore()
  private let two = WaitSemaphore()

  private func at(_ milliseconds: Int) -> Deadline { start.advanced(byMilliseconds: milliseconds) }

  /// A seat that a visitor has left, with something to do, at 0 ms.
  private func left() -> DriverSeat {
    var seat = DriverSeat()
    #expect(seat.sitDown(one) == .sits)
    seat.getUp(at: start)
    return seat
  }

  @Test func theOwnThreadHasItAtFirst() {
    var seat = DriverSeat()
    #expect(seat.next(isBusy: true, at: start) == .drive)
    #expect(seat.isCaller)
  }

  @Test func theOwnThreadIsAskedOnceToGetUp() {
    var seat = DriverSeat()
    _ = seat.next(isBusy: true, at: start)
    #expect(seat.sitDown(one) == .asks)
    #expect(seat.sitDown(two) == .stands)
    seat.getUp(at: start)
    #expect(seat.giveAway().map { $0 === two } == true)
    #expect(seat.isTaken(by: two) && seat.isWanted)
    #expect(seat.next(isBusy: true, at: start) == .sleep(until: nil))
  }

  @Test func whoStandsGetsASeatThatIsLeft() {
    var seat = DriverSeat()
    #expect(seat.sitDown(one) == .sits)
    #expect(seat.sitDown(two) == .stands)
    seat.getUp(at: start)
    #expect(seat.giveAway().map { $0 === two } == true)
    seat.getUp(at: start)
    #expect(seat.giveAway() == nil)
  }

  @Test func whoGaveUpDoesNotGetIt() {
    var seat = DriverSeat()
    _ = seat.sitDown(one)
    _ = seat.sitDown(two)
    seat.withdraw(two)
    seat.getUp(at: start)
    #expect(seat.giveAway() == nil)
    #expect(!seat.isTaken)
  }

  @Test func anEmptyOneIsTakenOnceItHasBeenEmptyForLong() {
    var seat = left()
    #expect(seat.callOwn(at: start) == at(DriverSeat.patience.lowerBound))
    #expect(seat.callOwn(at: at(10)) == nil, "the alarm rings early enough")
    #expect(seat.next(isBusy: true, at: at(DriverSeat.patience.lowerBound)) == .drive)
  }

  @Test func aVisitorThatComesBackInTimeKeepsIt() {
    var seat = left()
    #expect(seat.callOwn(at: start) == at(DriverSeat.patience.lowerBound))
    for page in 1...10 {
      #expect(seat.sitDown(one) == .sits)
      seat.getUp(at: at(page * 4))
      #expect(seat.callOwn(at: at(page * 4)) == nil, "no thread is woken for a page")
    }
    // It rings, and is set again for the last time that the visitor left.
    #expect(seat.next(isBusy: true, at: at(50)) == .sleep(until: at(140)))
    #expect(seat.sitDown(one) == .sits)
    #expect(seat.next(isBusy: true, at: at(140)) == .sleep(until: nil))
  }

  @Test func theOwnThreadWaitsLongerForAVisitorThatComesBackAndNotForOneThatStaysAway() {
    var seat = left()
    #expect(seat.callOwn(at: start) == at(50))
    for (rings, next) in [(50, 149), (149, 348), (348, 747), (747, 1_146)] {
      #expect(seat.sitDown(one) == .sits)
      seat.getUp(at: at(rings - 1))
      #expect(seat.next(isBusy: true, at: at(rings)) == .sleep(until: at(next)), "100, 200, 400 ms, and no longer")
    }
    #expect(seat.next(isBusy: true, at: at(1_146)) == .drive, "the visitor stayed away")
    #expect(seat.sitDown(one) == .asks)
    seat.getUp(at: at(1_200))
    #expect(seat.giveAway() != nil)
    seat.getUp(at: at(1_300))
    #expect(seat.callOwn(at: at(1_300)) == at(1_350), "the next time it waits for a short while again")
  }

  @Test func anAlarmThatRingsWhileAVisitorDrivesMakesTheWaitLonger() {
    var seat = left()
    #expect(seat.callOwn(at: start) == at(50))
    #expect(seat.sitDown(one) == .sits)
    #expect(seat.next(isBusy: true, at: at(50)) == .sleep(until: nil))
    seat.getUp(at: at(60))
    #expect(seat.callOwn(at: at(60)) == at(160))
  }

  @Test func withNothingToDoTheOwnThreadSleeps() {
    var seat = left()
    #expect(seat.next(isBusy: false, at: at(1_000)) == .sleep(until: nil))
    let alarm = seat.callOwn(at: at(1_000))
    #expect(alarm == at(1_000 + DriverSeat.courtesy), "the thread that sent a request may wait next")
    #expect(seat.next(isBusy: true, at: at(1_001)) == .drive)
  }

  @Test func aThreadThatCannotDriveNeedsTheOwnOneAtOnce() {
    var seat = left()
    seat.beginSleep()
    #expect(seat.callOwn(at: start) == start)
    #expect(seat.next(isBusy: true, at: start) == .drive)
    seat.getUp(at: start)
    seat.endSleep()
    #expect(seat.sitDown(one) == .sits)
    seat.getUp(at: start)
    #expect(seat.callOwn(at: start) == at(DriverSeat.patience.lowerBound))
  }

  @Test func anEarlierAlarmTakesThePlaceOfALaterOne() {
    var seat = left()
    #expect(seat.callOwn(at: start) == at(DriverSeat.patience.lowerBound))
    #expect(seat.callOwnNow(at: at(1)) == at(1))
    #expect(seat.callOwn(at: at(2)) == nil)
    let answers = [seat.seatOwnThread(), seat.seatOwnThread()]
    #expect(answers == [true, false])
  }

  @Test func theEndForgetsTheVisitors() {
    var seat = left()
    _ = seat.sitDown(one)
    _ = seat.sitDown(two)
    seat.clear()
    #expect(!seat.isTaken && !seat.isWanted)
    #expect(seat.next(isBusy: false, at: start) == .drive)
  }

  // MARK: The turns of an event loop

  @Test func aLoopSitsForATurnAndLeavesTheSeatEmpty() {
    var seat = DriverSeat()
    #expect(seat.sitDownForTurn() == .sits)
    #expect(seat.isCaller && !seat.isBetweenTurns)
    seat.getUp(at: start)
    #expect(seat.isBetweenTurns && seat.isLeftByCaller)
    #expect(seat.next(isBusy: true, at: at(10)) != .drive)
  }

  @Test func aTurnCallsTheOwnThreadAwayAndDoesNotStand() {
    var seat = DriverSeat()
    _ = seat.next(isBusy: true, at: start)
    #expect(!seat.isWanted)
    #expect(seat.sitDownForTurn() == .asks)
    #expect(seat.isWanted)
    #expect(seat.sitDownForTurn() == .stands, "it has been asked")
    seat.getUp(at: start)
    #expect(seat.giveAway() == nil)
    #expect(!seat.isTaken && !seat.isWanted && seat.isBetweenTurns)
    #expect(seat.next(isBusy: true, at: at(1)) != .drive, "the loop comes back for its turn")
    #expect(seat.sitDownForTurn() == .sits)
  }

  @Test func theOwnThreadTakesTheSeatOfALoopThatHasNoTurns() {
    var seat = DriverSeat()
    _ = seat.sitDownForTurn()
    seat.getUp(at: start)
    #expect(seat.next(isBusy: true, at: at(DriverSeat.patience.lowerBound)) == .drive)
    seat.getUp(at: at(100))
    #expect(!seat.isBetweenTurns && !seat.isLeftByCaller)
  }

  @Test func aThreadThatWaitsTakesTheSeatBetweenTurnsAndATurnDoesNotDisturbIt() {
    var seat = DriverSeat()
    _ = seat.sitDownForTurn()
    seat.getUp(at: start)
    #expect(seat.sitDown(one) == .sits)
    #expect(seat.sitDownForTurn() == .stands)
    #expect(!seat.isWanted)
    seat.getUp(at: start)
    #expect(!seat.isBetweenTurns, "a thread that waits comes back by itself")
  }

  // MARK: Any order

  @Test("no work waits for ever, and one thread drives, whatever happens at one moment", arguments: 1...20)
  func anyOrder(seed: UInt64) {
    var generator = SeededGenerator(seed: seed)
    for number in 1...100 {
      var scene = DriverSeatScene()
      for _ in 0..<40 {
        if generator.chance(1, of: 4) { scene.pass(&generator) } else { scene.happen(&generator) }
      }
      let waits = scene.isBusy && scene.driver == nil
      let wait = scene.waitForOwnThread()
      if waits {
        #expect(wait.map { $0 <= 2 * DriverSeat.patience.upperBound } == true, "scene \(number) waits \(wait ?? -1) ms")
      }
      guard scene.violations.isEmpty else {
        Issue.record("scene \(number): \(scene.violations)\n\(scene.history.joined(separator: "\n"))")
        return
      }
    }
  }
}
