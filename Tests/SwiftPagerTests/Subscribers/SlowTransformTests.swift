import Dispatch
import SwiftPager
import Synchronization
import TestSupport
import Testing

@Suite("Subscribers: a transform that takes long", .timeLimit(.minutes(1)))
struct SlowTransformTests {
  private let server = CastServer.withTwoPages()

  /// A pager whose transform waits at a gate.
  private func pager(_ gate: DispatchSemaphore, on queue: DispatchQueue?) -> AsyncGraphQLQueryPager<[String]> {
    AsyncGraphQLQueryPager(
      client: server.client, initialQuery: CastQuery(), watcherDispatchQueue: queue,
      extractPageInfo: { (data: CastQuery.Data) in
        CursorBasedPagination.Forward(hasNext: data.cast.pageInfo.hasNextPage, endCursor: data.cast.pageInfo.endCursor)
      },
      pageResolver: { info, direction in direction == .next ? info.endCursor.map { CastQuery.after($0) } : nil },
      transform: { (output: CastOutput) in
        gate.wait()
        gate.signal()
        return output.allData.flatMap(\.names)
      })
  }

  private func name(_ key: String) async throws -> String? {
    try await server.client.store.withinReadTransaction { transaction in
      try? transaction.readObject(ofType: Person.self, withKey: key).name
    }
  }

  @Test(
    "The next page is asked for meanwhile, and what it brings is in the cache; then it is an output",
    arguments: [false, true])
  func nextPage(onOwnQueue: Bool) async throws {
    let gate = DispatchSemaphore(value: 0)
    let pager = pager(gate, on: onOwnQueue ? DispatchQueue(label: "an app's") : nil)
    let first = Task { await pager.fetch() }
    try await eventually("the first page is there") { await pager.canLoadNext }
    let second = Task { try await pager.loadNext() }
    try await eventually("the second page is asked for") { server.requestCount == 2 }
    try await eventually("it is in the cache") { (try? await name("Person:3")) == "Leia" }
    gate.signal()
    await first.value
    try await second.value
    for await update in pager.updates {
      #expect(try update.get() == ["Luke", "Han", "Leia"])
      break
    }
  }

  @Test("Pages that a reset has dropped are not transformed")
  func reset() async throws {
    let gate = DispatchSemaphore(value: 0)
    let calls = Notebook<Int>()
    let pager = AsyncGraphQLQueryPager<Int>(
      client: server.client, initialQuery: CastQuery(),
      extractPageInfo: { (data: CastQuery.Data) in
        CursorBasedPagination.Forward(hasNext: data.cast.pageInfo.hasNextPage, endCursor: data.cast.pageInfo.endCursor)
      },
      pageResolver: { info, direction in direction == .next ? info.endCursor.map { CastQuery.after($0) } : nil },
      transform: { (output: CastOutput) in
        calls.note(output.allPages.count)
        gate.wait()
        return output.allPages.count
      })
    let first = Task { await pager.fetch() }
    try await eventually("the first page is there") { await pager.canLoadNext && calls.history == [1] }
    let second = Task { try await pager.loadNext() }
    try await eventually("the second page is asked for, and is in the cache") {
      let hasCome = try? await name("Person:3") == "Leia"
      return hasCome == true
    }
    await pager.reset()
    for _ in 0..<3 { gate.signal() }
    await first.value
    _ = await second.result
    #expect(calls.history == [1])
  }

  @Test("The cache's page comes before the server's failure")
  func order() async throws {
    let warm = server.pager()
    await warm.fetch()
    let gate = DispatchSemaphore(value: 1)
    let pager = pager(gate, on: nil)
    let witness = RecordingSubscriber(pager)
    // Nothing more is announced.
    await pager.fetch(cachePolicy: .returnCacheDataAndFetch)
    let outputs = witness.history
    #expect(outputs.count == 2)
    #expect(try outputs.first?.get() == ["Luke", "Han"])
    #expect(throws: ClientError.self) { try outputs.last?.get() }
  }
}
