import PagerThreads
import TestSupport
import Testing

@testable import PagerCache

@Suite("The most records in memory")
struct MemoryLimitTests {
  let fixture = CacheFixture { $0.maximumRecords = 3 }

  private func write(_ numbers: ClosedRange<Int>) throws {
    for number in numbers { try fixture.write("{\"n\":\(number)}", to: "R:\(number)") }
  }

  private func left(of numbers: ClosedRange<Int>) throws -> [Int] {
    try numbers.filter { try fixture.read("R:\($0)") != nil }
  }

  @Test("memory holds exactly as many records as the limit")
  func exact() throws {
    try write(1...4)
    #expect(try left(of: 1...4) == [2, 3, 4])
  }

  @Test("writing a record again counts as use")
  func writtenAgain() throws {
    try write(1...3)
    try fixture.write(#"{"m":1}"#, to: "R:1")
    try write(4...4)
    #expect(try left(of: 1...4) == [1, 3, 4])
  }

  @Test("a record that two pages showed leaves once both have gone, in either order", arguments: [[0, 1], [1, 0]])
  func twoPages(order: [Int]) throws {
    let request = try fixture.request("{ item { id } }")
    let content = try fixture.receive(#"{"item":{"__typename":"R","id":"0"}}"#, for: request)
    let watches = try (0..<2).map { _ in try #require(fixture.cache.watch(request, content) { _ in }) }
    try write(1...9)
    #expect(try left(of: 0...0) == [0])
    for index in order { fixture.cache.unwatch(watches[index]) }
    try write(1...9)
    #expect(try left(of: 0...0) == [])
  }

  @Test("records that a page no longer shows leave, although the page stays")
  func gonePage() async throws {
    let told = Notebook<String>()
    let request = try fixture.request("{ item { id } }")
    let content = try fixture.receive(#"{"item":{"__typename":"R","id":"0"}}"#, for: request)
    let watch = try #require(fixture.cache.watch(request, content) { told.note($0.text) })
    try fixture.write(#"{"item":{"$ref":"R:1"},"__typename":"Query"}"#, to: "QUERY_ROOT")
    try fixture.write(#"{"__typename":"R","id":"1"}"#, to: "R:1")
    try await eventually("the other one is shown") { told.history.last?.contains(#""id":"1""#) == true }
    try write(2...9)
    #expect(try left(of: 0...1) == [1])
    fixture.cache.unwatch(watch)
  }

  @Test("a page hears when its missing object comes, after thousands of other records")
  func missing() async throws {
    let told = Notebook<String>()
    let request = try fixture.request("{ item { id } }")
    let content = try fixture.receive(#"{"item":{"__typename":"R","id":"0"}}"#, for: request)
    let watch = fixture.cache.watch(request, content) { told.note($0.answer == nil ? "gone" : "whole") }
    try fixture.cache.clear()
    try await eventually("gone") { told.history == ["gone"] }
    let before = fixture.cache.state.withLock { $0.table.reclaims }
    for round in 0..<3 {
      let records = (1...3000).map { "\"R:\(round * 3000 + $0)\":{\"n\":1}" }
      try fixture.write("{\(records.joined(separator: ","))}")
    }
    #expect(fixture.cache.state.withLock { $0.table.reclaims } > before)
    try fixture.receive(#"{"item":{"__typename":"R","id":"0"}}"#, for: request)
    try await eventually("whole") { told.history == ["gone", "whole"] }
    #expect(watch != nil)
  }

  @Test("the facts about types are bounded with the records, and are learned again")
  func types() throws {
    let query = "query ($n: Int) { items(n: $n) { id ... on Node { name } } }"
    for start in stride(from: 0, to: 6_000, by: 50) {
      let items = (start..<start + 50).map { #"{"__typename":"T\#($0)","id":"\#($0)","name":"a"}"# }
      try fixture.receive(
        #"{"items":[\#(items.joined(separator: ","))]}"#, for: try fixture.request(query, #"{"n":\#(start)}"#))
    }
    let (facts, fields) = fixture.cache.state.withLock { state in
      (state.table.facts.count, state.operations.values.flatMap(\.values).map(\.fieldCount).max() ?? 0)
    }
    #expect(facts <= 1_000 && facts > 0)
    #expect(fields <= 50_000)
    let request = try fixture.request(query, #"{"n":0}"#)
    let data = #"{"items":[{"__typename":"T0","id":"0","name":"a"}]}"#
    try fixture.receive(data, for: request)
    #expect(try fixture.data(request) == data)
  }

  @Test("as many facts as the limit are kept; one more drops the half that no answer has shown for the longest time")
  func factCount() {
    let question = { (number: Int) in TypeQuestion(type: "T\(number)", condition: "Node") }
    var facts = TypeFacts(maximumRecords: 3)
    for number in 1...1_000 {
      facts.beginAnswer()
      facts.learn(question(number), true)
    }
    #expect(facts.count == 1_000)
    facts.beginAnswer()
    facts.learn(question(1), true)
    facts.learn(question(1_001), true)
    #expect(facts.count == 501)
    #expect([1, 2, 501, 502, 1_000, 1_001].map { facts.applies(question($0)) } == [true, nil, nil, true, true, true])
  }

  @Test("documents that were written with their values in them do not fill the memory")
  func documents() throws {
    for number in 0..<1000 { _ = try fixture.request("{ item(n: \(number)) { id } }") }
    #expect(fixture.cache.state.withLock { $0.operations.count } <= 256)
  }
}
