import SwiftPager
import TestSupport
import Testing

/// What a subscriber gets that does not take everything at once. In a call's end all its outputs are on their way, so
/// what did not come by then does not come.
@Suite("Subscribers: demand", .timeLimit(.minutes(1)))
struct DemandTests {
  private typealias Subscriber = DemandingSubscriber<ProductsResult>

  private func fetchedPager() async throws -> ProductsPager {
    let pager = ProductsPager.products(try Shop.client(), first: 100)
    await pager.fetch()
    return pager
  }

  @Test("Demand that is used up brings nothing more, until there is more of it")
  func usedUp() async throws {
    let pager = try await fetchedPager()
    let subscriber = Subscriber(pager, demand: .max(2))
    for _ in 1...3 { try await pager.loadNext() }
    #expect(subscriber.pageCounts == [1, 2])

    subscriber.request(.max(1))
    #expect(subscriber.pageCounts == [1, 2, 3])
    subscriber.request(.unlimited)
    #expect(subscriber.pageCounts == [1, 2, 3, 4])
    try await pager.loadNext()
    #expect(subscriber.pageCounts == [1, 2, 3, 4, 5])
  }

  @Test("Demand that is asked for before there is anything to send counts later")
  func askedForEarly() async throws {
    let pager = try await fetchedPager()
    let subscriber = Subscriber(pager, demand: .max(1))
    subscriber.request(.max(2))
    for _ in 1...4 { try await pager.loadNext() }
    #expect(subscriber.pageCounts == [1, 2, 3])
  }

  @Test("Demand that is returned for a value adds up")
  func returned() async throws {
    let pager = try await fetchedPager()
    let subscriber = Subscriber(pager, demand: .max(1)) { count, _ in count <= 2 ? .max(1) : .none }
    for _ in 1...4 { try await pager.loadNext() }
    #expect(subscriber.pageCounts == [1, 2, 3])
  }

  @Test("A value may ask for more while it is taken; the next one comes after it, not within it")
  func askedForInside() async throws {
    let pager = try await fetchedPager()
    let subscriber = Subscriber(pager, demand: .max(1)) { count, subscription in
      if count <= 2 { subscription.request(.max(1)) }
      return .none
    }
    for _ in 1...4 { try await pager.loadNext() }
    #expect(subscriber.pageCounts == [1, 2, 3])
    #expect(subscriber.overlapCount == 0)
  }

  @Test("A subscriber that has not asked yet gets the output that is current when it does, and no older one")
  func askedForLate() async throws {
    let pager = try await fetchedPager()
    let subscriber = Subscriber(pager, demand: .none)
    try await pager.loadNext()
    #expect(subscriber.history.isEmpty)
    subscriber.request(.max(1))
    #expect(subscriber.pageCounts == [2])
  }

  @Test("The end needs no demand, but comes after the outputs that wait for some")
  func end() async throws {
    var pager: ProductsPager? = try await fetchedPager()
    let patient = Subscriber(try #require(pager), demand: .max(1))
    let eager = RecordingSubscriber(try #require(pager))
    try await pager?.loadNext()
    pager = nil
    try await eventually("the pager ends") { eager.isFinished }
    #expect(patient.pageCounts == [1])
    #expect(patient.endCount == 0)

    patient.request(.max(1))
    #expect(patient.pageCounts == [1, 2])
    #expect(patient.endCount == 1)
    patient.request(.unlimited)
    #expect(patient.endCount == 1)
    #expect(patient.overlapCount == 0)
  }

  @Test("A subscriber that first asks after the end gets the last output and the end", arguments: [false, true])
  func afterTheEnd(isLoaded: Bool) async throws {
    var pager: ProductsPager? = ProductsPager.products(try Shop.client(), first: 100)
    if isLoaded { await pager?.fetch() }
    let late = Subscriber(try #require(pager), demand: .none)
    let witness = RecordingSubscriber(try #require(pager))
    pager = nil
    try await eventually("the pager ends") { witness.isFinished }

    late.request(.unlimited)
    #expect(late.pageCounts == (isLoaded ? [1] : []))
    #expect(late.endCount == 1)
  }

  @Test("Changes without demand are one output, the newest; each page is still an output")
  func changes() async throws {
    let server = CastServer.withTwoPages()
    let pager = server.pager()
    await pager.fetch()
    let subscriber = DemandingSubscriber(pager, demand: .max(1))
    let witness = RecordingSubscriber(pager)
    try await server.renameOften("1", witness)
    try await pager.loadNext()
    try await server.renameOften("3", witness)
    subscriber.request(.unlimited)
    #expect(
      subscriber.history.map { (try? $0.get().notation) ?? "failure" } == [
        "server: Luke+Han", "cache: Name 9+Han", "cache: Name 9+Han, server: Leia",
        "cache: Name 9+Han, cache: Name 9",
      ])
  }

  @Test("A sequence that is read more slowly than pages change has the newest of the changes, and all pages")
  func slowReader() async throws {
    let server = CastServer.withTwoPages()
    let pager = server.pager()
    await pager.fetch()
    var reader = pager.updates.makeAsyncIterator()
    let witness = RecordingSubscriber(pager)
    try await server.renameOften("1", witness)
    try await pager.loadNext()
    try await server.renameOften("3", witness)
    var read: [String] = []
    for _ in 1...4 { read.append(try await reader.next()?.get().notation ?? "end") }
    #expect(
      read == [
        "server: Luke+Han", "cache: Name 9+Han", "cache: Name 9+Han, server: Leia",
        "cache: Name 9+Han, cache: Name 9",
      ])
  }

  @Test("A subscriber that cancels gets nothing more, whatever it asked for")
  func cancelled() async throws {
    let pager = try await fetchedPager()
    let subscriber = Subscriber(pager, demand: .max(1))
    try await pager.loadNext()
    subscriber.cancel()
    subscriber.request(.unlimited)
    try await pager.loadNext()
    #expect(subscriber.pageCounts == [1])
    #expect(subscriber.endCount == 0)
  }
}

private typealias ProductsOutput = PaginationOutput<ProductsQuery, ProductsQuery>
private typealias ProductsPager = AsyncGraphQLQueryPager<ProductsOutput>
private typealias ProductsResult = Result<ProductsOutput, any Error>

extension CastServer {
  /// Changes a person ten times, each time waiting until it shows.
  fileprivate func renameOften(_ id: String, _ witness: RecordingSubscriber<Result<CastOutput, any Error>>) async throws
  {
    for number in 0...9 {
      try await rename(id, "Name \(number)")
      try await eventually("change \(number) shows") {
        guard
          let page = try? witness.history.last?.get().allData.last(where: { data in
            data.cast.nodes.contains { $0.id == id }
          })
        else { return false }
        return page.names.contains("Name \(number)")
      }
    }
  }
}

extension DemandingSubscriber<ProductsResult> {
  /// How many pages each output had; -1 for a failure.
  fileprivate var pageCounts: [Int] { history.map { (try? $0.get().allPages.count) ?? -1 } }
}
