import SwiftPager
import Testing

@Suite("Documentation: a list that is read forward", .timeLimit(.minutes(1)))
struct ForwardTests {
  @Test("A pager that awaits loads page by page up to the end")
  func pageByPage() async throws {
    let client = try Shop.client()
    let pager = AsyncGraphQLQueryPager(
      client: client,
      initialQuery: ProductsQuery(first: 100),
      extractPageInfo: { data in
        CursorBasedPagination.Forward(
          hasNext: data.products.pageInfo.hasNextPage, endCursor: data.products.pageInfo.endCursor)
      },
      pageResolver: { page, direction in
        switch direction {
        case .next: ProductsQuery(first: 100, after: page.endCursor ?? .none)
        case .previous: nil
        }
      })
    await #expect(pager.canLoadNext == false)

    await pager.fetch()
    var loaded = 1
    while await pager.canLoadNext {
      try await pager.loadNext()
      loaded += 1
    }
    #expect(loaded == 10)
    await #expect(pager.canLoadPrevious == false)

    let output = try await pager.output()
    #expect(output.nextPages.count == 9)
    #expect(output.previousPages.isEmpty)
    #expect(output.allErrors.isEmpty)
    #expect(output.initialPage?.source == .server)
    #expect(output.initialPage?.httpStatus == 200)
    #expect(output.allData.flatMap(\.products.numbers) == Array(1...Shop.productCount))
  }

  @Test("loadAll loads the whole list and publishes it once")
  func wholeList() async throws {
    let pager = AsyncGraphQLQueryPager(
      client: try Shop.client(),
      initialQuery: ProductsQuery(first: 50),
      extractPageInfo: { $0.products.forward },
      pageResolver: { page, _ in ProductsQuery(first: 50, after: page.endCursor ?? .none) })
    let sizes = Collected<Int>()
    let subscription = pager.compactMap { try? $0.get().allPages.count }.sink { sizes.add($0) }
    defer { subscription.cancel() }

    try await pager.loadAll()

    #expect(sizes.all == [20])
    #expect(try await pager.output().allData.flatMap(\.products.numbers) == Array(1...Shop.productCount))
  }

  @Test("loadAll goes on from the pages held when told to")
  func goesOn() async throws {
    let pager = AsyncGraphQLQueryPager.products(try Shop.client(), first: 100)
    let outputs = Collected<PaginationOutput<ProductsQuery, ProductsQuery>>()
    let subscription = pager.compactMap { try? $0.get() }.sink { outputs.add($0) }
    defer { subscription.cancel() }

    await pager.fetch()
    try await pager.loadNext()
    try await pager.loadAll(fetchFromInitialPage: false)

    #expect(outputs.all.map(\.allPages.count) == [1, 2, 10])
    #expect(outputs.all.last?.allData.flatMap(\.products.numbers) == Array(1...Shop.productCount))
  }

  @Test("Calls that the state does not allow throw what is wrong")
  func misuse() async throws {
    let pager = AsyncGraphQLQueryPager.products(try Shop.client(), first: 100)
    await #expect(throws: PaginationError.missingInitialPage) { try await pager.loadNext() }
    await pager.fetch()
    await #expect(throws: PaginationError.pageHasNoMoreContent) { try await pager.loadPrevious() }
    try await pager.loadAll()
    await #expect(throws: PaginationError.pageHasNoMoreContent) { try await pager.loadNext() }
  }

  @Test("refetch begins the list anew")
  func refetch() async throws {
    let pager = AsyncGraphQLQueryPager.products(try Shop.client(), first: 100)
    await pager.fetch()
    try await pager.loadNext()
    await pager.refetch()
    let output = try await pager.output()
    #expect(output.nextPages.isEmpty)
    #expect(output.allData.flatMap(\.products.numbers) == Array(1...100))
  }
}
