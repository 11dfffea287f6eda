import PagerThreads
import TestSupport
import Testing

@testable import PagerCache

@Suite("Records that are too old are not answers, whatever became of them meanwhile")
struct AgeTests {
  /// In milliseconds: long enough for what is written within a third of it on a machine that has other things to do.
  private static let age: Int64 = 1_500

  private let fixture = CacheFixture {
    $0.addsTypename = false
    $0.maximumAge = Self.age
  }

  /// Whether a record is read that was received at `start` or before, longer ago than records may be.
  private func isRead(_ key: String, _ field: String, since start: ContinuousClock.Instant) async throws -> Bool {
    try await Task.sleep(until: start + .milliseconds(Self.age + 50), clock: .continuous)
    try fixture.write(#"{"it":{"$ref":"\#(key)"},"new":{"$ref":"New:1"}}"#, to: "QUERY_ROOT")
    try fixture.write(#"{"id":"1"}"#, to: "New:1")
    // A record that has just come is read.
    #expect(try fixture.data(fixture.request("{ new { id } }")) == #"{"new":{"id":"1"}}"#)
    return (try? fixture.data(fixture.request("{ it { \(field) } }"))) != nil
  }

  @Test("the copied rest of a response keeps its age")
  func copied() async throws {
    let text = String(repeating: "text ", count: 40)
    let records = (0..<100).map { #""R:\#($0)":{"text":"\#(text)"}"# }
    try fixture.write("{\(records.joined(separator: ","))}")
    let start = ContinuousClock.now
    try await Task.sleep(for: .milliseconds(Self.age / 3))
    for number in 1..<100 { try fixture.cache.evict("R:\(number)") }
    #expect(try await !isRead("R:0", "text", since: start))
  }

  @Test("a page from many writes has the age of the oldest")
  func fused() async throws {
    try fixture.write(#"{"first":1}"#, to: "R:1")
    let start = ContinuousClock.now
    try await Task.sleep(for: .milliseconds(Self.age / 3))
    for number in 0..<20 { try fixture.write("{\"f\(number)\":1}", to: "R:1") }
    #expect(try await !isRead("R:1", "first", since: start))
  }

  @Test("a record is too old after its age, and not at it", arguments: [false, true])
  func boundary(hasLayers: Bool) throws {
    try fixture.write(#"{"f":1,"g":1}"#, to: "R:1")
    if hasLayers { try fixture.write(#"{"f":2}"#, to: "R:1") }
    let layers = fixture.cache.state.withLock { state in state.table.find("R:1").map(state.table.layers) ?? [] }
    let received = try #require(layers.map(\.chunk.received).max())
    let view = hasLayers ? RecordView.many(layers) : RecordView.one(layers[0])
    #expect(view.field("f", guess: 0, receivedSince: received).first?.text != nil)
    #expect(view.field("f", guess: 0, receivedSince: received + 1).isEmpty)
    #expect(!view.received(since: received).isEmpty)
    #expect(view.received(since: received + 1).isEmpty)
  }

  @Test("a response is not given back as it came where records of its types have an age")
  func asItCame() async throws {
    for fixture in [
      CacheFixture { $0.maximumAgeByType = ["Item": 0] }, CacheFixture { $0.maximumAge = 0 },
      CacheFixture {
        $0.maximumAge = 1_000_000
        $0.maximumAgeByType = ["Item": 0]
      },
    ] {
      let request = try fixture.request("{ item { id } }")
      try fixture.receive(#"{"item":{"__typename":"Item","id":"1"}}"#, for: request, isAll: true)
      try await eventually("too old") {
        let outcome = Notebook<Bool>()
        fixture.cache.read(request) { result in outcome.note((try? result.get()) == nil) }
        return outcome.history == [true]
      }
    }
  }

  @Test("the age of a type counts in place of the common one")
  func byType() async throws {
    let fixture = CacheFixture {
      $0.maximumAge = 0
      $0.maximumAgeByType = ["Item": 1_000_000, "QUERY_ROOT": 1_000_000]
    }
    let request = try fixture.request("{ item { id } other { id } }")
    try fixture.receive(
      #"{"item":{"__typename":"Item","id":"1"},"other":{"__typename":"Other","id":"1"}}"#, for: request)
    try await eventually("too old") { (try? fixture.data(request)) == nil }
    #expect(try fixture.data(fixture.request("{ item { id } }")) == #"{"item":{"__typename":"Item","id":"1"}}"#)
  }
}
