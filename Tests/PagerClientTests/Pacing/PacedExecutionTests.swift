import PagerBytes
import PagerThreads
import PagerTransport
import Synchronization
import TestSupport
import Testing

@testable import PagerClient

@Suite("A request that waits for its turn")
struct PacedExecutionTests {
  private let server = ScriptedTransport(holding: true)
  private let clock = ManualClock()
  private let client: GraphQLClient

  init() {
    client = GraphQLClient(
      RequestChannel(server, retry: RetryOptions(budget: .seconds(20)), clock: clock, pacer: Pacer(.pace)))
  }

  private func ask() -> Execution {
    let execution = client.prepare(.fetchIgnoringCacheData, RequestBody { Array("{}".utf8) }) { _ in }
    execution.start()
    return execution
  }

  /// Answers with so many requests left of a hundred, for ten seconds.
  private func answer(remaining: Int) {
    let reset = clock.milliseconds / 1000 + 10
    let lines = "x-ratelimit-limit: 100\nx-ratelimit-remaining: \(remaining)\nx-ratelimit-reset: \(reset)\n"
    server.answer(
      .success(
        TransportResponse(
          status: 200, body: ReceivedBytes.copying("{}".utf8), headers: ResponseHeaders(Array(lines.utf8)))))
  }

  @Test func untilItIsThere() {
    _ = ask()
    answer(remaining: 10)
    _ = ask()
    let third = ask()
    #expect(server.sent.count == 2)
    #expect(third.wait == RequestWait(reason: "pace", attempt: 0, until: clock.milliseconds + 1000))
    clock.pass(milliseconds: 1000)
    #expect(server.sent.count == 3 && third.wait == nil)
  }

  @Test func aCancelEndsTheWait() {
    _ = ask()
    answer(remaining: 0)
    let second = ask()
    #expect(clock.waits == [11_000])
    #expect(second.cancel())
    #expect(clock.waits.isEmpty)
    clock.pass(milliseconds: 20_000)
    #expect(server.sent.count == 1)
  }

  @Test func aCancelledRequestGivesItsTurnBack() {
    _ = ask()
    answer(remaining: 10)
    _ = ask()
    let (third, fourth) = (ask(), ask())
    #expect(clock.waits == [1000, 2000])
    #expect(third.cancel())
    #expect(ask().wait?.until == clock.milliseconds + 1000)
    #expect(fourth.wait?.until == clock.milliseconds + 2000)
  }

  @Test("A time of day that is set changes no turn", arguments: [-3_600_000, 3_600_000] as [Int64])
  func clockThatIsSet(step: Int64) {
    _ = ask()
    answer(remaining: 10)
    _ = ask()
    let third = ask()
    clock.set(by: step)
    #expect(clock.waits == [1000])
    _ = ask()
    #expect(clock.waits == [1000, 2000])
    // A turn that is given back is known by the clock that is not set.
    #expect(third.cancel())
    #expect(ask().wait?.until == clock.milliseconds + 1000)
    clock.pass(milliseconds: 2000)
    #expect(server.sent.count == 4)
    // The server's clock is right. The reset that it names now is compared with the new time of day.
    answer(remaining: 0)
    _ = ask()
    #expect(clock.waits == [11_000])
  }

  @Test("One reset that many responses name is one moment, although the clocks drift")
  func drift() {
    _ = ask()
    answer(remaining: 60)
    clock.set(by: 3)
    _ = ask()
    answer(remaining: 40)
    // The request before took 20 of the 40 that are left.
    for _ in 1...2 { _ = ask() }
    #expect(clock.waits.count == 1 && clock.waits[0] > 4_000)
  }

  @Test("a repeated request waits as its failure says, from the whole budget of waits")
  func retries() {
    _ = ask()
    answer(remaining: 0)
    _ = ask()
    clock.pass(milliseconds: 11_000)
    #expect(server.sent.count == 2)
    server.answer("", status: 503)
    #expect(clock.waits == [250])
    clock.pass(milliseconds: 250)
    #expect(server.sent.count == 3)
  }

  @Test("A repeated request counts against the client's share of the budget")
  func repeatsCount() {
    let client = GraphQLClient(
      RequestChannel(server, retry: RetryOptions(), clock: clock, pacer: Pacer(.pace(share: 0.1))))
    func ask() {
      client.prepare(.fetchIgnoringCacheData, RequestBody { Array("{}".utf8) }) { _ in }.start()
    }
    ask()
    answer(remaining: 99)
    // The client may send ten requests, and has sent one. Two leave, and each of them is sent again.
    for _ in 1...2 {
      ask()
      server.answer("", status: 503)
      clock.pass(milliseconds: 250)
      server.answer("{}")
    }
    #expect(server.sent.count == 5 && clock.waits.isEmpty)
    // Half of the ten are used up. The next request has a turn at once, and the one after it waits.
    for _ in 1...2 { ask() }
    #expect(server.sent.count == 6 && clock.waits.count == 1)
  }

  @Test func aWaitBeyondTheBudgetIsNone() {
    let client = GraphQLClient(
      RequestChannel(server, retry: RetryOptions(budget: .seconds(5)), clock: clock, pacer: Pacer(.pace)))
    for count in 1...2 {
      client.prepare(.fetchIgnoringCacheData, RequestBody { Array("{}".utf8) }) { _ in }.start()
      #expect(server.sent.count == count)
      answer(remaining: 0)
    }
  }

  @Test func whereTheSystemCannotWaitItLeavesAtOnce() {
    let client = GraphQLClient(RequestChannel(server, clock: StoppedClock(clock: clock), pacer: Pacer(.pace)))
    for count in 1...2 {
      client.prepare(.fetchIgnoringCacheData, RequestBody { Array("{}".utf8) }) { _ in }.start()
      #expect(server.sent.count == count)
      answer(remaining: 0)
    }
  }

  @Test func theDefaultIsToWaitForNothing() {
    let client = GraphQLClient(RequestChannel(server, retry: RetryOptions(), clock: clock))
    for count in 1...2 {
      client.prepare(.fetchIgnoringCacheData, RequestBody { Array("{}".utf8) }) { _ in }.start()
      #expect(server.sent.count == count)
      answer(remaining: 0)
    }
    #expect(clock.waits.isEmpty)
  }
}
