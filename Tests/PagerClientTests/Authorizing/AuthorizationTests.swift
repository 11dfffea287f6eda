import PagerTransport
import Synchronization
import TestSupport
import Testing

@testable import PagerClient

@Suite("Requests that say who is calling")
struct AuthorizationTests {
  private let transport = ScriptedTransport(holding: true)
  private let client: GraphQLClient
  private let authorizer = Authorizer()
  private let outcomes = Notebook<String>()

  init() {
    client = GraphQLClient(RequestChannel(transport))
    client.authorization.set(authorizer.function)
  }

  /// Keeps questions for the test to answer.
  private final class Authorizer: Sendable {
    private let questions = Mutex<[(AuthorizationReason, Authorization.Reply)]>([])

    var function: Authorization.Authorizer {
      { reason, answer in self.questions.withLock { $0.append((reason, answer)) } }
    }
    var reasons: [AuthorizationReason] { questions.withLock { $0.map(\.0) } }

    func answer(_ result: Result<[HTTPHeader], ClientError>, to index: Int? = nil) {
      let answer = questions.withLock { $0[index ?? $0.count - 1].1 }
      answer(result)
    }

    func give(_ token: String) {
      answer(.success([HTTPHeader(name: "Authorization", value: token)]))
    }
  }

  private func send(headers: [HTTPHeader] = []) -> Execution {
    let execution = client.prepare(
      with: RequestOptions(headers: headers), .fetchIgnoringCacheData,
      RequestBody(isRepeatable: false) { Array("{}".utf8) }
    ) { [outcomes] event in
      switch event {
      case .answered(let answer): outcomes.note("\(answer.response.status)")
      case .failed(let error, _): outcomes.note("\(error)")
      }
    }
    execution.start()
    return execution
  }

  private var tokens: [String] { transport.sent.map { $0.options.headers.first?.value ?? "none" } }

  @Test("the authorizer is asked before the first request, and not before the next")
  func start() {
    _ = send()
    #expect(authorizer.reasons == [.start] && transport.requests.isEmpty)
    authorizer.give("a")
    _ = send()
    #expect(authorizer.reasons == [.start])
    #expect(tokens == ["a", "a"])
  }

  @Test("requests that need an answer at once share it")
  func shared() {
    for _ in 1...3 { _ = send() }
    #expect(authorizer.reasons == [.start])
    authorizer.give("a")
    #expect(tokens == ["a", "a", "a"])
    for _ in 1...3 { transport.answer("{}", status: 401) }
    #expect(authorizer.reasons == [.start, .unauthorized])
    authorizer.give("b")
    #expect(tokens == ["a", "a", "a", "b", "b", "b"])
    #expect(outcomes.history.isEmpty)
  }

  @Test("a request whose grant was refused takes the one that came meanwhile")
  func lateRefusal() {
    for _ in 1...2 { _ = send() }
    authorizer.give("a")
    transport.answer("{}", status: 401)
    authorizer.give("b")
    transport.answer("{}", status: 401)
    #expect(authorizer.reasons == [.start, .unauthorized])
    #expect(tokens == ["a", "a", "b", "b"])
  }

  @Test("the second 401 is told")
  func refusedTwice() {
    _ = send()
    authorizer.give("a")
    transport.answer("{}", status: 401)
    authorizer.give("b")
    transport.answer("{}", status: 401)
    #expect(outcomes.history == ["401"])
    #expect(authorizer.reasons == [.start, .unauthorized])
  }

  @Test("a failure ends those that wait, and the next request asks again")
  func failure() {
    for _ in 1...2 { _ = send() }
    authorizer.answer(.failure(.hook(message: "no")))
    #expect(outcomes.history == ["no", "no"])
    _ = send()
    #expect(authorizer.reasons == [.start, .start])
  }

  @Test("a request that was given up does not leave when the answer comes")
  func givenUp() {
    let execution = send()
    execution.cancel()
    authorizer.give("a")
    #expect(transport.requests.isEmpty && outcomes.history.isEmpty)
  }

  @Test("a client that is shut down ends the requests that wait for an answer, and lets go of its authorizer")
  func closed() {
    weak var kept: Authorizer?
    do {
      let authorizer = Authorizer()
      kept = authorizer
      client.authorization.set { [client] in
        _ = client
        authorizer.function($0, $1)
      }
    }
    _ = send()
    client.shutdown()
    #expect(outcomes.history == ["the client was shut down"])
    #expect(kept == nil)
    _ = send()
    #expect(transport.requests.isEmpty && outcomes.history.count == 2)
  }

  @Test("a new authorizer is asked the open question, and the first one's answer no longer counts")
  func replaced() {
    let other = Authorizer()
    _ = send()
    client.authorization.set(other.function)
    #expect(other.reasons == [.start])
    authorizer.give("a")
    #expect(transport.requests.isEmpty)
    other.give("b")
    #expect(tokens == ["b"])
    client.authorization.set(nil)
    _ = send()
    #expect(tokens == ["b", "none"])
  }

  @Test("a new authorizer replaces the headers of the one before")
  func replacedAfterItsAnswer() {
    let other = Authorizer()
    _ = send()
    authorizer.give("a")
    client.authorization.set(other.function)
    _ = send()
    #expect(other.reasons == [.start])
    other.give("b")
    #expect(tokens == ["a", "b"])
  }

  @Test("a refused grant is not used again where no other is to be had")
  func refusedAndNoOther() {
    _ = send()
    authorizer.give("a")
    transport.answer("{}", status: 401)
    authorizer.answer(.failure(.hook(message: "no")))
    #expect(outcomes.history == ["no"])
    _ = send()
    #expect(authorizer.reasons == [.start, .unauthorized, .start])
    #expect(tokens == ["a"])
    authorizer.give("b")
    #expect(tokens == ["a", "b"])
  }

  @Test("a request's own header of that name stays")
  func ownHeader() {
    _ = send(headers: [HTTPHeader(name: "authorization", value: "own")])
    authorizer.give("a")
    #expect(tokens == ["own"])
  }
}
