import PagerBytes
import PagerJSON
import PagerTransport
import Synchronization
import TestSupport
import Testing

@testable import PagerClient

@Suite("A request that is sent again")
struct RetriedExecutionTests {
  private let transport = ScriptedTransport(holding: true)
  private let clock = ManualClock()
  private let outcomes = Outcomes()

  /// What was reported, as words.
  private final class Outcomes: Sendable {
    private let words = Mutex<[String]>([])
    private let counts = Mutex<[Int]>([])
    var all: [String] { words.withLock { $0 } }
    /// How many sizes of each page the server refused.
    var refusals: [Int] { counts.withLock { $0 } }

    func add(_ event: ExecutionEvent) {
      if case .answered(let answer) = event { counts.withLock { $0.append(answer.refusals) } }
      let word =
        switch event {
        case .answered(let answer): "\(answer.response.status) at \(answer.attempts), halved \(answer.halvings)"
        case .failed(ClientError.rateLimited(_, let wait, _), let attempts): "limited \(wait as Any) at \(attempts)"
        case .failed(ClientError.network, let attempts): "network at \(attempts)"
        case .failed(let error, let attempts): "\(error) at \(attempts)"
        }
      words.withLock { $0.append(word) }
    }
  }

  private func execution(
    _ retry: RetryOptions = RetryOptions(),
    body: any RequestWriter = RequestBody { Array(#"{"variables":{"first":8}}"#.utf8) }
  ) -> Execution {
    let client = GraphQLClient(RequestChannel(transport, retry: retry, clock: clock))
    return client.prepare(.fetchIgnoringCacheData, body) { [outcomes] in outcomes.add($0) }
  }

  private func refuse() {
    transport.answer(ScriptedAnswer.offlineResult)
  }

  @Test func untilItIsAnswered() {
    let execution = execution()
    execution.start()
    refuse()
    #expect(outcomes.all.isEmpty)
    #expect(execution.wait == RequestWait(reason: "connection", attempt: 1, until: clock.milliseconds + 250))
    #expect(clock.waits == [250])
    clock.pass(milliseconds: 249)
    #expect(transport.requests.count == 1)
    clock.pass(milliseconds: 1)
    #expect(transport.requests.count == 2 && execution.wait == nil)
    transport.answer("", status: 503)
    #expect(clock.waits == [500])
    clock.pass(milliseconds: 500)
    transport.answer("{}")
    #expect(outcomes.all == ["200 at 3, halved 0"])
  }

  @Test func untilItWasTriedOftenEnough() {
    execution().start()
    for wait: Int64 in [250, 500, 1000] {
      refuse()
      #expect(clock.waits == [wait])
      clock.pass(milliseconds: wait)
    }
    refuse()
    #expect(outcomes.all == ["network at 4"])
    #expect(transport.requests.count == 4)
  }

  @Test("the last attempt's status is the result")
  func status() {
    execution(RetryOptions(maximumAttempts: 2)).start()
    transport.answer("", status: 503)
    clock.pass(milliseconds: 250)
    transport.answer("", status: 502)
    #expect(outcomes.all == ["502 at 2, halved 0"])
  }

  @Test func aLimitThatLastsTooLongEndsItAtOnce() {
    execution(RetryOptions(budget: .seconds(2))).start()
    let throttled = """
      {"errors":[{"extensions":{"code":"THROTTLED"}}],
      "extensions":{"cost":{"requestedQueryCost":400,"throttleStatus":{"currentlyAvailable":100,"restoreRate":100}}}}
      """
    transport.answer(throttled)
    #expect(outcomes.all == ["limited Optional(3.0 seconds) at 1"])
    #expect(clock.waits.isEmpty)
  }

  @Test func cancellingEndsTheWait() {
    let execution = execution()
    execution.start()
    refuse()
    #expect(execution.cancel())
    #expect(clock.waits.isEmpty && execution.wait == nil)
    clock.pass(milliseconds: 10_000)
    #expect(transport.requests.count == 1 && outcomes.all.isEmpty)
  }

  @Test("the late id of a timer that has fired does not end the next wait")
  func shortWait() {
    let execution = execution()
    execution.start()
    clock.interrupt { [clock, transport] in
      clock.pass(milliseconds: 250)
      transport.answer(ScriptedAnswer.offlineResult)
    }
    refuse()
    #expect(execution.wait?.attempt == 2)
    #expect(execution.cancel())
    #expect(clock.waits.isEmpty)
  }

  @Test func aClosedClientSendsNothingMore() {
    execution().start()
    refuse()
    _ = transport.shutdown(timeout: .zero)
    clock.pass(milliseconds: 250)
    #expect(outcomes.all == ["the client was shut down at 2"])
  }

  // MARK: Smaller pages

  /// A request for eight items, or for fewer.
  private final class PageBody: RequestWriter {
    let isRepeatable = true
    private let first: @Sendable () -> Int

    /// - Parameter first: how many times the eight are halved at first.
    init(_ first: @escaping @Sendable () -> Int) {
      self.first = first
    }

    func halvings() -> Int { first() }

    func bytes(halvings: Int) -> [UInt8]? {
      halvings <= 3 ? Array("{\"variables\":{\"first\":\(8 >> halvings)}}".utf8) : nil
    }
  }

  private func page(halvings: Int = 0) -> PageBody { PageBody { halvings } }

  private var sizes: [String] { transport.bodies.map { String($0.dropFirst(22).dropLast(2)) } }

  @Test func aPageThatIsTooMuchIsHalvedUntilItIsNot() {
    execution(body: page()).start()
    let tooMuch = #"{"errors":[{"extensions":{"code":"MAX_COST_EXCEEDED"}}]}"#
    transport.answer(tooMuch)
    clock.pass(milliseconds: 0)
    transport.answer("", status: 504)
    #expect(clock.waits == [250])
    clock.pass(milliseconds: 250)
    transport.answer("{}")
    #expect(sizes == ["8", "4", "2"])
    #expect(outcomes.all == ["200 at 1, halved 2"])
  }

  @Test("a single item that is too much fails with the server's message")
  func one() {
    execution(body: page()).start()
    for _ in 1...4 {
      transport.answer(#"{"errors":[{"extensions":{"code":"MAX_COST_EXCEEDED"}}]}"#)
      clock.pass(milliseconds: 0)
    }
    #expect(sizes == ["8", "4", "2", "1"])
    #expect(outcomes.all == ["200 at 1, halved 3"])
  }

  @Test("A failing server has not refused a page size")
  func refusedSizes() {
    let tooMuch = #"{"errors":[{"extensions":{"code":"MAX_COST_EXCEEDED"}}]}"#
    for (halvings, refused) in [(0, 2), (1, 1), (2, 0)] {
      execution(body: page(halvings: halvings)).start()
      for _ in 0..<refused {
        transport.answer(tooMuch)
        clock.pass(milliseconds: 0)
      }
      transport.answer("{}")
    }
    #expect(outcomes.refusals == [2, 1, 0])
    // One item came only when it was asked for again.
    execution(body: page()).start()
    for _ in 1...4 {
      transport.answer("", status: 502)
      clock.pass(milliseconds: 250)
    }
    transport.answer("{}")
    #expect(outcomes.all.last == "200 at 2, halved 3" && outcomes.refusals.last == 0)
  }

  @Test("The size is asked for once, when the request starts")
  func sizeAtTheStart() {
    let asked = Mutex(0)
    let body = PageBody {
      asked.withLock { count in
        count += 1
        return count
      }
    }
    let execution = execution(body: body)
    #expect(asked.withLock { $0 } == 0)
    for _ in 1...2 { execution.start() }
    #expect(asked.withLock { $0 } == 1 && sizes == ["4"])
    let cancelled = self.execution(body: body)
    cancelled.cancel()
    cancelled.start()
    #expect(asked.withLock { $0 } == 1)
  }

  @Test("A refusal beside data halves the page; a page that cannot be halved stays as it came")
  func besideData() {
    let partial = #"{"data":{"list":[1,null]},"errors":[{"type":"RESOURCE_LIMITS_EXCEEDED"}]}"#
    execution(body: page()).start()
    for _ in 1...4 {
      transport.answer(partial)
      clock.pass(milliseconds: 0)
    }
    #expect(sizes == ["8", "4", "2", "1"])
    #expect(outcomes.all == ["200 at 1, halved 3"])
    // No variable takes its size.
    execution().start()
    transport.answer(partial)
    #expect(outcomes.all.last == "200 at 1, halved 0")
    execution(body: RequestBody(isRepeatable: false) { Array("{}".utf8) }).start()
    transport.answer(partial)
    #expect(outcomes.all.count == 3 && transport.requests.count == 6)
  }

  @Test("a page begins as small as the last one was, where there is such a page")
  func start() {
    execution(body: page(halvings: 2)).start()
    execution(body: page(halvings: 9)).start()
    #expect(sizes == ["2", "8"])
  }

  // MARK: Refused together

  /// So many requests of one client, all of which a limit refuses.
  private func refusedTogether(_ count: Int, _ retry: RetryOptions = RetryOptions()) -> [Execution] {
    let client = GraphQLClient(RequestChannel(transport, retry: retry, clock: clock))
    let executions = (0..<count).map { _ in
      client.prepare(.fetchIgnoringCacheData, RequestBody { Array("{}".utf8) }) { [outcomes] in outcomes.add($0) }
    }
    for execution in executions { execution.start() }
    for _ in executions { transport.answer("", status: 429) }
    return executions
  }

  @Test func theyGoOneAtATime() {
    let executions = refusedTogether(3)
    #expect(clock.waits == [250, 250, 250])
    clock.pass(milliseconds: 250)
    #expect(transport.inFlight == 1)
    transport.answer("", status: 429)
    #expect(transport.inFlight == 0 && executions.allSatisfy { $0.wait?.reason == "rate_limit" })
    clock.pass(milliseconds: 500)
    transport.answer("{}")
    #expect(outcomes.all == ["200 at 3, halved 0"] && transport.inFlight == 1)
    transport.answer("{}")
    transport.answer("{}")
    #expect(outcomes.all.count == 3 && transport.requests.count == 7)
  }

  @Test func whoWaitedForOthersHasAllAttempts() {
    _ = refusedTogether(2)
    clock.pass(milliseconds: 250)
    transport.answer("{}")
    for wait: Int64 in [250, 500, 1000] {
      transport.answer("", status: 429)
      #expect(clock.waits == [wait])
      clock.pass(milliseconds: wait)
    }
    transport.answer("", status: 429)
    #expect(outcomes.all.last == "limited nil at 5")
  }

  @Test("the time that it waits for others counts as waiting")
  func waitingInTurnTakesOfTheBudget() {
    _ = refusedTogether(2, RetryOptions(budget: .seconds(2)))
    clock.pass(milliseconds: 250)
    clock.pass(milliseconds: 1600)
    transport.answer("{}")
    #expect(outcomes.all == ["200 at 2, halved 0"] && transport.inFlight == 1)
    // 1,850 ms are over by now, and 250 more would be too many.
    transport.answer("", status: 429)
    #expect(clock.waits.isEmpty)
    #expect(outcomes.all.last == "limited nil at 2")
  }

  @Test("A clock that is set back or forward meanwhile changes no wait", arguments: [-3_600_000, 3_600_000] as [Int64])
  func clockThatIsSet(step: Int64) {
    _ = refusedTogether(2, RetryOptions(budget: .seconds(2)))
    clock.set(by: step)
    #expect(clock.waits == [250, 250])
    clock.pass(milliseconds: 250)
    clock.set(by: step)
    clock.pass(milliseconds: 100)
    transport.answer("{}")
    // The second request has waited for 350 ms, and so it may wait again.
    transport.answer("", status: 429)
    #expect(clock.waits == [250])
  }

  @Test("the response of a mutation that was carried out is final, whatever limit it names", arguments: [429, 403])
  func dataBesideALimit(status: Int) {
    let body = RequestBody(isRepeatable: false) { Array("{}".utf8) }
    execution(body: body).start()
    let headers = ResponseHeaders(Array("Retry-After: 1\r\n".utf8))
    let done = TransportResponse(
      status: status, body: .copying(#"{"data":{"pay":1}}"#.utf8), retryAfter: .seconds(1), headers: headers)
    transport.answer(.success(done))
    #expect(outcomes.all == ["\(status) at 1, halved 0"])
    #expect(clock.waits.isEmpty && transport.requests.count == 1)
  }

  @Test func whoIsGivenUpLetsTheNextGo() {
    let executions = refusedTogether(3)
    clock.pass(milliseconds: 250)
    executions[1].cancel()
    executions[0].cancel()
    #expect(transport.inFlight == 0)
    clock.pass(milliseconds: 0)
    #expect(transport.inFlight == 1)
    transport.answer("{}")
    #expect(outcomes.all.count == 1 && clock.waits.isEmpty)
  }

  @Test func allThatAreGivenUpAreNotSentBefore() {
    let executions = refusedTogether(3)
    clock.pass(milliseconds: 250)
    for execution in executions { execution.cancel() }
    clock.pass(milliseconds: 0)
    #expect(transport.requests.count == 4 && clock.waits.isEmpty)
  }

  @Test func manyThatFailAsTheyAreSentDoNotNest() {
    _ = refusedTogether(1000)
    clock.pass(milliseconds: 250)
    _ = transport.shutdown(timeout: .zero)
    #expect(outcomes.all.count == 1000)
  }
}

extension ScriptedAnswer {
  fileprivate static var offlineResult: Result<TransportResponse, TransportError> {
    .failure(TransportError(kind: .couldNotConnect, message: "refused"))
  }
}
