import Foundation  // JSONEncoder, JSONDecoder
import SwiftPager
import Testing

/// A page info of a user's own that cannot be kept.
private struct Unkept: PaginationInfo {
  let canLoadNext: Bool
  let canLoadPrevious = false
  let cursor: String?
}

@Suite("Documentation: going on in another process", .timeLimit(.minutes(1)))
struct ResumingTests {
  private typealias Pager<Query: GraphQLQuery> = AsyncGraphQLQueryPager<PaginationOutput<Query, Query>>

  /// What is kept by one process and read by another.
  private func kept(_ token: ResumeToken) throws -> ResumeToken {
    let data = try JSONEncoder().encode(["token": token])
    return try #require(try JSONDecoder().decode([String: ResumeToken].self, from: data)["token"])
  }

  private func offsets() throws -> Pager<ProductListQuery> {
    .makeForwardOffsetQueryPager(
      client: try Shop.client(),
      queryProvider: { page in ProductListQuery(offset: page?.offset ?? 0, limit: ProductListQuery.pageSize) },
      extractPageInfo: { $0.productList.forward })
  }

  private func bothWays(_ client: GraphQLClient, behind cursor: String) -> Pager<ProductsQuery> {
    Pager(
      client: client, initialQuery: ProductsQuery(first: 100, after: .some(cursor)),
      extractPageInfo: { $0.products.bidirectional },
      pageResolver: { page, direction in
        switch direction {
        case .next: ProductsQuery(first: 100, after: page.endCursor ?? .none)
        case .previous: ProductsQuery(last: 100, before: page.startCursor ?? .none)
        }
      })
  }

  @Test func aForwardListGoesOn() async throws {
    let first = Pager.products(try Shop.client(), first: 100)
    let beginning = try first.resumeToken()
    await first.fetch()
    try await first.loadNext()
    let second = Pager.products(try Shop.client(), first: 100)
    try second.resume(from: kept(try first.resumeToken()))
    await #expect(second.canLoadNext)
    try await second.loadNext()
    #expect(try await second.output().nextPages.map { $0.data?.products.numbers.first } == [201])
    // Once it holds a page, it starts over where nothing else is said.
    try await second.loadAll(fetchFromInitialPage: false)
    let output = try await second.output()
    #expect(output.nextPages.compactMap(\.data).flatMap(\.products.numbers) == Array(201...1000))
    #expect(output.initialPage == nil)

    let third = Pager.products(try Shop.client(), first: 100)
    try third.resume(from: kept(beginning))
    try await third.loadAll()
    #expect(try await third.output().allData.flatMap(\.products.numbers) == Array(1...1000))
  }

  @Test func aListThatIsReadBothWaysGoesOnAtBothEnds() async throws {
    let client = try Shop.client()
    let cursor = try await BidirectionalTests.cursor(of: 50, client)
    let first = bothWays(client, behind: cursor)
    await first.fetch()
    try await first.loadNext()
    let second = bothWays(try Shop.client(), behind: cursor)
    try second.resume(from: kept(try first.resumeToken()))
    try await second.loadAll()
    let output = try await second.output()
    #expect(output.nextPages.compactMap(\.data).flatMap(\.products.numbers) == Array(251...1000))
    #expect(output.previousPages.compactMap(\.data).flatMap(\.products.numbers) == Array(1...50))
    await #expect(second.canLoadPrevious == false)
  }

  @Test func anOffsetListGoesOn() async throws {
    let first = try offsets()
    await first.fetch()
    let second = try offsets()
    try second.resume(from: kept(try first.resumeToken()))
    try await second.loadAll()
    #expect(
      try await second.output().nextPages.compactMap(\.data).flatMap(\.productList.numbers) == Array(101...1000))
    // A complete list has a token too, and nothing to load.
    let third = try offsets()
    try third.resume(from: kept(try second.resumeToken()))
    try await third.loadAll()
    await #expect(third.canLoadNext == false)
    await #expect(throws: PaginationError.pageHasNoMoreContent) { try await third.loadNext() }
  }

  @Test func aTokenThatDoesNotFitIsRefused() async throws {
    let first = Pager.products(try Shop.client(), first: 100)
    await first.fetch()
    let token = try first.resumeToken()
    let others = [
      Pager.products(try Shop.client(), first: 50),
      Pager.products(try GraphQLClient(endpoint: "http://127.0.0.1:1/graphql"), first: 100),
    ]
    for other in others {
      let error = #expect(throws: ResumeError.self) { try other.resume(from: token) }
      #expect(error?.description.contains("another list") == true)
    }
    #expect(throws: ResumeError.self) { try offsets().resume(from: token) }
    for damaged in ["", "{}", String(token.description.dropLast()), token.description + "}"] {
      let error = #expect(throws: ResumeError.self) {
        try Pager.products(try Shop.client(), first: 100).resume(from: ResumeToken(damaged))
      }
      #expect(error?.description.contains("damaged") == true)
    }
    #expect(throws: ResumeError.alreadyBegun) { try first.resume(from: token) }
    await first.reset()
    try first.resume(from: token)
    await #expect(first.canLoadNext)
  }

  @Test func aPageInfoThatIsNotCodableHasNoToken() async throws {
    let pager = Pager<ProductsQuery>(
      client: try Shop.client(), initialQuery: ProductsQuery(first: 100),
      extractPageInfo: {
        Unkept(canLoadNext: $0.products.pageInfo.hasNextPage, cursor: $0.products.pageInfo.endCursor)
      },
      pageResolver: { info, _ in ProductsQuery(first: 100, after: info.cursor.map { .some($0) } ?? .none) })
    await pager.fetch()
    #expect(throws: ResumeError.pageInfoIsNotCodable) { try pager.resumeToken() }
  }
}
