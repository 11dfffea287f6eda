import Foundation  // FileManager
import SwiftPager
import TestSupport
import Testing

@Suite("Subscribers: functions of a user that block", .timeLimit(.minutes(5)))
struct BlockedClosureTests {
  typealias Pager = AsyncGraphQLQueryPager<[Int]>

  /// A pager whose transform waits at a gate, where it is given one.
  private static func pager(_ client: GraphQLClient, first count: Int, _ gate: Gate? = nil) -> Pager {
    Pager(
      client: client, initialQuery: ProductsQuery(first: .some(count)),
      extractPageInfo: { (data: ProductsQuery.Data) in data.products.forward },
      pageResolver: { page, direction in
        direction == .next ? ProductsQuery(first: .some(count), after: page.endCursor ?? .none) : nil
      },
      transform: { (output: PaginationOutput<ProductsQuery, ProductsQuery>) in
        gate?.pass()
        return output.allData.flatMap { $0.products.nodes.map(\.number) }
      })
  }

  @Test("Blocking functions do not stop the network, other pagers, watched queries or tasks")
  func others() async throws {
    let client = try Shop.client()
    let gate = Gate()
    let blocked = (0..<70).map { _ in Self.pager(client, first: 1, gate) }
    let fetches = blocked.map { pager in Task { await pager.fetch() } }
    try await eventually("all are blocked") { gate.arrivalCount == 70 }

    let pager = Self.pager(client, first: 100)
    try await pager.loadAll()
    #expect(try await pager.output() == Array(1...1000))
    #expect(try await client.fetch(ProductsQuery(first: 3)).data?.products.nodes.count == 3)
    var watched = client.watch(ProductsQuery(first: 4)).makeAsyncIterator()
    #expect(try await watched.next()?.get().data?.products.nodes.count == 4)
    #expect(await Task.detached { 7 }.value == 7)

    // A pager that began after the answer to another one has two outputs: of the cache, and of the server.
    gate.stayOpen()
    for fetch in fetches { await fetch.value }
    for pager in blocked { #expect(try await pager.output() == [1]) }
  }
}

extension OwnProcessTests {
  @Suite("Lifetimes: threads", .timeLimit(.minutes(1)))
  struct ThreadCountTests {
    /// How many threads the process has at most while 200 pagers fetch.
    private static func threadCount(ofCrowd client: GraphQLClient) async throws -> Int {
      func threadCount() throws -> Int {
        try FileManager.default.contentsOfDirectory(atPath: "/proc/self/task").count
      }
      // The threads of the crowd before end.
      try await eventually("few threads are left") { (try? threadCount()) ?? 0 < 50 }
      let pagers = (0..<200).map { _ in AsyncGraphQLQueryPager.products(client, first: 100) }
      let most = Notebook<Int>()
      let watch = Task.detached {
        while !Task.isCancelled {
          most.note(try threadCount())
          try await Task.sleep(for: .milliseconds(2))
        }
      }
      await withTaskGroup { group in
        for pager in pagers { group.addTask { await pager.fetch() } }
      }
      watch.cancel()
      for pager in pagers { #expect(try await pager.output().allData.count == 1) }
      return try #require(most.history.max())
    }

    @Test("200 pagers that fetch at once do not have a thread each")
    func few() async {
      await #expect(processExitsWith: .success) {
        await OwnProcess.run {
          let client = try Shop.client()
          // All threads count: the workers, the network's, Dispatch's and those that run tasks. A quiet machine has
          // about 20. On a busy one jobs wait for a processor, and a worker that does not get on counts as stuck. So
          // one crowd of five has to do with fewer.
          var fewest = Int.max
          for _ in 0..<5 where fewest >= 150 {
            fewest = min(fewest, try await Self.threadCount(ofCrowd: client))
          }
          #expect(fewest < 150)
        }
      }
    }
  }
}
