import Foundation  // a file of the system, and the page's text
import SwiftPager
import TestSupport
import Testing

/// A walk over more pages than a program could hold.
@Suite("Lifetimes: a long walk", .timeLimit(.minutes(5)))
struct LongWalkTests {
  /// Answers each request with a page of 100 objects, and keeps nothing.
  private struct Endless: HTTPTransport {
    let count: Int

    func send(_ request: HTTPRequest) async throws -> HTTPResponse {
      let cursor = String(decoding: request.body, as: UTF8.self).firstMatch(of: /"after":"(\d+)"/)
      let page = cursor.flatMap { Int($0.1) } ?? 0
      let nodes = (0..<100).map { #"{"id":"\#(page)-\#($0)","name":"Product number \#($0) of page \#(page)"}"# }
      let info =
        #"{"hasNextPage":\#(page + 1 < count),"endCursor":"\#(page + 1)","#
        + #""hasPreviousPage":false,"startCursor":null}"#
      let list = #"{"totalCount":\#(count * 100),"nodes":[\#(nodes.joined(separator: ","))],"pageInfo":\#(info)}"#
      return HTTPResponse(text: #"{"data":{"products":\#(list)}}"#)
    }
  }

  /// The memory of the process, in kB.
  private static func memory() throws -> Int {
    let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
    return try #require(status.firstMatch(of: /VmRSS:\s+(\d+) kB/).flatMap { Int($0.1) })
  }

  // A process of its own: in the process of all tests, other tests take memory, too.
  @Test("Memory does not grow with the pages")
  func flat() async throws {
    await #expect(processExitsWith: .success) {
      let count = StressChance.count(1_000, long: 10_000)
      let client = try GraphQLClient(
        ClientConfiguration(endpoint: "http://localhost/", cache: CacheOptions(store: .none)),
        transport: Endless(count: count))
      var (pages, items, before) = (0, 0, 0)
      for try await page in ProductsQuery(first: 100).pages(client: client) {
        pages += 1
        items += page.items.count
        if pages == count / 4 { before = try Self.memory() }
      }
      #expect((pages, items) == (count, count * 100))
      // Held pages of the other three quarters would take 7,000 kB and more.
      #expect(try Self.memory() - before < 2_000)
    }
  }
}
