import PagerBytes
import PagerCache
import TestSupport
import Testing

@Suite("Writers, readers and watchers at once")
struct CrowdTests {
  @Test("a page is always of one state, and the last change reaches it")
  func crowd() async throws {
    let fixture = CacheFixture { $0.maximumRecords = 50 }
    let request = try fixture.request("{ item { id a b } list { n } }")
    let first = #"{"item":{"__typename":"Item","id":"1","a":0,"b":0},"list":[{"__typename":"N","n":0}]}"#
    let content = try fixture.receive(first, for: request)
    let told = Notebook<String>()
    let watch = fixture.cache.watch(request, content) { told.note($0.answer?.text ?? "gone") }
    let count = StressChance.count(300, long: 5000)
    await withTaskGroup(of: Void.self) { group in
      for writer in 1...3 {
        group.addTask {
          for number in 0..<count {
            try? fixture.write("{\"Item:1\":{\"a\":\(number),\"b\":\(number)},\"Other:\(writer)\(number)\":{\"a\":1}}")
          }
        }
      }
      group.addTask {
        for number in 0..<count {
          guard let write = try? fixture.optimistic("{\"Item:1\":{\"a\":-\(number),\"b\":-\(number)}}") else {
            continue
          }
          fixture.cache.endOptimistic(write, hasFailed: true)
          fixture.cache.announce()
        }
      }
      group.addTask {
        for _ in 0..<count {
          guard let content = try? fixture.cache.read(request).get().content else { continue }
          if let watch = fixture.cache.watch(request, content, notify: { _ in }) { fixture.cache.unwatch(watch) }
        }
      }
      group.addTask {
        for _ in 0..<count { _ = try? fixture.receive(first, for: request) }
      }
    }
    try fixture.write(#"{"a":"last","b":"last"}"#, to: "Item:1")
    try await eventually("the last change") { told.history.last?.contains(#""a":"last","b":"last""#) ?? false }
    for page in told.history {
      let numbers = page.split(separator: "\"a\":").last?.split(separator: "}").first?.replacing("\"b\":", with: "")
      let parts = numbers?.split(separator: ",") ?? []
      #expect(parts.count == 2 && parts.first == parts.last, "\(page)")
    }
    #expect(watch != nil)
  }
}
