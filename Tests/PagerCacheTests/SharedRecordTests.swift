import PagerCache
import TestSupport
import Testing

@Suite("Pages and optimistic guesses that show the same record")
struct SharedRecordTests {
  let fixture = CacheFixture()
  let told = Notebook<String>()

  /// Has a page watched; what it is told begins with its name.
  private func page(
    _ name: String, _ query: String = "query ($c: Int) { item { id name price(c: $c) } list(of: 1) { name } }"
  ) throws -> CacheWatch {
    let request = try fixture.request(query)
    let content = try fixture.receive(
      #"{"item":{"__typename":"Item","id":"1","name":"a","price":1},"list":[{"__typename":"Entry","name":"a"}]}"#,
      for: request)
    let told = told
    let watch = fixture.cache.watch(request, content) { told.note("\(name): \($0.answer?.text ?? "gone")") }
    return try #require(watch)
  }

  private func told(_ parts: String..., count: Int) async throws {
    try await eventually("\(count) are told") { told.history.count >= count }
    #expect(told.history.count == count)
    for part in parts { #expect(told.history.last?.contains(part) == true, "\(told.history)") }
  }

  @Test("one of two pages goes, and the other still hears of changes", arguments: [0, 1])
  func oneOfTwo(leaving: Int) async throws {
    let watches = [try page("first"), try page("second")]
    fixture.cache.unwatch(watches[leaving])
    try fixture.write(#"{"name":"b"}"#, to: "Item:1")
    try await told(leaving == 0 ? "second: " : "first: ", #""name":"b""#, count: 1)
  }

  @Test("a field whose argument is left out is watched, also once the page has changed")
  func bareField() async throws {
    let watch = try page("page")
    try fixture.write(#"{"name":"b"}"#, to: "Item:1")
    try await told(#""name":"b""#, count: 1)
    try fixture.write(#"{"price":2}"#, to: "Item:1")
    try await told(#""price":2"#, count: 2)
    fixture.cache.unwatch(watch)
  }

  @Test("a longer list reaches its watcher although its first elements stay the same")
  func longerList() async throws {
    let watch = try page("page")
    let entries = ["a", "b"].map { #"{"__typename":"Entry","name":"\#($0)"}"# }.joined(separator: ",")
    try fixture.write("{\"list(of:1)\":[\(entries)]}", to: "QUERY_ROOT")
    try await told(#""name":"b""#, count: 1)
    fixture.cache.unwatch(watch)
  }

  @Test("the newer of two guesses shows, and each goes alone")
  func twoGuesses() async throws {
    let watch = try page("page")
    let first = try fixture.optimistic(#"{"Item:1":{"name":"first"}}"#)
    try await told(#""name":"first""#, count: 1)
    let second = try fixture.optimistic(#"{"Item:1":{"name":"second"}}"#)
    try await told(#""name":"second""#, count: 2)
    fixture.cache.endOptimistic(second, hasFailed: true)
    fixture.cache.announce()
    try await told(#""name":"first""#, count: 3)
    fixture.cache.endOptimistic(first, hasFailed: true)
    fixture.cache.announce()
    try await told(#""name":"a""#, count: 4)
    fixture.cache.unwatch(watch)
  }

  @Test("the newer guess shows on after the older one has gone, without an update")
  func olderGuessFirst() async throws {
    let watch = try page("page")
    let first = try fixture.optimistic(#"{"Item:1":{"name":"first"}}"#)
    try await told(#""name":"first""#, count: 1)
    let second = try fixture.optimistic(#"{"Item:1":{"name":"second"}}"#)
    try await told(#""name":"second""#, count: 2)
    fixture.cache.endOptimistic(first, hasFailed: true)
    fixture.cache.announce()
    fixture.cache.endOptimistic(second, hasFailed: true)
    fixture.cache.announce()
    try await told(#""name":"a""#, count: 3)
    fixture.cache.unwatch(watch)
  }

  @Test("a removal wakes no page that shows the record")
  func removed() async throws {
    let watch = try page("page")
    let transaction = CacheTransaction(fixture.cache)
    try transaction.evict("Item:1")
    try transaction.commit()
    #expect(try fixture.read("Item:1") == nil)
    let item = #"{"__typename":"Item","id":"1","name":"b","price":1}"#
    try fixture.write(#"{"Item:1":\#(item)}"#)
    try await told(#""name":"b""#, count: 1)
    fixture.cache.unwatch(watch)
  }

  @Test("a guess of another type hides the fields of the object below it")
  func guessOfAnotherType() async throws {
    let watch = try page("page")
    let guess = try fixture.optimistic(#"{"Item:1":{"__typename":"Other"}}"#)
    try await told("gone", count: 1)
    fixture.cache.endOptimistic(guess, hasFailed: true)
    fixture.cache.announce()
    try await told(#""name":"a""#, count: 2)
    fixture.cache.unwatch(watch)
  }

  @Test("two changes with a known result are reported at most once")
  func backAndForth() async throws {
    let watch = try page("page")
    for _ in 0..<50 {
      let guess = try fixture.optimistic(#"{"Item:1":{"name":"b"}}"#)
      fixture.cache.endOptimistic(guess, hasFailed: true)
      fixture.cache.announce()
    }
    try fixture.write(#"{"name":"last"}"#, to: "Item:1")
    try await eventually("the last change") { told.history.last?.contains("last") == true }
    // No two that follow each other are the same.
    #expect(zip(told.history, told.history.dropFirst()).allSatisfy { $0 != $1 })
    fixture.cache.unwatch(watch)
  }
}
