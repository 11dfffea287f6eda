import Foundation  // FileManager
import SwiftPager
import TestSupport
import Testing

/// A pager that goes takes along what only it held: its client, and the client's thread. A process of its own has no
/// other network threads.
extension OwnProcessTests {
  @Suite("Lifetimes: a dropped pager", .timeLimit(.minutes(1)))
  struct DroppedPagerTests {
    @Test("With the whole list loaded, and subscribers that stay, its client goes and the network thread ends")
    func loaded() async {
      await #expect(processExitsWith: .success) {
        await OwnProcess.run {
          let left = LeftBehind()
          try await left.dropPager(of: Shop.client()) { pager in
            let outcome = try await pager.outcome(of: .loadAll)
            #expect(outcome == nil)
            left.subscriber = RecordingSubscriber(pager)
            left.updates = pager.updates
          }
          try await left.clientGoes()

          // On the pager's queue, which is not that of its client.
          try await eventually("the subscriber is told the end") { left.subscriber?.isFinished == true }
          #expect(left.subscriber?.history.count == 1)
          // Read beside the test, which could not end if the sequence did not.
          let pages = Notebook<Int?>()
          Task { [updates = left.updates] in
            for await update in try #require(updates) { pages.note(try update.get().allPages.count) }
            pages.note(nil)
          }
          try await eventually("the updates end") { pages.history.last == .some(nil) }
          #expect(pages.history == [10, nil])
        }
      }
    }

    @Test("With a walk under way, the walk ends, its client goes and the network thread ends")
    func walking() async {
      await #expect(processExitsWith: .success) {
        await OwnProcess.run {
          let left = LeftBehind()
          let ends = Notebook<PaginationError?>()
          try await left.dropPager(of: Shop.client()) { pager in
            let outcome = try await pager.outcome(of: .fetch)
            #expect(outcome == nil)
            pager.begin(.loadAll, ends)
          }
          try await left.clientGoes()

          try await eventually("the walk ends") { !ends.history.isEmpty }
          #expect([[nil], [.cancellation]].contains(ends.history))
        }
      }
    }

    @Test("With a request that is never answered, the fetch ends, its client goes and the network thread ends")
    func waiting() async {
      await #expect(processExitsWith: .success) {
        await OwnProcess.run {
          let left = LeftBehind()
          let silent = try SilentServer()
          let ends = Notebook<PaginationError?>()
          let configuration = ClientConfiguration(endpoint: silent.endpoint, timeout: .zero)
          try await left.dropPager(of: GraphQLClient(configuration)) { pager in
            pager.begin(.fetch, ends)
            try await silent.requestArrived()
          }
          try await left.clientGoes()

          try await silent.connectionClosed()
          try await eventually("the fetch ends") { !ends.history.isEmpty }
          #expect(ends.history == [.cancellation])
        }
      }
    }
  }
}

/// What a test keeps when its pager has gone.
private final class LeftBehind {
  typealias Output = PaginationOutput<ProductsQuery, ProductsQuery>

  private weak var client: GraphQLClient?
  var subscriber: RecordingSubscriber<Result<Output, any Error>>?
  var updates: AsyncStream<Result<Output, any Error>>?

  /// Uses a pager, and keeps neither it nor its client.
  func dropPager(
    of client: consuming GraphQLClient, after use: (GraphQLQueryPager<Output>) async throws -> Void
  ) async throws {
    self.client = client
    let pager = GraphQLQueryPager(
      client: client, initialQuery: ProductsQuery(first: 100), extractPageInfo: { $0.products.forward },
      pageResolver: { page, _ in ProductsQuery(first: 100, after: page.endCursor ?? .none) })
    try await use(pager)
    #expect(Self.networkThreads() == 1)
  }

  func clientGoes() async throws {
    try await eventually("the client goes") { client == nil }
    try await eventually("the network thread ends") { Self.networkThreads() == 0 }
  }

  /// How many threads of this process are named as a transport names its own.
  private static func networkThreads() -> Int {
    let threads = (try? FileManager.default.contentsOfDirectory(atPath: "/proc/self/task")) ?? []
    return threads.count { thread in
      (try? String(contentsOfFile: "/proc/self/task/\(thread)/comm", encoding: .utf8)) == "swiftpager-net\n"
    }
  }
}
