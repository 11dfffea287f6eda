import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import PagerThreads
import Synchronization
import TestSupport
import Testing

@Suite("Pages that are too much for their server")
struct SmallerPagesTests {
  /// A server that gives at most so many items of a list of 20, and what a walk with pages of 8 asks it for.
  private func sizes(
    most: [Int], query: String, refusal: String = #"{"errors":[{"extensions":{"code":"MAX_COST_EXCEEDED"}}]}"#,
    _ change: (inout DocumentPagination) -> Void = { _ in }
  ) throws -> (asked: [Int64], shown: Int, end: String?, shortPages: Int) {
    let clock = HeldClock()
    let scene = ListScene(
      try plan(query, variables: ["size": 8], change), retry: RetryOptions(maximumAttempts: 1), clock: clock)
    try scene.walk()
    var limits = most[...]
    while scene.transport.inFlight > 0, scene.transport.requests.count < 100 {
      let request = scene.transport.requests.last ?? .null
      let size = Int(request["size"]?.integer ?? 0)
      let limit = limits.count > 1 ? limits.removeFirst() : limits.first ?? size
      let start = Int(request["after"]?.string ?? "") ?? Int(request["offset"]?.integer ?? 0)
      scene.transport.answer(size > limit ? refusal : page(start..<min(start + size, 20)))
      clock.pass()
    }
    let summary = scene.engine.read { $0.summary }
    let asked = scene.transport.requests.compactMap { $0["size"]?.integer }
    return (asked, summary.itemsLoaded, scene.history.last, summary.drift.shortPages)
  }

  private func page(_ items: Range<Int>) -> String {
    let nodes = items.map { #"{"id":\#($0)}"# }.joined(separator: ",")
    return """
      {"data":{"list":{"nodes":[\(nodes)],"total":20,"pageInfo":{"hasNextPage":\(items.upperBound < 20),\
      "endCursor":"\(items.upperBound)"}}}}
      """
  }

  private static let cursors = """
    query ($size: Int, $after: String) {
      list(first: $size, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
    }
    """

  @Test("A page that is refused is asked for with half as many items, and the next one with twice as many as that")
  func halved() throws {
    let (asked, shown, end, _) = try sizes(most: [8, 2, 2, 8], query: Self.cursors)
    #expect(asked == [8, 8, 4, 2, 4, 8])
    #expect(shown == 20 && end == "end: success")
  }

  @Test("A size that was refused twice is not asked for with every page")
  func ceiling() throws {
    let (asked, shown, end, _) = try sizes(most: [4], query: Self.cursors)
    #expect(asked == [8, 4, 8, 4, 4, 4, 4])
    #expect(shown == 20 && end == "end: success")
  }

  @Test("A walk by offsets goes on behind a smaller page, and counts it as a short one")
  func offsets() throws {
    let query = "query ($size: Int, $offset: Int) { list(limit: $size, offset: $offset) { nodes { id } total } }"
    let (asked, shown, end, shortPages) = try sizes(most: [8, 4, 4, 8], query: query) {
      ($0.connection, $0.offset, $0.total) = (.path("list"), "offset", .path("total"))
    }
    #expect(asked == [8, 8, 4, 8])
    #expect(shown == 20 && end == "end: success")
    #expect(shortPages == 1)
  }

  @Test("Numbered pages are not made smaller, because that would skip items")
  func pageNumbers() throws {
    let query = "query ($size: Int, $page: Int) { list(limit: $size, page: $page) { nodes { id } total } }"
    let (asked, _, end, _) = try sizes(most: [4], query: query) {
      ($0.connection, $0.page, $0.total) = (.path("list"), "page", .path("total"))
    }
    #expect(asked == [8])
    #expect(end != "end: success")
  }
}

/// A clock whose waits end when the test says so.
final class HeldClock: RetryClock {
  private let waiting = Mutex<[@Sendable () -> Void]>([])

  var milliseconds: Int64 { 0 }
  var nanoseconds: Int64 { 0 }
  var chance: Double { 0 }

  func after(_ delay: Duration, _ body: @escaping @Sendable () -> Void) -> TimerID? {
    waiting.withLock { waiting in
      waiting.append(body)
      return TimerID(number: UInt64(waiting.count))
    }
  }

  func cancel(_ timer: TimerID) {}

  /// Ends all waits.
  func pass() {
    for body in waiting.withLock({ waiting in
      defer { waiting = [] }
      return waiting
    }) { body() }
  }
}
