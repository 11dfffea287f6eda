import PagerBytes
import PagerTransport
import TestSupport
import Testing

@testable import PagerClient

@Suite("The pace that a budget allows")
struct PaceTests {
  private static let now: Int64 = 1_700_000_000_000

  /// How long requests wait that are all made now.
  private func waits(_ budget: RateBudget, count: Int = 3, atMost longest: Int64 = 120_000) -> [Int64] {
    var pace = Pace()
    pace.learn(budget)
    return (0..<count).map { _ in pace.turn(now: Self.now, atMost: longest) }
  }

  private static func window(_ remaining: Double, of limit: Double?, resetIn milliseconds: Int64) -> RateBudget {
    RateBudget(limit: limit, remaining: remaining, refill: .at(now + milliseconds), time: now)
  }

  private static func bucket(_ available: Double, cost: Double, least: Double? = nil, rate: Double = 50) -> RateBudget {
    RateBudget(
      limit: 1000, remaining: available, cost: cost, least: least ?? cost, refill: .perSecond(rate), time: now)
  }

  @Test(
    "windows: what is left below half is spread over the time to the reset",
    arguments: [
      (window(100, of: 100, resetIn: 60_000), [0, 0, 0]),
      (window(51, of: 100, resetIn: 60_000), [0, 0, 0]),
      (window(50, of: 100, resetIn: 60_000), [0, 1200, 2400]),
      (window(10, of: 100, resetIn: 60_000), [0, 6000, 12_000]),
      (window(1, of: 100, resetIn: 60_000), [0, 60_000, 120_000]),
      // Nothing is left: until it is back, and a second for the clocks.
      (window(0, of: 100, resetIn: 60_000), [61_000, 61_000, 61_000]),
      // That was over before.
      (window(0, of: 100, resetIn: 0), [0, 0, 0]),
      (window(0, of: nil, resetIn: -5), [0, 0, 0]),
      // What is all there can be is not known: it may be little.
      (window(10, of: nil, resetIn: 10_000), [0, 1000, 2000]),
      // Longer than may be waited: at once, and the server decides.
      (window(0, of: 100, resetIn: 3_600_000), [0, 0, 0]),
      (window(1, of: 100, resetIn: 3_600_000), [0, 0, 0]),
    ])
  func windows(budget: RateBudget, expected: [Int64]) {
    #expect(waits(budget) == expected)
  }

  @Test(
    "buckets: below half a request leaves when as much has come back as one takes",
    arguments: [
      (bucket(1000, cost: 100), [0, 0, 0]),
      (bucket(600, cost: 100), [0, 0, 0]),
      (bucket(500, cost: 100), [0, 2000, 4000]),
      // It takes less in the end than it has to ask for.
      (bucket(100, cost: 50, least: 300), [4000, 5000, 6000]),
      (bucket(0, cost: 100, rate: 0.5), [0, 0, 0]),
    ])
  func buckets(budget: RateBudget, expected: [Int64]) {
    #expect(waits(budget) == expected)
  }

  @Test func whatNothingIsKnownOfDoesNotWait() {
    var pace = Pace()
    #expect(pace.turn(now: Self.now, atMost: 120_000) == 0)
  }

  @Test func aBudgetThatIsBackEndsTheWaiting() {
    var pace = Pace()
    pace.learn(Self.window(10, of: 100, resetIn: 10_000))
    #expect((0..<2).map { _ in pace.turn(now: Self.now, atMost: 120_000) } == [0, 1000])
    #expect((0..<3).map { _ in pace.turn(now: Self.now + 10_000, atMost: 120_000) } == [0, 0, 0])
  }

  @Test func aBucketFillsWithTime() {
    var pace = Pace()
    pace.learn(Self.bucket(0, cost: 100))
    #expect(pace.turn(now: Self.now, atMost: 120_000) == 2000)
    #expect(pace.turn(now: Self.now + 12_000, atMost: 120_000) == 0)
    #expect(pace.turn(now: Self.now + 12_000, atMost: 120_000) == 0)
  }

  @Test("A new window while requests wait for the last one: new requests do not wait behind them")
  func newWindow() {
    var pace = Pace()
    pace.learn(Self.window(10, of: 100, resetIn: 10_000))
    #expect((0..<5).map { _ in pace.turn(now: Self.now, atMost: 120_000) } == [0, 1000, 2000, 3000, 4000])
    // One of those that wait was cancelled.
    pace.giveBack(Self.now + 3000)
    pace.learn(Self.window(60, of: 100, resetIn: 60_000))
    #expect(pace.turn(now: Self.now + 100, atMost: 120_000) == 0)
    // When the budget is low again, turns begin anew: neither after the last one of the old window, nor in its gaps.
    // The answers say that a request costs 20.
    pace.learn(Self.window(40, of: 100, resetIn: 60_000))
    let turns = (0..<3).map { _ in pace.turn(now: Self.now + 200, atMost: 120_000) }
    #expect(turns == [0, 29_900, 59_800])
  }

  @Test("A bucket that fills while requests wait: a new one waits behind them until there is enough for all")
  func refill() {
    var pace = Pace()
    pace.learn(Self.bucket(0, cost: 100))
    #expect((0..<3).map { _ in pace.turn(now: Self.now, atMost: 120_000) } == [2000, 4000, 6000])
    // After five seconds there are 250 of 1,000.
    #expect(pace.turn(now: Self.now + 5000, atMost: 120_000) == 3000)
    // The answers in between say what is left: too little for the next one, and then enough for all.
    var low = Self.bucket(20, cost: 100)
    low.time = Self.now + 9000
    pace.learn(low)
    #expect(pace.turn(now: Self.now + 9000, atMost: 120_000) == 1600)
    var full = Self.bucket(990, cost: 100)
    full.time = Self.now + 9000
    pace.learn(full)
    #expect((0..<4).map { _ in pace.turn(now: Self.now + 9000, atMost: 120_000) } == [0, 0, 0, 0])
    pace.learn(low)
    #expect(pace.turn(now: Self.now + 9000, atMost: 120_000) == 1600)
  }

  @Test("a wait that is too long takes no turn from others")
  func longest() {
    var pace = Pace()
    pace.learn(Self.window(10, of: 100, resetIn: 10_000))
    #expect((0..<4).map { _ in pace.turn(now: Self.now, atMost: 1500) } == [0, 1000, 0, 0])
  }

  @Test("a budget in points learns the price of a request from the last one")
  func points() {
    var pace = Pace()
    pace.learn(Self.window(60, of: 200, resetIn: 60_000))
    pace.learn(Self.window(50, of: 200, resetIn: 60_000))
    #expect(pace.budget?.cost == 10)
    #expect((0..<3).map { _ in pace.turn(now: Self.now, atMost: 120_000) } == [0, 12_000, 24_000])
    // Two points are more than the one that each request takes.
    pace.learn(Self.window(48, of: 200, resetIn: 60_000))
    #expect(pace.budget?.cost == 2)
    pace.learn(Self.window(47, of: 200, resetIn: 60_000))
    #expect(pace.budget?.cost == 1)
    // Nor does one of another window: what is gone since went to other requests, too.
    var next = pace
    next.learn(Self.window(30, of: 200, resetIn: 120_000))
    #expect(next.budget?.cost == 1)
    // An answer that was overtaken says nothing.
    pace.learn(Self.window(55, of: 200, resetIn: 60_000))
    #expect(pace.budget?.cost == 1)
  }

  // MARK: Reading

  private func budget(_ headers: String, _ body: String = "{}") -> RateBudget? {
    let lines = headers.isEmpty ? nil : ResponseHeaders(Array((headers.replacing(", ", with: "\r\n") + "\r\n").utf8))
    return RateBudget(
      TransportResponse(status: 200, body: ReceivedBytes.copying(body.utf8), headers: lines), now: Self.now)
  }

  @Test(
    "headers of windows",
    arguments: [
      "X-RateLimit-Limit: 100, X-RateLimit-Remaining: 10, X-RateLimit-Reset: 1700000060",
      "RateLimit-Limit: 100, RateLimit-Remaining: 10, RateLimit-Reset: 60",
    ])
  func headers(text: String) {
    #expect(budget(text) == Self.window(10, of: 100, resetIn: 60_000))
  }

  @Test(
    "and what does not state a budget",
    arguments: [
      "", "X-RateLimit-Remaining: 10", "X-RateLimit-Remaining: ten, X-RateLimit-Reset: 60",
      "X-RateLimit-Remaining: -1, X-RateLimit-Reset: 60", "X-RateLimit-Remaining: 1, X-RateLimit-Reset: -60",
      "X-RateLimit-Remaining: 1, X-RateLimit-Reset: 9223372036854775807",
    ])
  func noHeaders(text: String) {
    #expect(budget(text) == nil)
  }

  @Test(
    "what Shopify says of costs",
    arguments: [
      (#"{"requestedQueryCost":300,"actualQueryCost":50,"throttleStatus":T}"#, 50.0, 300.0),
      (#"{"requestedQueryCost":300,"actualQueryCost":null,"throttleStatus":T}"#, 300, 300),
      (#"{"throttleStatus":T}"#, 1, 1),
    ])
  func costs(text: String, cost: Double, least: Double) {
    let status = #"{"maximumAvailable":1000,"currentlyAvailable":100,"restoreRate":50.0}"#
    let body = #"{"data":{},"extensions":{"cost":\#(text.replacing("T", with: status))}}"#
    #expect(budget("", body) == Self.bucket(100, cost: cost, least: least))
  }

  @Test(arguments: ["null", #"{"maximumAvailable":0,"currentlyAvailable":1,"restoreRate":1}"#, #"{"restoreRate":0}"#])
  func costsThatAreNone(status: String) {
    #expect(budget("", #"{"extensions":{"cost":{"throttleStatus":\#(status)}}}"#) == nil)
  }
}
