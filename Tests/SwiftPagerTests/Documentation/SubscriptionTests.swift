import Dispatch
import SwiftPager
import Testing

@Suite("Documentation: subscribing", .timeLimit(.minutes(1)))
struct SubscriptionTests {
  typealias Pager = AsyncGraphQLQueryPager<PaginationOutput<ProductsQuery, ProductsQuery>>

  @Test("subscribe calls back on the main actor, the current output first")
  func subscribe() async throws {
    let pager = Pager.products(try Shop.client(), first: 100)
    await pager.fetch()
    let counts = Collected<Int>()
    pager.subscribe { result in
      MainActor.assertIsolated()
      switch result {
      case .success(let output): counts.add(output.allData.flatMap(\.products.nodes).count)
      case .failure(let error): Issue.record(error)
      }
    }
    #expect(await counts.wait(for: 1) == [100])
    try await pager.loadNext()
    #expect(await counts.wait(for: 2) == [100, 200])
  }

  @Test("sink, map and assign work as on every publisher")
  func operators() async throws {
    @MainActor final class ViewModel {
      var products: [Product] = []
    }
    let viewModel = ViewModel()
    let pager = Pager.products(try Shop.client(), first: 100)
    let assigned = Collected<Int>()
    var subscriptions: Set<AnyCancellable> = []
    pager
      .compactMap { result in try? result.get() }
      .map { output in output.allData.flatMap(\.products.nodes) }
      .receive(on: DispatchQueue.main)
      .sink { products in
        MainActor.assumeIsolated { viewModel.products = products }
        assigned.add(products.count)
      }
      .store(in: &subscriptions)

    await pager.fetch()
    try await pager.loadNext()

    #expect(await assigned.wait(for: 2) == [100, 200])
    #expect(await viewModel.products.map(\.number) == Array(1...200))
    subscriptions.removeAll()
  }

  @Test("assign writes each output to a property")
  func assign() async throws {
    final class Counter {
      var pages = 0
    }
    let counter = Counter()
    let pager = Pager.products(try Shop.client(), first: 100)
    let subscription = pager.map { result in (try? result.get().allPages.count) ?? -1 }.assign(to: \.pages, on: counter)
    await pager.fetch()
    #expect(counter.pages == 1)
    try await pager.loadNext()
    #expect(counter.pages == 2)
    subscription.cancel()
    try await pager.loadNext()
    #expect(counter.pages == 2)
  }

  @Test("updates is an asynchronous sequence that begins with the current output and ends with the pager")
  func updates() async throws {
    var pager: Pager? = Pager.products(try Shop.client(), first: 100)
    await pager?.fetch()
    let updates = try #require(pager?.updates)
    try await pager?.loadNext()
    try await pager?.loadNext()
    pager = nil

    var counts: [Int] = []
    for await update in updates { counts.append(try update.get().allPages.count) }
    #expect(counts == [1, 2, 3])
  }

  @Test("A late subscriber first gets the current output; after reset it gets nothing until the next page")
  func lateSubscriber() async throws {
    let pager = Pager.products(try Shop.client(), first: 100)
    let early = Collected<Int>()
    let late = Collected<Int>()
    let earlySubscription = pager.sink { early.add((try? $0.get().allPages.count) ?? -1) }
    try await pager.loadAll()
    await pager.reset()
    let lateSubscription = pager.sink { late.add((try? $0.get().allPages.count) ?? -1) }
    await pager.refetch()
    #expect(early.all == [10, 1])
    #expect(late.all == [1])
    earlySubscription.cancel()
    lateSubscription.cancel()
  }

  @Test("A failure of the network is an output, not an error of the call")
  func failure() async throws {
    let pager = Pager.products(try GraphQLClient(endpoint: "http://127.0.0.1:1/graphql"), first: 100)
    await pager.fetch()
    await #expect(throws: ClientError.self) { try await pager.output() }
    await #expect(throws: PaginationError.missingInitialPage) { try await pager.loadNext() }
  }
}
