import PagerBytes
import PagerTransport
import Synchronization
import TestSupport
import Testing

@testable import PagerClient

@Suite("Queries by their hashes")
struct PersistedQueriesTests {
  private let server = ScriptedTransport(holding: true)
  private let clock = ManualClock()
  private let told = Told()

  /// What was reported, as words.
  private final class Told: Sendable {
    let words = Mutex<[String]>([])
    var all: [String] { words.withLock { $0 } }
  }

  private static let hash = "ecf4edb46db40b5132295c0291d62fb65d6759a9eedfa4d5d612dd5ec54a6b38"
  private static let extensions = #"{"extensions":{"persistedQuery":{"version":1,"sha256Hash":"\#(hash)"}}"#
  private let plain = #"{"query":"{__typename}","variables":{"a":"ä"}}"#
  private let hashed = extensions + #","variables":{"a":"ä"}}"#
  private let whole = extensions + #","variables":{"a":"ä"},"query":"{__typename}"}"#
  private let notFound = #"{"errors":[{"message":"PersistedQueryNotFound"}]}"#
  private let notSupported = #"{"errors":[{"message":"no","extensions":{"code":"PERSISTED_QUERY_NOT_SUPPORTED"}}]}"#
  private let answer = #"{"data":{"__typename":"Query"}}"#

  private func client(_ options: PersistedQueryOptions = true, retry: RetryOptions = .never) -> GraphQLClient {
    let transport = PersistedQueries.over(server, PersistedQueries(options))
    return GraphQLClient(RequestChannel(transport, retry: retry, clock: clock))
  }

  @discardableResult
  private func ask(_ client: GraphQLClient, _ body: String? = nil) -> Execution {
    let body = body ?? plain
    let execution = client.prepare(.fetchIgnoringCacheData, RequestBody { Array(body.utf8) }) { [told] event in
      told.words.withLock { words in
        switch event {
        case .answered(let answer): words.append("\(answer.response.status) at \(answer.attempts)")
        case .failed(let error, let attempts): words.append("\(error) at \(attempts)")
        }
      }
    }
    execution.start()
    return execution
  }

  @Test func aHashIsTheQuerysInHexadecimalDigits() {
    #expect(PersistedDocument("{__typename}", isRead: false)?.hash == Self.hash)
  }

  @Test func aServerThatDoesNotKnowTheHashGetsTheQueryOnce() {
    let client = client()
    ask(client)
    server.answer(notFound)
    server.answer(answer)
    ask(client)
    server.answer(answer)
    #expect(server.bodies == [hashed, whole, hashed])
    #expect(told.all == ["200 at 1", "200 at 1"])
    #expect(server.inFlight == 0)
  }

  /// A transport that takes no more requests once it is closed, and still answers those that it has.
  private final class ClosingTransport: LayeredTransport {
    let transport: any Transport
    private let isClosed = Atomic(false)

    init(_ transport: any Transport) {
      self.transport = transport
    }

    func close() { isClosed.store(true, ordering: .relaxed) }

    func send(
      _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
    ) throws(TransportError) -> TransferID {
      guard !isClosed.load(ordering: .relaxed) else {
        throw TransportError(kind: .shutDown, message: "the transport was shut down")
      }
      return try transport.send(request, completion: completion)
    }

    func cancel(_ transfer: TransferID) { transport.cancel(transfer) }
  }

  @Test("A client that is shut down between the hash and the query says so, and keeps neither")
  func shutdown() throws {
    let closing = ClosingTransport(server)
    let transport = PersistedQueries.over(closing, PersistedQueries(true))
    let client = GraphQLClient(RequestChannel(transport, retry: .never, clock: clock))
    ask(client)
    closing.close()
    server.answer(notFound)
    ask(client)
    #expect(told.all == ["the client was shut down at 1", "the client was shut down at 1"])
    #expect(server.inFlight == 0 && server.bodies == [hashed])

    let chains = ChainedTransfers(closing)
    for _ in 1...3 {
      #expect(throws: TransportError.self) { try chains.send(ChainedStep(TransportRequest(body: []))) { _ in } }
    }
    #expect(chains.count == 0)
  }

  @Test func aServerThatForgetsIsToldAgain() {
    let client = client()
    for _ in 1...2 {
      ask(client)
      server.answer(notFound, status: 404)
      server.answer(answer)
    }
    #expect(server.bodies == [hashed, whole, hashed, whole])
  }

  @Test func aServerThatTakesNoneIsNotAskedAgain() {
    let client = client()
    ask(client)
    server.answer(notSupported, status: 400)
    server.answer(answer)
    ask(client)
    server.answer(answer)
    #expect(server.bodies == [hashed, plain, plain])
    #expect(told.all == ["200 at 1", "200 at 1"])
  }

  @Test func aServerMaySayThatOnlyWhenItSeesTheQuery() {
    let client = client()
    ask(client)
    server.answer(notFound)
    server.answer(notSupported)
    server.answer(answer)
    ask(client)
    #expect(server.bodies == [hashed, whole, plain, plain])
  }

  @Test(
    "a server that finds no query in the request takes no hashes",
    arguments: [(400, "Must provide query string."), (200, #"{"errors":[{"message":"no query"}]}"#)])
  func ignorant(status: Int, body: String) {
    let client = client()
    ask(client)
    server.answer(body, status: status)
    server.answer(answer)
    ask(client)
    #expect(server.bodies == [hashed, plain, plain])
  }

  @Test("if the request without a hash fails, too, the request was at fault")
  func faulty() {
    let client = client()
    let faulty = #"{"errors":[{"message":"there is no such field"}]}"#
    ask(client)
    server.answer(faulty, status: 400)
    server.answer(faulty, status: 400)
    ask(client)
    server.answer(answer)
    // By now the server has shown that it takes them.
    ask(client)
    server.answer(faulty, status: 400)
    #expect(server.bodies == [hashed, plain, hashed, hashed])
    #expect(told.all == ["400 at 1", "200 at 1", "400 at 1"])
  }

  @Test func theFurtherRequestIsNoAttemptAndItsFaultsAreRetried() {
    ask(client(retry: RetryOptions()))
    server.answer(notFound)
    server.answer("", status: 503)
    clock.pass(milliseconds: 250)
    server.answer(notFound)
    server.answer(answer)
    #expect(server.bodies == [hashed, whole, hashed, whole])
    #expect(told.all == ["200 at 2"])
  }

  @Test func aCancelReachesTheFurtherRequest() {
    let execution = ask(client())
    server.answer(notFound)
    #expect(execution.cancel())
    #expect(server.cancelledTransfers == [2])
    #expect(told.all.isEmpty)
  }

  @Test func aClosedTransportEndsTheFurtherRequest() {
    let client = client()
    ask(client)
    server.answer(notFound)
    client.shutdown()
    #expect(told.all == ["the client was shut down at 1"])
  }

  @Test(
    "a body that this library did not write goes as it is",
    arguments: ["no JSON", "{}", #"{"query":"{a}","extensions":{}}"#, #"{"query":1}"#])
  func others(body: String) {
    ask(client(), body)
    server.answer(notFound)
    #expect(server.bodies == [body])
  }

  // MARK: GET

  @Test func aQueryMayGoByGetAndItsTextByPost() {
    ask(client(PersistedQueryOptions(usesGet: true)))
    server.answer(notFound)
    server.answer(answer)
    let address =
      "extensions=%7B%22persistedQuery%22%3A%7B%22version%22%3A1%2C%22sha256Hash%22%3A%22\(Self.hash)%22%7D%7D"
    #expect(server.sent.map(\.query) == [address + "&variables=%7B%22a%22%3A%22%C3%A4%22%7D", nil])
    #expect(server.bodies == ["", whole])
  }

  @Test(
    "what changes something goes by POST, and so does what is too long for an address",
    arguments: [
      #"{"query":"mutation {a}"}"#, #"{"query":"query A {a} mutation B {a}","operationName":"B"}"#,
      #"{"query":"query A {a} query B {a}"}"#, #"{"query":"}"}"#,
      #"{"query":"{a}","variables":{"a":"\#(String(repeating: "x", count: 4096))"}}"#,
    ])
  func post(body: String) {
    ask(client(PersistedQueryOptions(usesGet: true)), body)
    #expect(server.sent.map(\.query) == [nil])
    #expect(server.bodies[0].hasPrefix(#"{"extensions":"#))
  }

  @Test func aRequestThatMayBeSentOnceOnlyGoesByPost() {
    let client = client(PersistedQueryOptions(usesGet: true))
    client.prepare(.fetchIgnoringCacheData, RequestBody(isRepeatable: false) { Array(plain.utf8) }) { _ in }.start()
    #expect(server.bodies == [hashed])
  }

  @Test func aNameIsInTheAddress() {
    let body = #"{"query":"query A {a} mutation B {a}","operationName":"A"}"#
    ask(client(PersistedQueryOptions(usesGet: true)), body)
    #expect(server.sent[0].query?.hasSuffix("%7D%7D&operationName=A") == true)
  }

  @Test func aServerWithoutGetIsAskedByPost() {
    let client = client(PersistedQueryOptions(usesGet: true))
    ask(client)
    server.answer("", status: 405)
    server.answer(answer)
    ask(client)
    #expect(server.sent.map { $0.query == nil } == [false, true, true])
    #expect(server.bodies == ["", hashed, hashed])
  }
}
