import PagerBytes
import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import PagerTransport
import TestSupport
import Testing

@Suite("A pager of a document, from requests to updates")
struct DocumentPagerTests {
  private let transport = ScriptedTransport(holding: true)
  private let client: GraphQLClient
  private let engine: PagerEngine
  private let recorder = TextRecorder()

  init() throws {
    client = GraphQLClient(RequestChannel(transport))
    engine = PagerEngine(
      client: client, plan: CurrentPlan(try plan(shopQuery, variables: ["first": 2])), retention: .all)
    _ = engine.subscribe { [recorder] _, update in recorder.note(update.notation) }
  }

  private func start(_ kind: OperationKind) throws -> OperationID {
    try engine.start(kind) { [recorder] end, _ in recorder.note("end: \(end.notation)") }
  }

  private var walk: OperationKind { .loadAll(Walk(emitsEachPage: true)) }

  private func response(_ nodes: String, next cursor: String?) -> String {
    let pageInfo = #"{"hasNextPage":\#(cursor != nil),"endCursor":\#(cursor ?? "null")}"#
    return #"{"data":{"shop":{"products":{"nodes":\#(nodes),"pageInfo":\#(pageInfo)}}}}"#
  }

  @Test func aWalkAsksForEachPageWithTheCursorOfTheOneBefore() throws {
    _ = try start(walk)
    transport.answer(response("[1,2]", next: #""K\/2""#))
    transport.answer(response("[3]", next: nil))
    #expect(transport.bodies.map(variables) == [#"{"first":2}"#, #"{"first":2,"after":"K\/2"}"#])
    #expect(recorder.history == ["initial [1,2], 1 page", "next [3], 2 pages", "end: success"])
    #expect(engine.read { $0.summary.itemsLoaded } == 3)
  }

  @Test(
    "A page info that leads nowhere ends the walk with an error after the page",
    arguments: [
      (#""K2""#, #""K2""#, "cursorStuck"), (#""K2""#, #"null"#, "nullCursor"), (#""K2""#, "{}", "missingPageInfo"),
    ])
  func incomplete(first: String, second: String, reason: String) throws {
    _ = try start(walk)
    transport.answer(response("[1]", next: first))
    transport.answer(
      #"{"data":{"shop":{"products":{"nodes":[2],"pageInfo":{"hasNextPage":true,"endCursor":\#(second)}}}}}"#)
    #expect(
      recorder.history == ["initial [1], 1 page", "next [2], 2 pages", "\(reason), 2 pages", "end: \(reason)"])
    #expect(transport.bodies.count == 2)
  }

  @Test("Errors beside data end a walk at their page, or at the end of the list", arguments: [ErrorRule.fail, .report])
  func errorsBesideData(rule: ErrorRule) throws {
    var plan = try plan(shopQuery, variables: ["first": 2])
    plan.errorRule = rule
    let scene = ListScene(plan)
    try scene.start(.loadAll(Walk(emitsEachPage: true, reportsErrors: rule == .report)))
    let page = response("[1]", next: #""K1""#)
    scene.transport.answer(#"{"errors":[{"message":"a part is missing"}],"# + page.dropFirst())
    #expect(scene.variables.count == (rule == .fail ? 1 : 2))
    if rule == .report { scene.transport.answer(response("[2]", next: nil)) }
    #expect(scene.engine.read { $0.summary.itemsLoaded } == (rule == .fail ? 1 : 2))
    #expect(scene.history.last != "end: success", "\(scene.history)")
  }

  @Test func aCursorSeenBeforeEndsTheWalk() throws {
    _ = try start(.loadAll(Walk(emitsEachPage: false)))
    for (nodes, cursor) in [("[1]", #""A""#), ("[2]", #""B""#), ("[3]", #""A""#)] {
      transport.answer(response(nodes, next: cursor))
    }
    #expect(transport.bodies.count == 3)
    #expect(recorder.history == ["next [3], 3 pages", "cursorCycle, 3 pages", "end: cursorCycle"])
  }

  @Test("A list without items is complete")
  func emptyList() throws {
    _ = try start(walk)
    transport.answer(response("[]", next: nil))
    #expect(recorder.history == ["initial [], 1 page", "end: success"])
    #expect(engine.read { $0.summary.itemsLoaded } == 0)
    #expect(engine.read { !$0.canLoad(.next) })
  }

  @Test("A list that is opened behind a cursor notices that cursor, too")
  func opened() throws {
    let scene = ListScene(try plan(shopQuery, variables: ["first": 2, "after": "K"]))
    try scene.walk(answers: response("[1]", next: #""K""#))
    #expect(scene.variables == [#"{"first":2,"after":"K"}"#])
    #expect(scene.history.last == "end: cursorStuck")
  }

  @Test func aResponseOfErrorsIsShownAndEndsTheOperation() throws {
    _ = try start(.fetch)
    transport.answer(#"{"data":null,"errors":[{"message":"no"}]}"#)
    #expect(recorder.history == ["initial nil, 1 page", "end: without data"])
  }

  @Test(
    "A failure reads as what it is",
    arguments: [
      (
        Result.failure(TransportError(kind: .timedOut, message: "no answer within 3 s")),
        ClientError.network(message: "no answer within 3 s")
      ),
      (
        .success(TransportResponse(status: 404, body: ReceivedBytes.copying([]))),
        .http(
          status: 404,
          message: "there is nothing at the endpoint's path (HTTP 404); check the endpoint; the body is empty",
          errors: nil, retryAfter: nil)
      ),
      (
        .success(TransportResponse(status: 200, body: ReceivedBytes.copying("[]".utf8))),
        .badResponse(
          message: "the response is not a GraphQL response: it is an array, not an object; the body begins with: []")
      ),
    ] as [(Result<TransportResponse, TransportError>, ClientError)])
  func failure(result: Result<TransportResponse, TransportError>, error: ClientError) throws {
    _ = try start(.fetch)
    transport.answer(result)
    #expect(recorder.history == ["\(error), 0 pages", "end: \(error)"])
  }

  @Test func theShutdownEndsWhatIsInFlightAndWhatComesLater() throws {
    _ = try start(.fetch)
    client.shutdown(timeout: .zero)
    _ = try start(.fetch)
    let closed = ["the client was shut down, 0 pages", "end: the client was shut down"]
    #expect(recorder.history == closed + closed)
  }

  @Test func cancellingGivesUpTheTransfer() throws {
    let operation = try start(.fetch)
    engine.cancel(operation)
    #expect(transport.cancelledTransfers == [1])
    #expect(recorder.history == ["end: cancelled"])
  }

  private func variables(_ body: String) -> String {
    let parts = body.split(separator: #""variables":"#, maxSplits: 1)
    return String(parts.last?.dropLast() ?? "")
  }
}
