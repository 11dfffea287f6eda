import TestSupport
import Testing

@testable import PagerCache

@Suite("A thread that waits until pages show its writes")
struct SettlingTests {
  let fixture = CacheFixture()
  let told = Notebook<String>()

  @Test("a thread that waits sees every write in every page", arguments: [1, 20])
  func writes(pages: Int) throws {
    let request = try fixture.request("{ item { id name } }")
    let data = #"{"item":{"__typename":"Item","id":"1","name":"a"}}"#
    let told = told
    let watches = try (0..<pages).map { page in
      let content = try fixture.receive(data, for: request)
      return fixture.cache.watch(request, content) { told.note("\(page): \($0.answer?.text ?? "gone")") }
    }
    for number in 1...100 {
      try fixture.write("{\"name\":\"\(number)\"}", to: "Item:1")
      fixture.cache.settle()
      #expect(told.history.count == number * pages)
      #expect(told.history.suffix(pages).allSatisfy { $0.contains("\"name\":\"\(number)\"") })
    }
    for watch in watches { if let watch { fixture.cache.unwatch(watch) } }
  }

  @Test("a thread does not wait if nothing is under way, or if the cache is closed")
  func nothing() throws {
    fixture.cache.settle()
    fixture.cache.arrived(fixture.cache.arrives())
    fixture.cache.close()
    try fixture.write(#"{"name":"a"}"#, to: "Item:1")
    fixture.cache.settle()
  }

  @Test("a thread waits for the responses that were entering before its write, and not for later ones")
  func arrivals() throws {
    var arrivals = PageArrivals()
    let before = arrivals.wait()
    let (first, second) = (arrivals.begin(), arrivals.begin())
    let waiting = arrivals.wait()
    let third = arrivals.begin()
    let woken = [arrivals.end(third), arrivals.end(first), arrivals.end(second)]
    let after = arrivals.wait()
    #expect(before == nil && after == nil)
    #expect(woken.map(\.count) == [0, 0, 1])
    #expect(waiting != nil && woken.last?.first === waiting)
  }
}
