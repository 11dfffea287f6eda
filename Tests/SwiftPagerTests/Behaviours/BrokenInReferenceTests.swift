import Dispatch
import SwiftPager
import Synchronization
import TestSupport
import Testing

/// What the design calls plainly broken in the reference. Each of these fails on its behaviour.
@Suite("better than the reference", .timeLimit(.minutes(1)))
struct BrokenInReferenceTests {
  @Test("loadAll ends after a failure: the failing page is asked for once")
  func noEndlessRetries() async throws {
    let server = HeroServer { variables in
      variables == HeroesQuery.numbered(1).sentVariables ? HeroPage.numbered(1, of: 9).answer : .outOfOrder
    }
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(subscriber.notation == ["[1+2]", "failure: HTTP 500"])
    #expect(server.transport.requests.count == 2)
  }

  @Test("loadAll ends when the server repeats itself for ever")
  func noEndlessPages() async throws {
    let server = HeroServer { _ in HeroPage(names: ["again"], next: "c1").answer }
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(subscriber.notation == ["[again] again", "incomplete: cursor stuck"])
    #expect(server.transport.requests.count == 2)
  }

  @Test(
    "a fetch from before a reset does not bring its page after it",
    arguments: [PagerCall.fetch, .refetch, .loadAll])
  func noStaleFetch(call: PagerCall) async throws {
    let server = HeroServer()
    server.announce(.forward(), HeroPage(names: ["stale"]))
    server.announce(.forward(), HeroPage(names: ["fresh"]))
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    server.transport.hold()
    let old = try await pager.begin(call, at: server)
    await pager.reset()
    let new = try await pager.begin(call, at: server)
    server.transport.stopHolding()
    _ = await old.value
    #expect(await new.value == nil)
    #expect(subscriber.notation == ["[fresh]"])
  }

  @Test("right after an awaited load the next one is never refused as `loadInProgress`")
  func loadAfterLoad() async throws {
    let pager = HeroesPager.forward(.numbered(pages: 201))
    await pager.fetch()
    for _ in 1...200 { try await pager.loadNext() }
    #expect(await !pager.canLoadNext)
  }

  @Test("when a call returns, subscribers have its output already")
  func outputBeforeEnd() async throws {
    let pager = HeroesPager.forward(.numbered(pages: 50))
    let counts = RecordingSubscriber(pager.compactMap { try? $0.get().allPages.count })
    await pager.fetch()
    for page in 1...49 {
      #expect(counts.history.last == page)
      try await pager.loadNext()
    }
  }

  @Test("every completion can start the next load, up to the end of the list")
  func loadInCompletion() async throws {
    let pager = HeroesCallbackPager.forward(.numbered(pages: 200))
    let ends = Notebook<PaginationError?>()
    @Sendable func loadOn(_ error: PaginationError?) {
      ends.note(error)
      if error == nil { pager.loadNext(callbackQueue: .global(), completion: loadOn) }
    }
    pager.fetch(callbackQueue: .global(), completion: loadOn)
    try await eventually("the last page ends it") { ends.history.last == .pageHasNoMoreContent }
    #expect(ends.history.dropLast() == ArraySlice([PaginationError?](repeating: nil, count: 200)))
  }

  @Test("updates keep their order, also for subscribers that come and go meanwhile")
  func order() async throws {
    let pager = HeroesPager.forward(.numbered(pages: 150))
    await pager.fetch()
    let histories = try await withThrowingTaskGroup { group in
      for _ in 0..<4 {
        group.addTask {
          var histories: [[Int]] = []
          while await pager.canLoadNext {
            let counts = RecordingSubscriber(pager.compactMap { try? $0.get().allPages.count })
            await Task.yield()
            counts.cancel()
            histories.append(counts.history)
          }
          return histories
        }
      }
      while await pager.canLoadNext { try await pager.loadNext() }
      return try await group.reduce(into: [[Int]]()) { $0 += $1 }
    }
    for history in histories { #expect(history == history.sorted()) }
  }
}

/// The work for one more page does not grow with the pages held. Work is counted, not timed.
@Suite("cost", .timeLimit(.minutes(1)), .serialized)
struct CostTests {
  private static let pageCount = 400

  @Test("each page is decoded once, inspected once, and never compared or hashed, however many are held")
  func constantWork() async throws {
    let server = HeroServer { variables in
      let number = variables["after"]?.string.flatMap { Int($0.dropFirst()) } ?? 0
      return HeroPage.numbered(number + 1, of: Self.pageCount).answer
    }
    let counts = WorkCounts.shared
    do {
      let pager = AsyncGraphQLQueryPager<PaginationOutput<CountedQuery, CountedQuery>>(
        client: server.client, initialQuery: CountedQuery(number: 0),
        extractPageInfo: { (data: CountedQuery.Data) in
          counts.extractions.add(1, ordering: .relaxed)
          return data.page.forward
        },
        pageResolver: { info, direction in
          direction == .next ? info.endCursor.flatMap { Int($0.dropFirst()) }.map(CountedQuery.init) : nil
        },
        transform: { (output: PaginationOutput<CountedQuery, CountedQuery>) in
          counts.transforms.add(1, ordering: .relaxed)
          return output
        })
      // Holds every output there was, so that sharing between them matters.
      let subscriber = RecordingSubscriber(pager)
      await pager.fetch()
      while await pager.canLoadNext { try await pager.loadNext() }
      #expect(subscriber.history.count == Self.pageCount)
    }
    #expect(counts.decodings.load(ordering: .relaxed) == Self.pageCount)
    #expect(counts.comparisons.load(ordering: .relaxed) == 0)
    #expect(counts.hashings.load(ordering: .relaxed) == 0)
    #expect(counts.extractions.load(ordering: .relaxed) == Self.pageCount)
    #expect(counts.transforms.load(ordering: .relaxed) == Self.pageCount)
    // A query is hashed when its page came, and when the next one is looked up.
    #expect(counts.queryHashings.load(ordering: .relaxed) <= 4 * Self.pageCount)
  }
}

/// What is done with pages and queries of `CountedQuery`.
private final class WorkCounts: Sendable {
  static let shared = WorkCounts()

  let decodings = Atomic(0)
  let comparisons = Atomic(0)
  let hashings = Atomic(0)
  let queryHashings = Atomic(0)
  let extractions = Atomic(0)
  let transforms = Atomic(0)
}

/// A query that counts what is done with it and its data.
private struct CountedQuery: GraphQLQuery {
  static let document = HeroesQuery.document

  struct Data: Decodable, Hashable, Sendable {
    let page: HeroesQuery.Data

    init(from decoder: any Decoder) throws {
      WorkCounts.shared.decodings.add(1, ordering: .relaxed)
      page = try HeroesQuery.Data(from: decoder)
    }

    static func == (left: Data, right: Data) -> Bool {
      WorkCounts.shared.comparisons.add(1, ordering: .relaxed)
      return left.page == right.page
    }

    func hash(into hasher: inout Hasher) {
      WorkCounts.shared.hashings.add(1, ordering: .relaxed)
      page.hash(into: &hasher)
    }
  }

  let number: Int

  var variables: HeroesQuery.Variables { HeroesQuery.numbered(number + 1).variables }

  static func == (left: CountedQuery, right: CountedQuery) -> Bool { left.number == right.number }

  func hash(into hasher: inout Hasher) {
    WorkCounts.shared.queryHashings.add(1, ordering: .relaxed)
    number.hash(into: &hasher)
  }
}
