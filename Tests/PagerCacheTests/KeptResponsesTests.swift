import PagerBytes
import PagerCache
import Synchronization
import Testing

@Suite("A response is given back as it came, as long as nothing in it has changed")
struct KeptResponsesTests {
  private static let query = "query ($first: Int) { products(first: $first) { id name } }"
  /// As no renderer would write it.
  private static let data = #"{ "products": [ {"name":"Lamp","id":"1","__typename":"Product"} ] }"#
  /// As it would.
  private static let rendered = #"{"products":[{"__typename":"Product","id":"1","name":"Lamp"}]}"#

  private func answer(_ fixture: CacheFixture, to request: CacheRequest) -> String? {
    let answer = Mutex<String?>(nil)
    fixture.cache.read(request) { result in
      let text = try? result.get().bytes.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      answer.withLock { $0 = text.map { String($0.dropFirst("{\"data\":".utf8.count).dropLast()) } }
    }
    return answer.withLock { $0 }
  }

  @Test func untilSomethingIsWritten() throws {
    let fixture = CacheFixture()
    let request = try fixture.request(Self.query, #"{"first":1}"#)
    try fixture.receive(Self.data, for: request, isAll: true)
    #expect(answer(fixture, to: request) == Self.data)
    #expect(answer(fixture, to: try fixture.request(Self.query, #"{"first":2}"#)) == nil)
    // Written, but not changed.
    try fixture.write(#"{"name":"Lamp"}"#, to: "Product:1")
    #expect(answer(fixture, to: request) == Self.data)
    try fixture.write(#"{"name":"Lantern"}"#, to: "Product:1")
    #expect(answer(fixture, to: request) == Self.rendered.replacing("Lamp", with: "Lantern"))
  }

  @Test func untilSomethingIsShownInItsPlace() throws {
    let fixture = CacheFixture()
    let request = try fixture.request(Self.query)
    try fixture.receive(Self.data, for: request, isAll: true)
    let write = try fixture.optimistic(#"{"Product:1":{"name":"Lantern"}}"#)
    #expect(answer(fixture, to: request) == Self.rendered.replacing("Lamp", with: "Lantern"))
    fixture.cache.endOptimistic(write, hasFailed: true)
    #expect(answer(fixture, to: request) == Self.rendered)
  }

  @Test func untilSomethingLeaves() throws {
    let fixture = CacheFixture()
    let request = try fixture.request(Self.query)
    try fixture.receive(Self.data, for: request, isAll: true)
    try fixture.cache.evict("Product:1")
    #expect(answer(fixture, to: request) == nil)
    try fixture.receive(Self.data, for: request, isAll: true)
    try fixture.cache.clear()
    #expect(answer(fixture, to: request) == nil)
  }

  @Test("the cache renders the data of a response that had errors or extensions")
  func more() throws {
    let fixture = CacheFixture()
    let request = try fixture.request(Self.query)
    try fixture.receive(Self.data, for: request)
    #expect(answer(fixture, to: request) == Self.rendered)
  }

  @Test("reading a response counts as use")
  func use() throws {
    let fixture = CacheFixture { $0.maximumRecords = 4 }
    let kept = try fixture.request(Self.query)
    try fixture.receive(Self.data, for: kept, isAll: true)
    for number in 1...20 {
      #expect(answer(fixture, to: kept) == Self.data)
      try fixture.write(#"{"n":1}"#, to: "Other:\(number)")
    }
    #expect(answer(fixture, to: kept) == Self.data)
  }
}
