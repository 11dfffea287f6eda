import PagerBytes
import PagerCache
import TestSupport
import Testing

@Suite("Which fragments apply to a type")
struct FragmentTests {
  private static let item = "query I($n: Int) { item(n: $n) { id ... on Named { name } } }"

  @Test("fields that an earlier response left out are not lost from the newest page")
  func newest() async throws {
    let fixture = CacheFixture()
    let without = try fixture.request(Self.item, #"{"n":1}"#)
    try fixture.receive(#"{"item":{"__typename":"Item","id":"1"}}"#, for: without)
    #expect(try fixture.data(without) == #"{"item":{"__typename":"Item","id":"1"}}"#)
    let request = try fixture.request(Self.item, #"{"n":2}"#)
    let data = #"{"item":{"__typename":"Item","id":"2","name":"a"}}"#
    let content = try fixture.receive(data, for: request)
    #expect(try fixture.data(request) == data)
    let told = Notebook<String>()
    let watch = fixture.cache.watch(request, content) { news in
      told.note(news.answer?.text ?? "gone")
    }
    try fixture.write(#"{"name":"b"}"#, to: "Item:2")
    try await eventually("the change") { !told.history.isEmpty }
    #expect(told.history == [#"{"data":{"item":{"__typename":"Item","id":"2","name":"b"}}}"#])
    #expect(watch != nil)
    // A server that leaves out what is null has left it out once more. The other page keeps what it has.
    let third = try fixture.request(Self.item, #"{"n":3}"#)
    try fixture.receive(#"{"item":{"__typename":"Item","id":"3"}}"#, for: third)
    #expect(try fixture.data(request).contains(#""name":"b""#))
    #expect(throws: CacheMiss.self) { try fixture.data(third) }
  }

  @Test("a page does not wait for a fragment's fields once its object has another type")
  func noLonger() throws {
    let fixture = CacheFixture()
    let request = try fixture.request(Self.item, #"{"n":1}"#)
    try fixture.receive(#"{"item":{"__typename":"Item","id":"1","name":"a"}}"#, for: request)
    let other = try fixture.request(Self.item, #"{"n":2}"#)
    try fixture.receive(#"{"item":{"__typename":"Item","id":"2"}}"#, for: other)
    #expect(try fixture.data(other) == #"{"item":{"__typename":"Item","id":"2"}}"#)
  }

  @Test("an object without a field does not take back what another object has shown")
  func withinOneAnswer() throws {
    let fixture = CacheFixture()
    let request = try fixture.request("{ items { id ... on Named { name } } }")
    for (first, second) in [("1", "2"), ("4", "3")] {
      let named = #"{"__typename":"Item","id":"\#(first)","name":"a"}"#
      let bare = #"{"__typename":"Item","id":"\#(second)"}"#
      try fixture.receive("{\"items\":[\(first < second ? "\(named),\(bare)" : "\(bare),\(named)")]}", for: request)
      #expect(throws: CacheMiss.self) { try fixture.data(request) }
      let single = try fixture.request(Self.item, "{\"n\":\(first)}")
      try fixture.write(#"{"item(n:\#(first))":{"$ref":"Item:\#(first)"}}"#, to: "QUERY_ROOT")
      #expect(try fixture.data(single) == "{\"item\":\(named)}")
    }
  }

  @Test("a cache corrects the facts about types in the file, too")
  func inFile() async throws {
    let file = try ArchiveFixture()
    let data = #"{"item":{"__typename":"Item","id":"2","name":"a"}}"#
    do {
      let fixture = try file.open()
      try await fixture.receive(
        #"{"item":{"__typename":"Item","id":"1"}}"#, for: fixture.request(Self.item, #"{"n":1}"#))
      fixture.cache.close()
    }
    do {
      let fixture = try file.open()
      try await fixture.receive(data, for: fixture.request(Self.item, #"{"n":2}"#))
      fixture.cache.close()
    }
    let fixture = try file.open()
    #expect(try await fixture.data(fixture.request(Self.item, #"{"n":2}"#)) == data)
    fixture.cache.close()
  }

  /// Pages of a `PullRequest`, which is a `Node` and not an `Issue`.
  static let pullRequests = [
    (
      "{ item { ...on Node { id title ...on Issue { state } } ...Row } } fragment Row on Issue { id title }",
      #"{"item":{"__typename":"PullRequest","id":"p","title":"a"}}"#
    ),
    (
      "{ item { ...Row ...on Node { id title ...on Issue { state } } } } fragment Row on Issue { title }",
      #"{"item":{"__typename":"PullRequest","id":"p","title":"a"}}"#
    ),
    (
      "{ item { title ...on Node { id ...on Issue { title state } } ...Row } } fragment Row on Issue { id }",
      #"{"item":{"__typename":"PullRequest","title":"a","id":"p"}}"#
    ),
    (
      "{ item { title ...on Node { key: id ...on Issue { state } } ...Row } } fragment Row on Issue { key: id }",
      #"{"item":{"__typename":"PullRequest","title":"a","key":"p"}}"#
    ),
  ]

  @Test("the page is read back if the response does not show which fragments apply", arguments: pullRequests)
  func contradiction(_ query: String, _ data: String) async throws {
    let fixture = CacheFixture()
    let request = try fixture.request(query)
    let content = try fixture.receive(data, for: request)
    #expect(try fixture.data(request) == data)
    let told = Notebook<String>()
    let watch = fixture.cache.watch(request, content) { told.note($0.answer == nil ? "gone" : "whole") }
    try fixture.write(#"{"title":"b"}"#, to: "PullRequest:p")
    try await eventually("the change") { told.history == ["whole"] }
    #expect(try fixture.data(request) == data.replacing("\"a\"", with: "\"b\""))
    #expect(watch != nil)
  }

  @Test("an alias for different fields of two types leads to no wrong record")
  func alias() throws {
    let fixture = CacheFixture()
    let request = try fixture.request(
      "{ item { ...on Node { ...on Issue { key: id } ...on PullRequest { key: number id } } } }")
    let data = #"{"item":{"__typename":"PullRequest","key":7,"id":"p"}}"#
    try fixture.write(#"{"__typename":"PullRequest","number":9,"id":"7"}"#, to: "PullRequest:7")
    try fixture.receive(data, for: request)
    #expect(try fixture.data(request) == data)
    #expect(try fixture.read("PullRequest:p") == #"{"__typename":"PullRequest","number":7,"id":"p"}"#)
    #expect(try fixture.read("PullRequest:7") == #"{"__typename":"PullRequest","number":9,"id":"7"}"#)
  }

  @Test("a fragment within one that may not apply teaches no fact")
  func nested() throws {
    let fixture = CacheFixture()
    // A Product is not a Book; whether it is Printed, this does not show.
    let request = try fixture.request("{ item { id ...on Book { ...on Printed { pages } } } }")
    try fixture.receive(#"{"item":{"__typename":"Product","id":"1"}}"#, for: request)
    let printed = try fixture.request("{ item { id ...on Printed { pages } } }")
    #expect(throws: CacheMiss.self) { try fixture.data(printed) }
    let book = try fixture.request("{ item { id ...on Book { author } } }")
    #expect(throws: CacheMiss.self) { try fixture.data(book) }
    // An answer without the one shows that.
    try fixture.receive(#"{"item":{"__typename":"Product","id":"1"}}"#, for: book)
    #expect(try fixture.data(book) == #"{"item":{"__typename":"Product","id":"1"}}"#)
    // And with the other.
    try fixture.receive(#"{"item":{"__typename":"Product","id":"1","pages":3}}"#, for: printed)
    #expect(try fixture.data(printed) == #"{"item":{"__typename":"Product","id":"1","pages":3}}"#)
    #expect(try fixture.data(request) == #"{"item":{"__typename":"Product","id":"1"}}"#)
  }

  @Test("a program's writes teach no facts, and a refused write shows nothing")
  func written() throws {
    let fixture = CacheFixture()
    let request = try fixture.request(Self.item, #"{"n":1}"#)
    let data = #"{"item":{"__typename":"Item","id":"1","name":"a"}}"#
    try fixture.receive(data, for: request)
    let transaction = CacheTransaction(fixture.cache)
    let other = try fixture.request(Self.item, #"{"n":2}"#)
    #expect(throws: CacheError.self) {
      try transaction.write(
        ArchivedCache.bytes(#"{"data":{"item":{"__typename":"Item","id":"2"}}}"#), to: other)
    }
    #expect(try transaction.read("Item:2") == nil)
    // Nothing of what was refused comes with the rest.
    try transaction.write(ArchivedCache.bytes(#"{"name":"b"}"#), to: "Item:3")
    try transaction.commit()
    #expect(try fixture.read("Item:2") == nil)
    #expect(throws: CacheMiss.self) { try fixture.data(other) }
    #expect(try fixture.read("Item:3") == #"{"name":"b"}"#)
    #expect(try fixture.data(request) == data)
  }
}
