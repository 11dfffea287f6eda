import Dispatch
import SwiftPager
import Testing

@Suite("Documentation: the pager that takes completions", .timeLimit(.minutes(1)))
struct CompletionTests {
  private typealias Pager = GraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>>

  private func pager() throws -> Pager {
    GraphQLQueryPager(
      client: try Shop.client(),
      initialQuery: ProductsQuery(first: 100),
      extractPageInfo: { data in
        CursorBasedPagination.Forward(
          hasNext: data.products.pageInfo.hasNextPage, endCursor: data.products.pageInfo.endCursor)
      },
      pageResolver: { page, direction in
        direction == .next ? ProductsQuery(first: 100, after: page.endCursor ?? .none) : nil
      })
  }

  @Test("A completion comes on the main queue, after the outputs of its call")
  func completion() async throws {
    let pager = try pager()
    let events = Collected<String>()
    pager.subscribe { result in
      events.add("output of \((try? result.get().allPages.count) ?? -1)")
    }
    #expect(pager.canLoadNext == false)
    pager.fetch { error in
      MainActor.assertIsolated()
      events.add("fetched \(error.map { "\($0)" } ?? "well")")
    }
    #expect(await events.wait(for: 2) == ["output of 1", "fetched well"])
    #expect(pager.canLoadNext)
    pager.loadNext { error in events.add("loaded \(error.map { "\($0)" } ?? "well")") }
    #expect(await events.wait(for: 4).suffix(2) == ["output of 2", "loaded well"])
  }

  @Test("A usage error reaches the completion, on the queue that the call names")
  func usageError() async throws {
    let pager = try pager()
    let queue = DispatchQueue(label: "the test's own")
    let ends = Collected<PaginationError?>()
    pager.loadPrevious(callbackQueue: queue) { error in
      dispatchPrecondition(condition: .onQueue(queue))
      ends.add(error)
    }
    #expect(await ends.wait(for: 1) == [.missingInitialPage])
    pager.loadAll(callbackQueue: queue) { ends.add($0) }
    #expect(await ends.wait(for: 2) == [.missingInitialPage, nil])
    pager.loadNext(callbackQueue: queue) { ends.add($0) }
    #expect(await ends.wait(for: 3) == [.missingInitialPage, nil, .pageHasNoMoreContent])
    #expect(try await pager.output().allData.flatMap(\.products.numbers) == Array(1...Shop.productCount))
  }

  @Test("isLoadingAll is about loadAll, not about a fetch")
  func isLoadingAll() async throws {
    let silent = try SilentServer()
    let client = try GraphQLClient(ClientConfiguration(endpoint: silent.endpoint, timeout: .zero))
    let pager = GraphQLQueryPager(
      client: client, initialQuery: ProductsQuery(first: 100), extractPageInfo: { $0.products.forward },
      pageResolver: { _, _ in nil })
    let ends = Collected<PaginationError?>()
    pager.fetch { ends.add($0) }
    try await silent.requestArrived()
    #expect(pager.isLoadingAll == false)
    pager.loadAll { ends.add($0) }
    #expect(pager.isLoadingAll)
    pager.reset()
    #expect(pager.isLoadingAll == false)
    #expect(await ends.wait(for: 2) == [.cancellation, .cancellation])
  }

  @Test("reset ends a call under way with cancellation")
  func reset() async throws {
    let pager = try pager()
    let ends = Collected<PaginationError?>()
    pager.loadAll { ends.add($0) }
    #expect(pager.isLoadingAll)
    pager.reset()
    #expect(pager.isLoadingAll == false)
    #expect(await ends.wait(for: 1) == [.cancellation])
    pager.refetch { ends.add($0) }
    #expect(await ends.wait(for: 2) == [.cancellation, nil])
    #expect(try await pager.output().allPages.count == 1)
  }
}
