import PagerBytes
import PagerCache
import PagerJSON
import PagerTransport
import TestSupport
import Testing

@testable import PagerClient

@Suite("Requests of a client with a cache")
struct CachedExecutionTests {
  private static let query = "{ shop { name } }"
  private static let mutation = "mutation { rename { name } }"

  private let server = ScriptedTransport(holding: true)
  private let outcomes = Notebook<String>()
  private let cache: Cache
  private let client: GraphQLClient

  init() {
    var configuration = CacheConfiguration()
    configuration.addsTypename = false
    cache = Cache(configuration)
    client = GraphQLClient(RequestChannel(server), cache: cache)
  }

  /// Makes a request; the server answers it with `name`, or is offline.
  ///
  /// - Returns: what the caller was told, in order.
  @discardableResult
  private func ask(_ document: String, _ policy: CachePolicy, name: String? = nil) throws -> [String] {
    let before = outcomes.history.count
    let body = try JSONValue.object(["query": .string(document)]).text()
    let isMutation = document.hasPrefix("mutation")
    let requestBody = RequestBody(isRepeatable: !isMutation) { Array(body.utf8) }
    let execution = client.prepare(policy, requestBody) { [outcomes] event in
      switch event {
      case .answered(let answer):
        answer.enterAhead()
        let text = answer.response.body.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
        let name = (try? JSONValue(parsing: text)["data"])?[isMutation ? "rename" : "shop"]?["name"]?.string ?? text
        outcomes.note("\(answer.isCached ? "cache" : "server"): \(name)\(answer.isFinal ? "" : ", to be continued")")
      case .failed(ClientError.cacheMiss, _): outcomes.note("miss")
      case .failed(ClientError.network, _): outcomes.note("offline")
      case .failed(let error, _): outcomes.note("\(error)")
      }
    }
    execution.start()
    if let name {
      server.answer(#"{"data":{"\#(isMutation ? "rename" : "shop")":{"name":"\#(name)"}}}"#)
    } else {
      server.answer(ScriptedAnswer.offline().failure)
    }
    return Array(outcomes.history.dropFirst(before))
  }

  /// A policy, and what a request brings while the cache has the answer `old` or has none.
  struct Case: CustomTestStringConvertible {
    let policy: CachePolicy
    let hasAnswer: Bool
    /// If the server answers `new`.
    let online: [String]
    let offline: [String]
    let requests: Int
    /// What the cache has then, if the server answered.
    let cached: String

    var testDescription: String { "\(policy), \(hasAnswer ? "with" : "without") an answer in the cache" }
  }

  @Test(
    "a policy decides whether the cache answers a query, the server, or both",
    arguments: [
      Case(
        policy: .returnCacheDataElseFetch, hasAnswer: false, online: ["server: new"], offline: ["offline"], requests: 1,
        cached: "cache: new"),
      Case(
        policy: .returnCacheDataElseFetch, hasAnswer: true, online: ["cache: old"], offline: ["cache: old"],
        requests: 0,
        cached: "cache: old"),
      Case(
        policy: .fetchIgnoringCacheData, hasAnswer: false, online: ["server: new"], offline: ["offline"], requests: 1,
        cached: "cache: new"),
      Case(
        policy: .fetchIgnoringCacheData, hasAnswer: true, online: ["server: new"], offline: ["offline"], requests: 1,
        cached: "cache: new"),
      Case(
        policy: .fetchIgnoringCacheCompletely, hasAnswer: false, online: ["server: new"], offline: ["offline"],
        requests: 1, cached: "miss"),
      Case(
        policy: .fetchIgnoringCacheCompletely, hasAnswer: true, online: ["server: new"], offline: ["offline"],
        requests: 1, cached: "cache: old"),
      Case(
        policy: .returnCacheDataDontFetch, hasAnswer: false, online: ["miss"], offline: ["miss"], requests: 0,
        cached: "miss"),
      Case(
        policy: .returnCacheDataDontFetch, hasAnswer: true, online: ["cache: old"], offline: ["cache: old"],
        requests: 0,
        cached: "cache: old"),
      Case(
        policy: .returnCacheDataAndFetch, hasAnswer: false, online: ["server: new"], offline: ["offline"], requests: 1,
        cached: "cache: new"),
      Case(
        policy: .returnCacheDataAndFetch, hasAnswer: true, online: ["cache: old, to be continued", "server: new"],
        offline: ["cache: old, to be continued", "offline"], requests: 1, cached: "cache: new"),
      Case(
        policy: .fetchElseReturnCacheData, hasAnswer: false, online: ["server: new"], offline: ["offline"], requests: 1,
        cached: "cache: new"),
      Case(
        policy: .fetchElseReturnCacheData, hasAnswer: true, online: ["server: new"], offline: ["cache: old"],
        requests: 1, cached: "cache: new"),
    ])
  func policies(example: Case) throws {
    for (name, expected) in [(nil, example.offline), ("new", example.online)] {
      if example.hasAnswer { try ask(Self.query, .fetchIgnoringCacheData, name: "old") }
      let before = server.sent.count
      #expect(try ask(Self.query, example.policy, name: name) == expected)
      #expect(server.sent.count - before == example.requests)
    }
    #expect(try ask(Self.query, .returnCacheDataDontFetch) == [example.cached])
  }

  @Test(
    "the server answers a mutation each time, whatever the policy and the cache say", arguments: CachePolicy.allCases)
  func mutations(policy: CachePolicy) throws {
    #expect(try ask(Self.mutation, policy, name: "one") == ["server: one"])
    #expect(try ask(Self.mutation, policy, name: "two") == ["server: two"])
    #expect(server.sent.count == 2)
    // Nothing takes the place of an answer that did not come, and a record of that name is not an answer.
    try cache.write(.copying(#"{"MUTATION_ROOT":{"rename":{"name":"record"}}}"#.utf8), to: nil)
    #expect(try ask(Self.mutation, policy) == ["offline"])
    #expect(try ask(Self.mutation, policy, name: "three") == ["server: three"])
    #expect(server.sent.count == 4)
  }

  @Test("the cache has no part in a request that it cannot read", arguments: CachePolicy.allCases)
  func unreadable(policy: CachePolicy) throws {
    let subscription = "subscription { shop { name } }"
    for name in ["one", "two"] {
      let isUnanswerable = policy == .returnCacheDataDontFetch
      #expect(try ask(subscription, policy, name: name) == [isUnanswerable ? "miss" : "server: \(name)"])
    }
    #expect(try ask(Self.query, .returnCacheDataDontFetch) == ["miss"])
  }
}

extension ScriptedAnswer {
  fileprivate var failure: Result<TransportResponse, TransportError> {
    guard case .failure(let error) = self else { fatalError("the answer is not a failure") }
    return .failure(error)
  }
}
