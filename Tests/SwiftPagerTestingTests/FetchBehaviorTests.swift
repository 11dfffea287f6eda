import SwiftPager
import SwiftPagerTesting
import Testing

@Suite("Cache policies in the spellings of Apollo iOS 2", .timeLimit(.minutes(1)))
struct FetchBehaviorTests {
  private let transport = ScriptedTransport()
  private let client: GraphQLClient

  init() throws {
    client = try GraphQLClient(transport: transport)
  }

  /// The server's answers, one for each request.
  private func announce(_ answers: String?...) {
    for answer in answers {
      transport.answer(
        NamesQuery(),
        with: answer.map { .data(["names": .connection(nodes: [["name": .string($0)]])]) } ?? .offline)
    }
  }

  private func name(_ response: GraphQLResponse<NamesQuery>?) -> String? { response?.data?.names.nodes.first?.name }

  @Test("cacheFirst asks the server where the cache has no answer")
  func cacheFirst() async throws {
    announce("Ada", "Ben")
    #expect(try await name(client.fetch(query: NamesQuery())) == "Ada")
    #expect(try await name(client.fetch(query: NamesQuery(), cachePolicy: .cacheFirst)) == "Ada")
    #expect(transport.requests.count == 1)
  }

  @Test("networkFirst has the cache answer where the server does not, and fails where neither does")
  func networkFirst() async throws {
    announce(nil, "Ada", "Ben", nil)
    await #expect(throws: ClientError.network(message: "the server cannot be reached")) {
      try await client.fetch(query: NamesQuery(), cachePolicy: .networkFirst)
    }
    #expect(try await name(client.fetch(query: NamesQuery(), cachePolicy: .networkFirst)) == "Ada")
    #expect(try await name(client.fetch(query: NamesQuery(), cachePolicy: .networkFirst)) == "Ben")
    let response = try await client.fetch(query: NamesQuery(), cachePolicy: .networkFirst)
    #expect(name(response) == "Ben")
    #expect(response.source == .cache)
    #expect(transport.requests.count == 4)
  }

  @Test("networkOnly asks the server each time, and fails with it")
  func networkOnly() async throws {
    announce("Ada", "Ben", nil)
    #expect(try await name(client.fetch(query: NamesQuery(), cachePolicy: .networkOnly)) == "Ada")
    #expect(try await name(client.fetch(query: NamesQuery(), cachePolicy: .networkOnly)) == "Ben")
    await #expect(throws: ClientError.self) {
      try await client.fetch(query: NamesQuery(), cachePolicy: .networkOnly)
    }
  }

  @Test("cacheOnly asks no server")
  func cacheOnly() async throws {
    announce("Ada")
    #expect(try await client.fetch(query: NamesQuery(), cachePolicy: .cacheOnly) == nil)
    _ = try await client.fetch(query: NamesQuery())
    #expect(try await name(client.fetch(query: NamesQuery(), cachePolicy: .cacheOnly)) == "Ada")
    #expect(transport.requests.count == 1)
  }

  @Test("cacheAndNetwork brings both answers")
  func cacheAndNetwork() async throws {
    announce("Ada", "Ben")
    _ = try await client.fetch(query: NamesQuery())
    var names: [String?] = []
    for try await response in client.fetch(query: NamesQuery(), cachePolicy: .cacheAndNetwork) {
      names.append(name(response))
    }
    #expect(names == ["Ada", "Ben"])
  }

  @Test("A pager shows what the cache has where the server does not answer")
  func pager() async throws {
    announce("Ada", nil)
    let first = AsyncGraphQLQueryPager.names(client)
    await first.fetch(fetchBehavior: FetchBehavior.NetworkFirst)
    let second = AsyncGraphQLQueryPager.names(client)
    await second.fetch(fetchBehavior: FetchBehavior.NetworkFirst)
    #expect(transport.requests.count == 2)
    for await update in second.updates {
      let output = try update.get()
      #expect(output.initialPage?.source == .cache)
      #expect(name(output.initialPage) == "Ada")
      break
    }
  }

  @Test("Each spelling stands for a policy")
  func policies() {
    #expect(FetchBehavior.CacheFirst.cachePolicy == .returnCacheDataElseFetch)
    #expect(CachePolicy(FetchBehavior.CacheOnly) == .returnCacheDataDontFetch)
    #expect(CachePolicy(FetchBehavior.NetworkOnly) == .fetchIgnoringCacheData)
    #expect(CachePolicy(CachePolicy.Query.CacheAndNetwork.cacheAndNetwork) == .returnCacheDataAndFetch)
    #expect(CachePolicy(CachePolicy.Query.SingleResponse.networkFirst) == .fetchElseReturnCacheData)
  }
}
