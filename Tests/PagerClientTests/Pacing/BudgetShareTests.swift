import TestSupport
import Testing

@testable import PagerClient

@Suite("A client that uses a share of a server's budget")
struct BudgetShareTests {
  private static let start: Int64 = 1_700_000_000_000

  /// A server with a budget for a window, and other clients that use the rest of it.
  private struct Window {
    let limit = 100.0
    let length: Int64 = 60_000
    let othersPart: Double
    var remaining = 100.0
    var othersUsed = 0.0
    var end = start + 60_000
    /// How much this client has used, in each window.
    var used = [0.0]

    mutating func pass(to now: Int64) {
      while now >= end {
        end += length
        (remaining, othersUsed) = (limit, 0)
        used.append(0)
      }
    }

    mutating func take(_ cost: Double) {
      remaining -= cost
      used[used.count - 1] += cost
    }

    mutating func takeOthers(_ cost: Double) {
      let cost = min(cost, limit * othersPart - othersUsed)
      othersUsed += cost
      remaining -= cost
    }

    func budget(now: Int64) -> RateBudget {
      RateBudget(limit: limit, remaining: remaining, refill: .at(end), time: now)
    }
  }

  @Test(
    "the client uses nearly all of its share in a window, and never more", arguments: [0.1, 0.25, 0.5, 0.9], [1.0, 3.0])
  func windows(part: Double, cost: Double) {
    var random = SeededGenerator(seed: UInt64(part * 100 + cost))
    var pace = Pace(part: part)
    var server = Window(othersPart: 1 - part)
    var now = Self.start
    while server.used.count < 12 {
      server.takeOthers(.random(in: 0..<3, using: &random).rounded(.down))
      now += pace.turn(now: now, atMost: 120_000)
      server.pass(to: now)
      server.take(cost)
      now += .random(in: 5...100, using: &random)
      server.pass(to: now)
      pace.learn(server.budget(now: now))
    }
    #expect(server.remaining >= 0)
    for used in server.used { #expect(used <= max(cost, part * 100) + cost) }
    for used in server.used.dropFirst().dropLast() { #expect(used >= part * 100 * 0.6 - cost) }
  }

  @Test("many requests that wait at once do not leave at once when the budget is back")
  func crowd() {
    var pace = Pace(part: 0.1)
    pace.learn(RateBudget(limit: 100, remaining: 99, refill: .at(Self.start + 60_000), time: Self.start))
    let turns = (0..<40).map { _ in pace.turn(now: Self.start, atMost: 120_000) }
    #expect(turns == turns.sorted())
    for window in 0..<5 {
      let start = Int64(window) * 60_000
      #expect(turns.count { (start..<(start + 60_000)).contains($0) } <= 11)
    }
  }

  /// How many requests leave at once, after which the next one waits.
  private func leavingAtOnce(_ pace: Pace, now: Int64) -> Int {
    var pace = pace
    return (0..<1000).prefix { _ in pace.turn(now: now, atMost: 120_000) == 0 }.count
  }

  @Test(
    "Requests before the first response count against the first window", arguments: [(0, 5), (1, 5), (4, 2), (9, 1)])
  func promises(early: Int, expected: Int) {
    var pace = Pace(part: 0.1)
    for _ in 0..<early { #expect(pace.turn(now: Self.start, atMost: 120_000) == 0) }
    pace.learn(RateBudget(limit: 100, remaining: 99, refill: .at(Self.start + 60_000), time: Self.start))
    // Ten are the share. Above half of them none waits, and the first one after that has a turn at once, too.
    #expect(leavingAtOnce(pace, now: Self.start) == expected)
  }

  @Test("Turns for the next window count only against that window")
  func promisesForTheNextWindow() {
    var pace = Pace(part: 0.1)
    pace.learn(RateBudget(limit: 100, remaining: 99, refill: .at(Self.start + 60_000), time: Self.start))
    let turns = (0..<13).map { _ in pace.turn(now: Self.start, atMost: 120_000) }
    let later = turns.filter { $0 >= 60_000 }
    #expect(later.count == 4)
    // A cancelled request gives its turn in that window back.
    if let last = later.last { pace.giveBack(Self.start + last) }
    let now = Self.start + 61_000
    pace.learn(RateBudget(limit: 100, remaining: 99, refill: .at(now + 60_000), time: now))
    // Three of the ten are promised, and the one that was answered is one of them.
    var next = pace
    #expect(leavingAtOnce(next, now: now) == 3)
    next.learn(RateBudget(limit: 100, remaining: 99, refill: .at(now + 120_000), time: now + 60_000))
    #expect(leavingAtOnce(next, now: now + 60_000) == 5)
  }

  @Test("A bucket that others leave alone fills at the client's part of the rate, up to its part of the bucket")
  func refill() {
    var pace = Pace(part: 0.5)
    func learn(at now: Int64) {
      pace.learn(
        RateBudget(limit: 1000, remaining: 1000, cost: 100, least: 100, refill: .perSecond(50), time: now))
    }
    learn(at: Self.start)
    // 500 are the share: with 500 and 400 none waits, and with 300 the first turn is at once.
    #expect((0..<4).map { _ in pace.turn(now: Self.start, atMost: 120_000) } == [0, 0, 0, 4000])
    // 25 come back each second, whatever the server says of all that is left: there are 400 again.
    learn(at: Self.start + 12_000)
    #expect(leavingAtOnce(pace, now: Self.start + 12_000) == 2)
    learn(at: Self.start + 3_600_000)
    #expect(leavingAtOnce(pace, now: Self.start + 3_600_000) == 3)
  }

  @Test("a bucket: its part of the rate", arguments: [0.1, 0.5])
  func buckets(part: Double) {
    var pace = Pace(part: part)
    // The server always has enough for everybody: only the share counts.
    let budget = RateBudget(
      limit: 1000, remaining: 1000, cost: 20, least: 50, refill: .perSecond(50), time: Self.start)
    pace.learn(budget)
    var departures: [Int64] = []
    var now = Self.start
    for _ in 0..<200 {
      now += pace.turn(now: now, atMost: 120_000)
      departures.append(now)
      now += 10
      var newest = budget
      newest.time = now
      pace.learn(newest)
    }
    let seconds = Double(now - Self.start) / 1000
    let used = Double(departures.count) * 20
    #expect(used <= 1000 * part + 50 * part * seconds + 40)
    #expect(used >= 50 * part * seconds)
  }

  @Test("a budget that others have used up is handled as without a share")
  func others() {
    var pace = Pace(part: 0.5)
    for remaining in [99.0, 98, 0] {
      pace.learn(RateBudget(limit: 100, remaining: remaining, refill: .at(Self.start + 3_600_000), time: Self.start))
    }
    // The own share is not used up, but nothing is left of the whole.
    #expect(pace.turn(now: Self.start, atMost: 120_000) == 0)
    #expect(pace.turn(now: Self.start, atMost: 7_200_000) >= 3_600_000)
  }

  @Test("a reset that is too far away counts as a day")
  func farReset() {
    var pace = Pace(part: 0.01)
    pace.learn(RateBudget(limit: 100, remaining: 99, refill: .at(Self.start + 9_000_000_000_000), time: Self.start))
    #expect(pace.turn(now: Self.start, atMost: 120_000) <= 86_401_000)
  }

  @Test func theWholeIsNoShare() {
    var (whole, plain) = (Pace(part: 1), Pace())
    let budget = RateBudget(limit: 100, remaining: 10, refill: .at(Self.start + 10_000), time: Self.start)
    whole.learn(budget)
    plain.learn(budget)
    for _ in 0..<3 {
      #expect(whole.turn(now: Self.start, atMost: 120_000) == plain.turn(now: Self.start, atMost: 120_000))
    }
    #expect(whole == plain)
  }

  @Test("the turn of a cancelled request goes to the next one", arguments: [0.5, 1])
  func cancels(part: Double) {
    var pace = Pace(part: part)
    pace.learn(RateBudget(limit: 100, remaining: 20, refill: .at(Self.start + 10_000), time: Self.start))
    let turns = (0..<8).map { _ in pace.turn(now: Self.start, atMost: 120_000) }
    pace.giveBack(Self.start + turns[6])
    pace.giveBack(Self.start + turns[5])
    #expect((0..<2).map { _ in pace.turn(now: Self.start, atMost: 120_000) } == [turns[5], turns[6]])
    #expect(pace.turn(now: Self.start, atMost: 120_000) > turns[7])
  }
}
