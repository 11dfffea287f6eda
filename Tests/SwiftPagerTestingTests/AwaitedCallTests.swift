import Dispatch
import SwiftPager
import SwiftPagerTesting
import Testing

@Suite("Calls of GraphQLQueryPager", .timeLimit(.minutes(1)))
struct AwaitedCallTests {
  private let transport = ScriptedTransport.names("Ada", "Ben", "Cleo")
  private let pager: GraphQLQueryPager<NamesOutput>

  init() throws {
    pager = .names(try GraphQLClient(transport: transport))
  }

  @Test("A call that is awaited has ended when it returns")
  func awaited() async throws {
    await pager.fetch()
    #expect(transport.requests.count == 1)
    #expect(pager.canLoadNext)
    try await pager.loadNext()
    #expect(transport.requests.count == 2)
    #expect(!pager.canLoadNext)
    try await pager.loadAll()
    #expect(transport.requests.count == 4)
    await pager.refetch(cachePolicy: .returnCacheDataElseFetch)
    #expect(transport.requests.count == 4)
  }

  @Test("A pager with its own headers sends them")
  func headers() async throws {
    let headers = try RequestHeaders(["X-Call": "one"])
    await pager.fetch(headers: headers)
    #expect(pager.canLoadNext)
    try await pager.loadNext(headers: headers)
    #expect(!pager.canLoadNext)
    await #expect(throws: PaginationError.pageHasNoMoreContent) { try await pager.loadPrevious(headers: headers) }
    await pager.refetch(headers: headers)
    #expect(pager.canLoadNext)
    try await pager.loadAll(fetchFromInitialPage: false, headers: headers)
    #expect(transport.requests.count == 4)
  }

  @Test("A call that is awaited throws usage errors")
  func thrown() async throws {
    await #expect(throws: PaginationError.missingInitialPage) { try await pager.loadNext() }
    await #expect(throws: PaginationError.missingInitialPage) { try await pager.loadPrevious() }
    await pager.fetch()
    await #expect(throws: PaginationError.pageHasNoMoreContent) { try await pager.loadPrevious() }
    transport.hold()
    let load = Task { try await pager.loadNext() }
    await transport.requests(count: 2)
    await #expect(throws: PaginationError.loadInProgress) { try await pager.loadNext() }
    load.cancel()
    await #expect(throws: PaginationError.cancellation) { try await load.value }
  }

  @Test("GraphQLQueryPager has the awaiting calls, and takes completions, too")
  func types() async throws {
    let client = try GraphQLClient(transport: transport)
    for pager in [AsyncGraphQLQueryPager.names(client), GraphQLQueryPager.names(client)] as [any AsyncPagerType] {
      await pager.reset()
      await pager.fetch(fetchBehavior: .CacheFirst)
      #expect(await pager.canLoadNext)
      try await pager.loadNext(cachePolicy: .cacheAndNetwork)
      #expect(await !pager.canLoadNext)
    }
    let pager: any PagerType = pager
    await withCheckedContinuation { continuation in
      pager.fetch(cachePolicy: .returnCacheDataElseFetch, callbackQueue: .global()) { error in
        #expect(error == nil)
        continuation.resume()
      }
    }
    #expect(pager.canLoadNext)
  }

  @Test("Completions with an error and without one")
  func completions() async throws {
    await withCheckedContinuation { end in pager.fetch(callbackQueue: .global()) { end.resume() } }
    await withCheckedContinuation { end in pager.refetch(callbackQueue: .global()) { end.resume() } }
    await withCheckedContinuation { end in pager.fetch(callbackQueue: .global()) { error in end.resume() } }
    pager.fetch(completion: nil)
    #expect(transport.requests.count >= 2)
  }

  @Test("The publisher sends the current output first, then each later one")
  func publisher() async throws {
    await pager.fetch()
    let outputs = AsyncStream<[String]> { continuation in
      let subscription = pager.publisher.sink { result in
        continuation.yield((try? result.get())?.allData.flatMap(\.names.nodes).map(\.name) ?? [])
      }
      continuation.onTermination = { [kept = Kept(subscription)] _ in withExtendedLifetime(kept) {} }
    }
    for await names in outputs {
      #expect(names == ["Ada", "Ben"])
      break
    }
  }

  private struct Kept: @unchecked Sendable {
    let subscription: AnyCancellable
    init(_ subscription: AnyCancellable) { self.subscription = subscription }
  }

  @Test("Subscribers are told on the queue that was given")
  func queue() async throws {
    let key = DispatchSpecificKey<Bool>()
    let queue = DispatchQueue(label: "an app's")
    queue.setSpecific(key: key, value: true)
    let pager = GraphQLQueryPager(
      client: try GraphQLClient(transport: transport), initialQuery: NamesQuery(), watcherDispatchQueue: queue,
      extractPageInfo: { (data: NamesQuery.Data) in data.forward }, pageResolver: { _, _ in nil },
      transform: { (output: NamesOutput) in DispatchQueue.getSpecific(key: key) == true })
    await pager.fetch()
    for await update in pager.updates {
      #expect(try update.get())
      break
    }
  }
}
