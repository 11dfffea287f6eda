import PagerBytes
import PagerCache
import TestSupport
import Testing

@Suite("A watch that shows what changed is told")
struct WatchingTests {
  let fixture = CacheFixture()
  let told = Notebook<String>()
  let query = "query P($n: Int) { item(n: $n) { id name price { amount } tags } list(of: $n) { id name } }"

  /// A page that shows `Item:number`.
  @discardableResult
  func page(_ number: Int, name: String = "a") throws -> CacheWatch {
    let request = try fixture.request(query, "{\"n\":\(number)}")
    let content = try fixture.receive(
      """
      {"item":{"__typename":"Item","id":"\(number)","name":"\(name)","price":{"__typename":"Money","amount":1},"tags":[1]},\
      "list":[{"__typename":"Entry","id":null,"name":"\(name)"}]}
      """, for: request)
    let told = told
    let watch = fixture.cache.watch(request, content) { told.note("\(number): \($0.answer?.text ?? "gone")") }
    return try #require(watch)
  }

  /// Waits until all that was noted so far was told: a page of its own is told last.
  func settle() async throws {
    let count = told.history.count - others.count
    let watch = try page(9999)
    try fixture.write("{\"name\":\"b\"}", to: "Item:9999")
    try await eventually("the last page is told") { told.history.count - others.count > count }
    fixture.cache.unwatch(watch)
  }

  var others: [String] { told.history.filter { !$0.hasPrefix("9999") } }

  @Test("a write wakes the page that shows the record and the field, and no other")
  func oneOfMany() async throws {
    for number in 0..<20 { try page(number) }
    try fixture.write("{\"name\":\"b\"}", to: "Item:7")
    try fixture.write("{\"stock\":5}", to: "Item:8")
    try fixture.write("{\"name\":\"a\"}", to: "Item:9")
    try fixture.write("{\"name\":\"b\"}", to: "Item:700")
    try await settle()
    #expect(others.count == 1)
    #expect(
      others.first?.hasPrefix("7: {\"data\":{\"item\":{\"__typename\":\"Item\",\"id\":\"7\",\"name\":\"b\"") == true)
  }

  @Test("a change inside a list or an object without a key reaches its watcher")
  func embedded() async throws {
    try page(1)
    try fixture.write(#"{"list(of: 1)": [{"__typename":"Entry","id":null,"name":"z"}]}"#, to: "QUERY_ROOT")
    try await eventually("the list") { others.count == 1 }
    #expect(others.last?.contains("\"name\":\"z\"") == true)
    try fixture.write(#"{"price": {"amount": 2}}"#, to: "Item:1")
    try await eventually("the price") { others.count == 2 }
    #expect(others.last?.contains("\"amount\":2") == true)
    // The connection of a field with arguments is an object that is one record.
    try fixture.write(#"{"item(n:1)": null}"#, to: "QUERY_ROOT")
    try await eventually("the item") { others.count == 3 }
    #expect(others.last?.contains("\"item\":null") == true)
  }

  @Test("a field with arguments that is an object without a key")
  func connection() async throws {
    let request = try fixture.request("query P { page(n: 1) { total next } }")
    let content = try fixture.receive(#"{"page":{"__typename":"Page","total":1,"next":"a"}}"#, for: request)
    let told = told
    let watch = fixture.cache.watch(request, content) { told.note($0.answer == nil ? "gone" : "whole") }
    let other = try fixture.request("query P { page(n: 1) { total } }")
    try fixture.receive(#"{"page":{"__typename":"Page","total":2}}"#, for: other)
    try await eventually("the total") { told.history == ["whole"] }
    #expect(try fixture.data(request) == #"{"page":{"__typename":"Page","total":2,"next":"a"}}"#)
    #expect(watch != nil)
  }

  @Test("many writes in one transaction are one notification a page")
  func transaction() async throws {
    try page(1)
    try fixture.write(#"{"Item:1":{"name":"b"},"Other:1":{"a":1},"QUERY_ROOT":{"list(of:1)":[]}}"#)
    try await settle()
    #expect(others.count == 1)
  }

  @Test("a field that an older layer has and a newer one has not is compared with the older one")
  func belowTheNewest() async throws {
    try page(1)
    try fixture.write("{\"stock\":5}", to: "Item:1")
    try fixture.write("{\"stock\":5,\"name\":\"b\"}", to: "Item:1")
    try await eventually("the name") { others.count == 1 }
  }

  @Test("a change between a page and its watch is not lost")
  func between() async throws {
    let request = try fixture.request("{ item { id name } }")
    let content = try fixture.receive(#"{"item":{"__typename":"Item","id":"1","name":"a"}}"#, for: request)
    try fixture.write(#"{"name":"b"}"#, to: "Item:1")
    let told = told
    let watch = fixture.cache.watch(request, content) { told.note($0.answer == nil ? "gone" : "whole") }
    try await eventually("the change") { told.history == ["whole"] }
    #expect(watch != nil)
  }

  @Test("a page hears when it is lost, and when it is whole again")
  func gone() async throws {
    try page(1)
    try fixture.cache.evict("Item:1")
    try await eventually("gone") { others == ["1: gone"] }
    try fixture.write(
      #"{"__typename":"Item","id":"1","name":"b","price":{"__typename":"Money","amount":1}}"#, to: "Item:1")
    try await eventually("still gone") { others.count == 2 }
    try fixture.write(#"{"tags":[2]}"#, to: "Item:1")
    try await eventually("whole") { others.count == 3 }
    #expect(others.last?.contains("\"tags\":[2]") == true)
    try fixture.cache.clear()
    try await eventually("cleared") { others.count == 4 }
    #expect(others.last == "1: gone")
  }

  @Test("a page hears when its missing object comes")
  func comes() async throws {
    try page(1)
    try fixture.write(#"{"item(n:1)": {"$ref":"Item:2"}}"#, to: "QUERY_ROOT")
    try await eventually("gone") { others == ["1: gone"] }
    try fixture.write(
      #"{"__typename":"Item","id":"2","name":"b","price":{"__typename":"Money","amount":1},"tags":[]}"#, to: "Item:2")
    try await eventually("whole") { others.count == 2 }
    #expect(others.last?.contains("\"id\":\"2\"") == true)
  }

  @Test("a guess goes with the mutation's answer")
  func optimistic() async throws {
    try page(1)
    let bytes = try #require(
      Array(#"{"Item:1":{"name":"soon","price":{"amount":9},"stock":3},"Item:5":{"name":"new"}}"#.utf8)
        .withUnsafeBytes { ReceivedBytes(copyOf: $0) })
    let write = try fixture.cache.writeOptimistic(bytes)
    try await eventually("shown") { others.count == 1 }
    #expect(others.last?.contains("\"name\":\"soon\"") == true)
    // What the server says meanwhile is below.
    try fixture.write(#"{"name":"meanwhile"}"#, to: "Item:1")
    fixture.cache.endOptimistic(write, hasFailed: true)
    fixture.cache.announce()
    try await eventually("taken back") { others.last?.contains("\"name\":\"meanwhile\"") == true }
    #expect(others.last?.contains("\"amount\":1}") == true)
    #expect(try fixture.read("Item:5") == nil)
    let count = others.count
    // An answer that says what was shown already is not news.
    let same = try fixture.cache.writeOptimistic(
      #require(Array(#"{"Item:1":{"name":"sure"}}"#.utf8).withUnsafeBytes { ReceivedBytes(copyOf: $0) }))
    try await eventually("shown again") { others.count == count + 1 }
    try fixture.write(#"{"name":"sure"}"#, to: "Item:1")
    try await settle()
    let before = others.count
    fixture.cache.endOptimistic(same, hasFailed: true)
    fixture.cache.announce()
    try await settle()
    #expect(others.count == before)
  }

  @Test("an optimistic field without a value below it goes again")
  func optimisticField() async throws {
    let request = try fixture.request("{ item { id name } }")
    let short = try fixture.request("{ item { id } }")
    try fixture.receive(#"{"item":{"__typename":"Item","id":"1"}}"#, for: short)
    let write = try fixture.cache.writeOptimistic(
      #require(Array(#"{"Item:1":{"name":"x"}}"#.utf8).withUnsafeBytes { ReceivedBytes(copyOf: $0) }))
    let answer = try fixture.cache.read(request).get()
    let told = told
    let watch = fixture.cache.watch(request, answer.content) { told.note($0.answer == nil ? "gone" : "whole") }
    fixture.cache.endOptimistic(write, hasFailed: true)
    fixture.cache.announce()
    try await eventually("gone") { told.history == ["gone"] }
    #expect(watch != nil)
  }

  @Test("a guess that was right is told once")
  func rightGuess() async throws {
    try page(1)
    let write = try fixture.cache.writeOptimistic(
      #require(Array(#"{"Item:1":{"name":"b"}}"#.utf8).withUnsafeBytes { ReceivedBytes(copyOf: $0) }))
    try await eventually("the guess") { others.count == 1 }
    try fixture.write(#"{"name":"b"}"#, to: "Item:1")
    fixture.cache.endOptimistic(write, hasFailed: true)
    fixture.cache.announce()
    try await settle()
    #expect(others.count == 1)
  }

  @Test("a guess that a page shows in part can be taken back alone")
  func partOfGuess() async throws {
    let request = try fixture.request("{ item { id price { amount currency } } }")
    let short = try fixture.request("{ item { id price { amount } } }")
    try fixture.receive(
      #"{"item":{"__typename":"Item","id":"1","price":{"__typename":"Money","amount":1}}}"#, for: short)
    let guess = try fixture.optimistic(#"{"Item:1":{"price":{"__typename":"Money","amount":1,"currency":"EUR"}}}"#)
    let content = try fixture.cache.read(request).get().content
    let told = told
    let watch = fixture.cache.watch(request, content) { told.note($0.answer == nil ? "gone" : "whole") }
    fixture.cache.endOptimistic(guess, hasFailed: true)
    fixture.cache.announce()
    try await eventually("gone") { told.history == ["gone"] }
    #expect(watch != nil)
  }

  @Test("a field whose argument the request leaves out is watched under its plain name")
  func omittedArgument() async throws {
    let request = try fixture.request("query Q($n: Int) { item { id tags(n: $n) } }")
    try fixture.receive(#"{"item":{"__typename":"Item","id":"1","tags":[1]}}"#, for: request)
    let content = try fixture.cache.read(request).get().content
    let told = told
    let watch = fixture.cache.watch(request, content) { news in
      told.note(news.answer?.text ?? "gone")
    }
    try fixture.write(#"{"tags":[2]}"#, to: "Item:1")
    try await eventually("the tags") {
      told.history == [#"{"data":{"item":{"__typename":"Item","id":"1","tags":[2]}}}"#]
    }
    #expect(watch != nil)
  }

  @Test("announcing a response reports no later change", arguments: [false, true])
  func earlierAnnouncement(watchesFirst: Bool) async throws {
    let request = try fixture.request("{ item { id name } }")
    let told = told
    let watched = { (content: PageContent) in
      fixture.cache.watch(request, content) { news in
        told.note(news.answer?.text ?? "gone")
      }
    }
    let other = try page(9999)
    let first = try fixture.receive(
      #"{"item":{"__typename":"Item","id":"1","name":"a"}}"#, for: request, announces: false)
    var watch = watchesFirst ? watched(first) : nil
    let second = try fixture.receive(
      #"{"item":{"__typename":"Item","id":"1","name":"b"}}"#, for: request, announces: false)
    watch = watch ?? watched(first)
    fixture.cache.announce(first)
    // Is rendered behind all that was announced.
    fixture.cache.refresh(other)
    try await eventually("what was announced is told") { !told.history.isEmpty }
    #expect(others.isEmpty)
    fixture.cache.announce(second)
    try await eventually("the second one is told") { !others.isEmpty }
    #expect(others == [#"{"data":{"item":{"__typename":"Item","id":"1","name":"b"}}}"#])
    #expect(watch != nil)
  }

  @Test("a change with a known result is not reported")
  func backAgain() async throws {
    let request = try fixture.request("{ item { id name } }")
    let content = try fixture.receive(#"{"item":{"__typename":"Item","id":"1","name":"a"}}"#, for: request)
    let told = told
    let gate = Gate()
    let watch = fixture.cache.watch(request, content) { news in
      told.note("item: \(news.answer == nil ? "gone" : "whole")")
      // Holds the thread that would tell of the changes one by one.
      if gate.arrivalCount == 0 { gate.pass() }
    }
    try fixture.write(#"{"name":"b"}"#, to: "Item:1")
    try await eventually("the change") { gate.arrivalCount == 1 }
    try fixture.write(#"{"name":"c"}"#, to: "Item:1")
    try fixture.write(#"{"name":"b"}"#, to: "Item:1")
    gate.open()
    try await settle()
    #expect(others == ["item: whole"])
    #expect(watch != nil)
  }

  @Test("after unwatch no change is reported")
  func unwatch() async throws {
    let watch = try page(1)
    fixture.cache.unwatch(watch)
    try fixture.write("{\"name\":\"b\"}", to: "Item:1")
    try await settle()
    #expect(others.isEmpty)
  }

  @Test("records of a live page stay, whatever the limit")
  func limit() throws {
    let fixture = CacheFixture { $0.maximumRecords = 10 }
    let request = try fixture.request("{ item { id name } }")
    let content = try fixture.receive(#"{"item":{"__typename":"Item","id":"1","name":"a"}}"#, for: request)
    let watch = try #require(fixture.cache.watch(request, content) { _ in })
    for index in 0..<20_000 { try fixture.write("{\"a\":1}", to: "Other:\(index)") }
    #expect(try fixture.data(request) == #"{"item":{"__typename":"Item","id":"1","name":"a"}}"#)
    #expect(try fixture.read("Other:19999") != nil)
    #expect(try fixture.read("Other:1") == nil)
    fixture.cache.unwatch(watch)
    for index in 0..<20 { try fixture.write("{\"a\":1}", to: "Other:\(index)") }
    #expect(throws: CacheMiss.self) { try fixture.data(request) }
  }
}
