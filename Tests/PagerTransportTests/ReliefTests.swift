import Testing

@testable import PagerTransport

/// Threads that wait, as the policy sees them: on a clock of the tests' own.
private struct Visits {
  private var relief = Relief()
  private var now: UInt64 = 1

  /// A thread drives for a while, goes away for so long and comes back to wait.
  ///
  /// - Returns: whether it was relieved meanwhile.
  mutating func isRelieved(away: UInt64, isPossible: Bool = true) -> Bool {
    now += 20_000
    let isRelieved = relief.depart(at: now, isPossible: isPossible)
    #expect(relief.isRelieved == isRelieved)
    now += away
    relief.come(at: now)
    #expect(!relief.isRelieved)
    return isRelieved
  }

  /// How often it is relieved in so many absences.
  mutating func reliefs(_ count: Int, away: UInt64) -> Int {
    (0..<count).count { _ in isRelieved(away: away) }
  }
}

@Suite("Who is away for long is relieved")
struct ReliefTests {
  private let short = Relief.leastAbsence / 2
  private let long = Relief.leastAbsence * 2

  @Test func whoIsBackSoonIsNot() {
    var visits = Visits()
    #expect(visits.reliefs(1_000, away: short) == 0)
  }

  @Test func whoIsAwayForLongIsAfterAFewTimes() {
    var visits = Visits()
    #expect(visits.reliefs(2, away: long) == 0)
    #expect(visits.reliefs(4, away: long) > 0)
  }

  @Test func whoseReliefIsWorthItIsEachTime() {
    var visits = Visits()
    _ = visits.reliefs(8, away: long)
    // Away for ten absences: the pages between were there.
    while !visits.isRelieved(away: long * 10) {}
    #expect(visits.reliefs(100, away: long * 10) == 100)
  }

  @Test func whereThereIsNoProcessorForItNobodyIs() {
    var visits = Visits()
    // Whoever took itself for relieved would spin for what nobody brings.
    let reliefs = (1...100).count { _ in visits.isRelieved(away: long, isPossible: false) }
    #expect(reliefs == 0)
    #expect(visits.reliefs(1, away: long) == 1)
  }

  @Test func whatIsInVainIsTriedMoreAndMoreSeldom() {
    var visits = Visits()
    _ = visits.reliefs(200, away: long)
    let reliefs = visits.reliefs(640, away: long)
    #expect((5...15).contains(reliefs))
  }

  @Test func whoIsALittleLongerAwayNowAndThenGotNothingForIt() {
    var visits = Visits()
    _ = visits.reliefs(200, away: Relief.leastAbsence)
    let reliefs = (0..<640).count { visits.isRelieved(away: Relief.leastAbsence * ($0.isMultiple(of: 2) ? 1 : 3)) }
    #expect(reliefs <= 20)
  }

  @Test func whoIsFasterFromNowOnIsRelievedNoLonger() {
    var visits = Visits()
    _ = visits.reliefs(8, away: long)
    while !visits.isRelieved(away: long * 10) {}
    #expect(visits.reliefs(20, away: 1_000) < 10)
    #expect(visits.reliefs(1_000, away: 1_000) == 0)
  }

  @Test func oneLongAbsenceIsForgotten() {
    var visits = Visits()
    _ = visits.isRelieved(away: 60_000_000_000)
    _ = visits.reliefs(50, away: short)
    #expect(visits.reliefs(1_000, away: short) == 0)
  }

  @Test func manyThreadsMayComeAndGoInAnyOrder() {
    var relief = Relief()
    relief.come(at: 5)
    _ = relief.depart(at: 10, isPossible: true)
    _ = relief.depart(at: 20, isPossible: true)
    relief.come(at: 30)
    relief.come(at: 15)
    #expect(!relief.isRelieved)
  }
}
