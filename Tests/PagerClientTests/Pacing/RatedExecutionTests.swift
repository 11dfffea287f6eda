import PagerBytes
import PagerThreads
import PagerTransport
import TestSupport
import Testing

@testable import PagerClient

@Suite("Requests of a client that leave at a fixed rate")
struct RatedExecutionTests {
  private let server = ScriptedTransport(holding: true)
  private let clock = ManualClock()
  private let outcomes = Notebook<String>()

  private func client(burst: Int = 1, clock: (any RetryClock)? = nil, isPersisted: Bool = false) -> GraphQLClient {
    let clock = clock ?? self.clock
    let gate = RateGate(.rate(perSecond: 10, burst: burst), clock: clock)
    let queries = isPersisted ? PersistedQueries(true) : nil
    return GraphQLClient(
      RequestChannel(
        PersistedQueries.over(RateGate.over(server, gate), queries), retry: RetryOptions(), clock: clock, gate: gate))
  }

  @discardableResult
  private func ask(_ client: GraphQLClient, isMutation: Bool = false) -> Execution {
    let body = RequestBody(isRepeatable: !isMutation) { Array(#"{"query":"{ a }"}"#.utf8) }
    let execution = client.prepare(.fetchIgnoringCacheData, body) { [outcomes] event in
      switch event {
      case .answered: outcomes.note("answer")
      case .failed(ClientError.closed, _): outcomes.note("closed")
      case .failed(let error, _): outcomes.note("\(error)")
      }
    }
    execution.start()
    return execution
  }

  @Test func queriesAndMutationsLeaveOneByOne() {
    let client = client()
    let executions = (0..<4).map { ask(client, isMutation: $0 % 2 == 1) }
    #expect(server.sent.count == 1)
    #expect(executions[0].wait == nil)
    #expect(executions[3].wait == RequestWait(reason: "rate", attempt: 0, until: clock.milliseconds + 300))
    for count in 2...4 {
      clock.pass(milliseconds: 99)
      #expect(server.sent.count == count - 1)
      clock.pass(milliseconds: 1)
      #expect(server.sent.count == count)
    }
    #expect(executions[3].wait == nil && clock.waits.isEmpty)
  }

  @Test func afterARestSomeLeaveAtOnce() {
    let client = client(burst: 3)
    for _ in 0..<2 { ask(client) }
    #expect(server.sent.count == 1)
    clock.pass(milliseconds: 100)
    clock.pass(milliseconds: 1000)
    for _ in 0..<5 { ask(client) }
    #expect(server.sent.count == 5)
    #expect(clock.waits == [100])
  }

  @Test func aCancelledRequestGivesItsPlaceBack() {
    let client = client()
    ask(client)
    let (second, third) = (ask(client), ask(client))
    #expect(second.cancel())
    clock.pass(milliseconds: 100)
    #expect(server.sent.count == 2 && third.wait == nil)
    // It is cancelled as any other then.
    #expect(third.cancel())
    #expect(server.cancelledTransfers == [2])
    #expect(clock.waits.isEmpty)
  }

  @Test func nothingWaitsWithoutARequest() {
    let client = client()
    ask(client)
    let others = (0..<3).map { _ in ask(client) }
    for execution in others { #expect(execution.cancel()) }
    #expect(clock.waits.isEmpty)
    clock.pass(milliseconds: 1000)
    #expect(server.sent.count == 1)
  }

  @Test func aRetryTakesAPlace() {
    let client = client()
    let first = ask(client)
    server.answer("", status: 503)
    clock.pass(milliseconds: 249)
    let second = ask(client)
    #expect(server.sent.count == 2)
    clock.pass(milliseconds: 1)
    #expect(first.wait == RequestWait(reason: "rate", attempt: 1, until: clock.milliseconds + 99))
    #expect(second.wait == nil)
    clock.pass(milliseconds: 99)
    #expect(server.sent.count == 3)
  }

  @Test func theSecondFormOfAPersistedQueryTakesAPlace() {
    let client = client(isPersisted: true)
    ask(client)
    server.answer(#"{"errors":[{"message":"PersistedQueryNotFound"}]}"#)
    #expect(server.sent.count == 1 && clock.waits == [100])
    clock.pass(milliseconds: 100)
    #expect(server.bodies.count == 2 && server.bodies[1].contains("{ a }"))
    server.answer(#"{"data":{"a":1}}"#)
    #expect(outcomes.history == ["answer"])
    // A cancel ends the wait of such a form, too.
    clock.pass(milliseconds: 1000)
    let second = ask(client)
    server.answer(#"{"errors":[{"message":"PersistedQueryNotFound"}]}"#)
    #expect(second.wait?.reason == "rate")
    #expect(second.cancel())
    #expect(clock.waits.isEmpty && second.wait == nil)
  }

  @Test func observersLearnOfTheWaitAndOfTheDeparture() {
    let client = client()
    let events = Notebook<String>()
    let id = client.observers.add { event in
      if case .pacing(let duration) = event.kind {
        events.note("\(event.request) waits \(duration)")
      } else {
        events.note("\(event.request) \(event.kind.name)")
      }
    }
    defer { client.observers.remove(id) }
    ask(client)
    ask(client)
    #expect(events.history == ["1 request", "2 waits 0.1 seconds"])
    clock.pass(milliseconds: 100)
    #expect(events.history.last == "2 request")
  }

  @Test func aShutdownEndsTheWaits() {
    let client = client()
    for _ in 0..<3 { ask(client) }
    client.shutdown(timeout: .zero)
    #expect(outcomes.history == ["closed", "closed", "closed"])
    #expect(clock.waits.isEmpty)
    ask(client)
    #expect(outcomes.history.count == 4)
  }

  @Test("without a thread for waits the request fails and does not leave early")
  func noThread() {
    let client = client(clock: StoppedClock(clock: clock))
    for _ in 0..<2 { ask(client) }
    #expect(server.sent.count == 1)
    #expect(outcomes.history.count == 1 && outcomes.history[0].contains("no thread"))
  }

  @Test(
    "numbers that a client cannot keep are refused",
    arguments: [
      RateLimitPolicy.rate(perSecond: 0), .rate(perSecond: .nan), .rate(perSecond: 2e6),
      .rate(perSecond: 1, burst: 0), .pace(share: 0), .pace(share: 1.01), .pace(share: .nan),
    ])
  func refused(policy: RateLimitPolicy) {
    #expect(throws: ClientConfigurationError.self) {
      try GraphQLClient(ClientConfiguration(endpoint: "http://localhost/", rateLimit: policy))
    }
  }
}
