import Foundation  // UUID
import SwiftPager
import TestSupport
import Testing

/// What a server of the tests got: its list has a node for each of the request's headers.
private struct HeadersQuery: GraphQLQuery {
  static let document = "query Headers($page: Int) { items(page: $page) { edges { node { name value } } } }"

  struct Variables: Encodable, Hashable, Sendable {
    var page: Int
  }

  struct Data: Decodable, Hashable, Sendable {
    struct Items: Decodable, Hashable, Sendable {
      struct Edge: Decodable, Hashable, Sendable {
        struct Node: Decodable, Hashable, Sendable {
          let name: String
          let value: String
        }

        let node: Node
      }

      let edges: [Edge]
    }

    let items: Items

    func values(_ name: String) -> [String] {
      items.edges.map(\.node).filter { $0.name == name.lowercased() }.map(\.value)
    }
  }

  var variables: Variables

  init(page: Int = 0) { variables = Variables(page: page) }
}

@Suite("Headers of one call", .timeLimit(.minutes(1)))
struct HeaderTests {
  private let client: GraphQLClient

  init() throws {
    let base = try TestServer.variable("SWIFTPAGER_TROUBLE_ENDPOINT")
    client = try GraphQLClient(
      ClientConfiguration(
        endpoint: "\(base)/headers?key=\(UUID().uuidString)", headers: ["X-Client": "its", "X-Both": "the client's"]))
  }

  private func headers() throws -> RequestHeaders { try RequestHeaders(["X-Both": "the call's", "X-Call": "one"]) }

  private func check(_ data: HeadersQuery.Data?, isWithThem: Bool = true) throws {
    let data = try #require(data)
    #expect(data.values("X-Client") == ["its"])
    #expect(data.values("X-Both") == [isWithThem ? "the call's" : "the client's"])
    #expect(data.values("X-Call") == (isWithThem ? ["one"] : []))
  }

  private func pager() -> AsyncGraphQLQueryPager<PaginationOutput<HeadersQuery, HeadersQuery>> {
    AsyncGraphQLQueryPager(
      client: client, initialQuery: HeadersQuery(),
      // The server says that there is no more; the test asks all the same.
      extractInitialPageInfo: { _ in
        OffsetPagination.Bidirectional(nextOffset: 1, canLoadNext: true, previousOffset: -1, canLoadPrevious: true)
      },
      extractNextPageInfo: { _ in
        OffsetPagination.Bidirectional(nextOffset: 0, canLoadNext: false, previousOffset: 0, canLoadPrevious: false)
      },
      pageResolver: { info, direction in HeadersQuery(page: direction == .next ? info.nextOffset : info.previousOffset)
      })
  }

  @Test func operations() async throws {
    try check(await client.fetch(HeadersQuery(), cachePolicy: .fetchIgnoringCacheData, headers: headers()).data)
    try check(await client.perform(HeadersQuery(), headers: headers()).data)
    try check(await client.fetch(HeadersQuery(), cachePolicy: .fetchIgnoringCacheData).data, isWithThem: false)
    for try await response in client.responses(
      to: HeadersQuery(), cachePolicy: .fetchIgnoringCacheData, headers: try headers())
    { try check(response.data) }
    for await result in client.watch(
      HeadersQuery(), cachePolicy: .fetchIgnoringCacheData, headers: try headers())
    {
      try check(result.get().data)
      break
    }
  }

  @Test func pages() async throws {
    let pager = pager()
    await pager.fetch(headers: try headers())
    try check(await pager.output().initialPage?.data)
    await pager.refetch()
    try check(await pager.output().initialPage?.data, isWithThem: false)
    await pager.refetch(headers: try headers())
    try await pager.loadNext(headers: headers())
    try await pager.loadPrevious(headers: headers())
    let output = try await pager.output()
    for page in [output.initialPage, output.nextPages.first, output.previousPages.first] { try check(page?.data) }
  }

  @Test func pagesOfOneWhoTakesCompletions() async throws {
    let pager = GraphQLQueryPager(
      client: client, initialQuery: HeadersQuery(),
      extractPageInfo: { _ in OffsetPagination.Forward(offset: 0, canLoadNext: false) },
      pageResolver: { (_, _) -> HeadersQuery? in nil })
    let headers = try headers()
    let error = await withCheckedContinuation { continuation in
      pager.loadAll(headers: headers, callbackQueue: .global()) { continuation.resume(returning: $0) }
    }
    #expect(error == nil)
    try check(await pager.output().initialPage?.data)
    await pager.refetch()
    try check(await pager.output().initialPage?.data, isWithThem: false)
    await pager.refetch(headers: headers)
    try check(await pager.output().initialPage?.data)
  }

  @Test func namesAndValuesThatHTTPDoesNotAllow() {
    let name = #expect(throws: ClientConfigurationError.self) { try RequestHeaders(["a b": "c"]) }
    #expect(name?.message == "header 0 has a name that HTTP does not allow; use letters, digits and hyphens")
    let value = #expect(throws: ClientConfigurationError.self) { try RequestHeaders(["A": "b\r\nC: d"]) }
    #expect(value?.message.contains("the value of header 'A' holds a control character") == true)
  }

  @Test("An authorizer is asked before the first request, and a call's own header goes before its answer")
  func authorizer() async throws {
    let reasons = Collected<AuthorizationReason>()
    client.setAuthorizer { reason in
      reasons.add(reason)
      return ["X-Both": "the authorizer's"]
    }
    #expect(
      try await client.fetch(HeadersQuery(), cachePolicy: .fetchIgnoringCacheData).data?.values("X-Both") == [
        "the authorizer's"
      ])
    try check(await client.fetch(HeadersQuery(), cachePolicy: .fetchIgnoringCacheData, headers: headers()).data)
    #expect(reasons.all == [.start])
  }

  @Test("An authorizer's header that HTTP does not allow is named, without its value")
  func authorizerWithALineBreak() async {
    client.setAuthorizer { _ in ["Authorization": "Bearer secret\n"] }
    let error = await #expect(throws: ClientError.self) {
      try await client.fetch(HeadersQuery(), cachePolicy: .fetchIgnoringCacheData)
    }
    let message = error.map { "\($0)" } ?? ""
    #expect(message.contains("the authorizer returned a control character (such as a line break) in the value of"))
    #expect(message.contains("'Authorization'") && !message.contains("secret"))
  }
}
