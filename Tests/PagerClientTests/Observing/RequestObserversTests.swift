import PagerTransport
import TestSupport
import Testing

@testable import PagerClient

@Suite("Requests as events")
struct RequestObserversTests {
  private let transport = ScriptedTransport(holding: true)
  private let clock = ManualClock()
  private let client: GraphQLClient
  private let events = Notebook<RequestEvent>()

  init() {
    client = GraphQLClient(RequestChannel(transport, retry: RetryOptions(), clock: clock))
  }

  private func send() {
    client.prepare(
      for: RequestSubject(operationName: "Heroes", page: 3), .fetchIgnoringCacheData, RequestBody { Array("{}".utf8) }
    ) { _ in }.start()
  }

  private var names: [RequestEvent.Name] { events.history.map(\.kind.name) }

  @Test func attemptsShareTheNumberOfTheirRequest() {
    _ = client.observers.add { [events] in events.note($0) }
    send()
    transport.answer("", status: 503)
    clock.pass(milliseconds: 250)
    transport.answer("{}")
    send()
    #expect(names == [.request, .answer, .retry, .request, .answer, .request])
    #expect(events.history.map(\.request) == [1, 1, 1, 1, 1, 2])
    #expect(events.history.map(\.attempt) == [1, 1, 1, 2, 2, 1])
    #expect(events.history[2].kind == .waiting(reason: "http_503", duration: .milliseconds(250)))
    #expect(events.history[0].subject == RequestSubject(operationName: "Heroes", page: 3))
    #expect(events.history[0].time == 1_700_000_000_000)
  }

  @Test func eachIsToldOfTheKindsThatItWants() {
    let id = client.observers.add(of: [.retry]) { [events] in events.note($0) }
    #expect(!client.observers.want(.request) && client.observers.want(.retry))
    send()
    transport.answer("", status: 503)
    #expect(names == [.retry])
    client.observers.remove(id)
    #expect(!client.observers.isObserved)
    clock.pass(milliseconds: 250)
    transport.answer("", status: 503)
    #expect(names == [.retry])
  }

  @Test func eachOfSeveralIsToldOfItsOwnKindsOnly() {
    let (retries, answers) = (Notebook<RequestEvent.Name>(), Notebook<RequestEvent.Name>())
    _ = client.observers.add(of: [.retry]) { retries.note($0.kind.name) }
    _ = client.observers.add(of: [.request, .answer]) { answers.note($0.kind.name) }
    send()
    transport.answer("", status: 503)
    #expect(retries.history == [.retry])
    #expect(answers.history == [.request, .answer])
  }

  @Test func aSequenceEndsWithItsReader() async throws {
    let task = Task { [client] () -> RequestEvent.Name? in
      for await event in client.events { return event.kind.name }
      return nil
    }
    try await eventually("a task reads") { client.observers.isObserved }
    send()
    #expect(await task.value == .request)
    try await eventually("no task reads any more") { !client.observers.isObserved }
  }
}
