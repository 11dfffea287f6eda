import PagerClient
import SwiftPager
import TestSupport
import Testing

/// Repositories with their issues, and these with their labels: three levels.
private struct RepositoriesQuery: GraphQLQuery {
  static let document = """
    query Repositories($first: Int!, $after: String, $labels: Int!) {
      repositories(first: $first, after: $after) {
        nodes {
          name
          issues(first: 2) {
            nodes { title labels(first: $labels) { nodes { name } pageInfo { hasNextPage endCursor } } }
            pageInfo { hasNextPage endCursor }
          }
        }
        pageInfo { hasNextPage endCursor }
      }
    }
    """

  struct Variables: Encodable, Hashable, Sendable {
    var first = 5
    var after: GraphQLNullable<String> = .none
    var labels = 2
  }

  struct List<Node: Decodable & Hashable & Sendable>: Decodable, Hashable, Sendable {
    struct PageInfo: Decodable, Hashable, Sendable {
      var hasNextPage: Bool
      var endCursor: String?
    }

    var nodes: [Node]
    var pageInfo: PageInfo
  }

  struct Repository: Decodable, Hashable, Sendable {
    var name: String
    var issues: List<Issue>
  }

  struct Issue: Decodable, Hashable, Sendable {
    var title: String
    var labels: List<Label>
  }

  struct Label: Decodable, Hashable, Sendable { var name: String }

  struct Data: Decodable, Hashable, Sendable { var repositories: List<Repository> }

  var variables = Variables()
}

extension RepositoriesQuery.Data {
  /// What there is to report, found by the types.
  fileprivate var cutOff: [NestedList] {
    repositories.nodes.enumerated().flatMap { index, repository in
      let path = "/data/repositories/nodes/\(index)/issues"
      let labels = repository.issues.nodes.enumerated().compactMap { number, issue in
        issue.labels.cutOff(at: "\(path)/nodes/\(number)/labels")
      }
      return [repository.issues.cutOff(at: path)].compactMap { $0 } + labels
    }
  }
}

extension RepositoriesQuery.List {
  fileprivate func cutOff(at path: String) -> NestedList? {
    guard pageInfo.hasNextPage else { return nil }
    let cursor = pageInfo.endCursor.map(JSONValue.string) ?? .null
    // A client with a cache asks for the names of types, too.
    return NestedList(
      path: path, hasMore: true, itemCount: nodes.count,
      pageInfo: ["hasNextPage": true, "endCursor": cursor, "__typename": "PageInfo"])
  }
}

@Suite("Documentation: lists inside the items", .timeLimit(.minutes(1)))
struct NestedListTests {
  private typealias Pager = AsyncGraphQLQueryPager<PaginationOutput<RepositoriesQuery, RepositoriesQuery>>

  private func client() throws -> GraphQLClient {
    try GraphQLClient(endpoint: try Shop.endpoint().replacing("/graphql", with: "/forge"))
  }

  private func pager(
    _ client: GraphQLClient, _ variables: RepositoriesQuery.Variables = .init(), nested: NestedListRule = .report
  ) -> Pager {
    Pager(
      client: client, initialQuery: RepositoriesQuery(variables: variables), nested: nested,
      extractPageInfo: { (data: RepositoriesQuery.Data) in
        CursorBasedPagination.Forward(
          hasNext: data.repositories.pageInfo.hasNextPage, endCursor: data.repositories.pageInfo.endCursor)
      },
      pageResolver: { info, direction in
        var next = variables
        next.after = info.endCursor ?? .none
        return direction == .next ? RepositoriesQuery(variables: next) : nil
      })
  }

  @Test("Incomplete lists are counted and named with their page")
  func reported() async throws {
    let pager = pager(try client())
    try await pager.loadAll()
    let output = try await pager.output()
    #expect(output.allPages.count == 3)
    for page in output.allPages {
      let expected = try #require(page.data).cutOff
      #expect(!expected.isEmpty)
      #expect(Set(page.nested.lists) == Set(expected))
      #expect(page.nested.lists.count == expected.count)
      #expect((page.nested.incompleteCount, page.nested.unknownCount) == (expected.count, 0))
    }
    #expect(output.allNested == output.allPages.flatMap(\.nested.lists))
  }

  @Test("A page from the cache lists them, too")
  func cached() async throws {
    let client = try client()
    let first = pager(client)
    await first.fetch()
    let again = pager(client)
    await again.fetch(cachePolicy: .returnCacheDataDontFetch)
    let (server, cache) = try await (first.output(), again.output())
    #expect(cache.lastUpdatedPage.source == .cache)
    #expect(cache.lastUpdatedPage.nested == server.lastUpdatedPage.nested)
  }

  @Test("If an incomplete list is a failure, it follows the page, and the walk can continue")
  func failure() async throws {
    let pager = pager(try client(), nested: .error)
    #expect(pager.nested == .error)
    var updates = pager.updates.makeAsyncIterator()
    try await pager.loadAll()
    let page = try #require(await updates.next()).get()
    #expect(page.allPages.count == 1)
    guard case .failure(ClientError.nestedIncomplete(let message, let path))? = await updates.next() else {
      Issue.record("no failure")
      return
    }
    let first = try #require(page.allNested.first)
    #expect(path == first.path)
    #expect(
      message == "\(page.allNested.count) lists inside the page are not complete, the first at \(path): it says that "
        + "there is more")

    #expect(await pager.canLoadNext)
    // Each of these ends at the page that it loads.
    try await pager.loadAll(fetchFromInitialPage: false)
    try await pager.loadAll(fetchFromInitialPage: false)
    #expect(pager.currentOutput?.allPages.count == 3)
  }

  @Test("A page whose lists are whole is not a failure")
  func whole() async throws {
    // The first repository has no issues.
    let pager = pager(try client(), .init(first: 1), nested: .error)
    await pager.fetch()
    let output = try await pager.output()
    #expect(output.lastUpdatedPage.nested.isEmpty)
    #expect(output.allNested.isEmpty)
  }

  @Test("Lists that do not say whether they are complete are unknown")
  func unknown() async throws {
    let client = try client()
    let pager = AsyncGraphQLQueryPager(
      client: client, initialQuery: SilentQuery(),
      extractPageInfo: { (_: SilentQuery.Data) in CursorBasedPagination.Forward(hasNext: false, endCursor: nil) },
      pageResolver: { _, _ in nil })
    await pager.fetch()
    let nested = try await pager.output().lastUpdatedPage.nested
    #expect((nested.incompleteCount, nested.unknownCount) == (0, 3))
    #expect(
      nested.lists
        == (0..<3).map {
          NestedList(path: "/data/repositories/nodes/\($0)/issues", hasMore: nil, itemCount: min($0 * 5, 2))
        })
  }

  private struct SilentQuery: GraphQLQuery {
    static let document = """
      { repositories(first: 3) { nodes { issues(first: 2) { nodes { title } } } pageInfo { hasNextPage endCursor } } }
      """
    struct Data: Decodable, Hashable, Sendable {}
  }

  @Test("If incomplete lists are failures, a query that cannot be searched for them is one, too")
  func unsearched() async throws {
    let transport = ScriptedTransport { _ in .json(["data": ["odd": 1]]) }
    let pager = AsyncGraphQLQueryPager(
      client: GraphQLClient(RequestChannel(transport)), initialQuery: OddQuery(), nested: .error,
      extractPageInfo: { (_: OddQuery.Data) in CursorBasedPagination.Forward(hasNext: false, endCursor: nil) },
      pageResolver: { _, _ in nil })
    var updates = pager.updates.makeAsyncIterator()
    await pager.fetch()
    #expect(try await updates.next()?.get().allPages.count == 1)
    guard case .failure(ClientError.nestedIncomplete(let message, path: ""))? = await updates.next() else {
      Issue.record("no failure")
      return
    }
    #expect(message.hasPrefix("the library cannot search the query for lists inside its items: "))
    #expect(pager.currentOutput?.lastUpdatedPage.nested.isEmpty == true)
  }

  /// In a syntax that only its server knows.
  private struct OddQuery: GraphQLQuery {
    static let document = "{ odd(§) }"
    struct Data: Decodable, Hashable, Sendable { var odd: Int }
  }

  @Test("A response outside of a list has none; one that an app makes has what it says")
  func outside() async throws {
    let response = try await client().fetch(RepositoriesQuery())
    #expect(response.nested.isEmpty)
    let lists = [
      NestedList(path: "/data/a/0/b", hasMore: true, itemCount: 2),
      .init(path: "/data/a/1/b", hasMore: nil, itemCount: 0),
    ]
    let made = GraphQLResponse<RepositoriesQuery>(data: nil, nested: NestedLists(lists))
    #expect((made.nested.incompleteCount, made.nested.unknownCount) == (1, 1))
    #expect(made != GraphQLResponse<RepositoriesQuery>(data: nil))
  }
}
