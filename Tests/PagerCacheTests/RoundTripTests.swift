import PagerBytes
import PagerCache
import Testing

@Suite("What a cache is given, it gives back")
struct RoundTripTests {
  let fixture = CacheFixture()

  @Test("a page of a list with objects with and without keys")
  func page() throws {
    let request = try fixture.request(
      """
      query P($first: Int!, $after: String) { products(first: $first, after: $after) {
        edges { cursor node { id name price { amount } tags } } pageInfo { hasNextPage endCursor } } }
      """,
      #"{"first":2,"after":null}"#)
    let data =
      #"{"products":{"__typename":"Connection","edges":[{"__typename":"Edge","cursor":"a","node":{"__typename":"Product","id":"1","name":"Lamp \"x\"","price":{"__typename":"Money","amount":1.50},"tags":["a","b"]}},{"__typename":"Edge","cursor":"b","node":null}],"pageInfo":{"__typename":"PageInfo","hasNextPage":true,"endCursor":"b"}}}"#
    try fixture.receive(data, for: request)
    #expect(try fixture.data(request) == data)
    #expect(
      try fixture.read("Product:1")
        == #"{"__typename":"Product","id":"1","name":"Lamp \"x\"","price":{"__typename":"Money","amount":1.50},"tags":["a","b"]}"#
    )
  }

  @Test("two queries with different fields of one list keep each other's fields")
  func lists() throws {
    let one = try fixture.request("{ items { n a } }")
    let other = try fixture.request("{ items { n b } }")
    let both = try fixture.request("{ items { n a b } }")
    try fixture.receive(#"{"items":[{"__typename":"I","n":1,"a":1},{"__typename":"I","n":2,"a":2}]}"#, for: one)
    try fixture.receive(#"{"items":[{"__typename":"I","n":1,"b":1},{"__typename":"I","n":2,"b":2}]}"#, for: other)
    #expect(
      try fixture.data(both)
        == #"{"items":[{"__typename":"I","n":1,"a":1,"b":1},{"__typename":"I","n":2,"a":2,"b":2}]}"#)
    // Another order is another list: what only the first query asked for is not known of it.
    try fixture.receive(#"{"items":[{"__typename":"I","n":2,"b":2},{"__typename":"I","n":1,"b":1}]}"#, for: other)
    #expect(throws: CacheMiss.self) { try fixture.data(one) }
    #expect(throws: CacheMiss.self) { try fixture.data(both) }
    // So is one in which another object has taken the place of the second.
    try fixture.receive(#"{"items":[{"__typename":"I","n":2,"a":2},{"__typename":"I","n":1,"a":1}]}"#, for: one)
    try fixture.receive(#"{"items":[{"__typename":"I","n":2,"b":2},{"__typename":"I","n":3,"b":3}]}"#, for: other)
    #expect(throws: CacheMiss.self) { try fixture.data(both) }
  }
}

@Suite("Objects of two types in one place")
struct OtherTypeTests {
  @Test("fields of two types are never mixed, also if another field keeps an earlier value")
  func embedded() throws {
    let fixture = CacheFixture()
    try fixture.receive(#"{"o":{"__typename":"X","a":1},"p":1}"#, for: fixture.request("{ o { a } p }"))
    try fixture.receive(#"{"o":{"__typename":"Y","b":2}}"#, for: fixture.request("{ o { b } }"))
    #expect(try fixture.data(fixture.request("{ p }")) == #"{"p":1}"#)
    #expect(throws: CacheMiss.self) { try fixture.data(fixture.request("{ o { a b } }")) }
    #expect(throws: CacheMiss.self) { try fixture.data(fixture.request("{ o { a } }")) }
    // If they have the same type, they complement each other.
    try fixture.receive(#"{"o":{"__typename":"Y","a":3},"p":1}"#, for: fixture.request("{ o { a } p }"))
    #expect(try fixture.data(fixture.request("{ o { a b } }")) == #"{"o":{"__typename":"Y","a":3,"b":2}}"#)
  }
}

@Suite("Transactions over records")
struct TransactionTests {
  private func bytes(_ text: String) throws -> ReceivedBytes {
    try #require(Array(text.utf8).withUnsafeBytes { ReceivedBytes(copyOf: $0) })
  }

  @Test("a write that was refused is not part of what is committed")
  func refused() throws {
    let fixture = CacheFixture()
    let transaction = CacheTransaction(fixture.cache)
    try transaction.write(bytes(#"{"a":1}"#), to: "R:1")
    #expect(throws: CacheError.self) { try transaction.write(bytes("[1"), to: "R:2") }
    #expect(throws: CacheError.self) { try transaction.write(bytes("5"), to: "R:3") }
    try transaction.write(bytes(#"{"a":4}"#), to: "R:4")
    try transaction.commit()
    #expect(try fixture.read("R:1") == #"{"a":1}"#)
    #expect(try fixture.read("R:4") == #"{"a":4}"#)
  }

  @Test("a transaction that was committed begins anew")
  func again() throws {
    let fixture = CacheFixture()
    let transaction = CacheTransaction(fixture.cache)
    try transaction.write(bytes(#"{"a":1}"#), to: "R:1")
    try transaction.commit()
    try fixture.write(#"{"a":2}"#, to: "R:1")
    try transaction.write(bytes(#"{"a":3}"#), to: "R:2")
    #expect(try transaction.read("R:1").map { String(decoding: $0, as: UTF8.self) } == #"{"a":2}"#)
    try transaction.commit()
    #expect(try fixture.read("R:1") == #"{"a":2}"#)
  }

  @Test("a commit also removes the matching records that came since the transaction removed the others")
  func laterRecords() throws {
    let fixture = CacheFixture()
    try fixture.write(#"{"a":1}"#, to: "R:1")
    let transaction = CacheTransaction(fixture.cache)
    try transaction.evict(matching: "r:")
    try fixture.write(#"{"a":2}"#, to: "R:2")
    try fixture.write(#"{"a":3}"#, to: "S:3")
    try transaction.commit()
    #expect(try ["R:1", "R:2", "S:3"].map { try fixture.read($0) } == [nil, nil, #"{"a":3}"#])
  }
}

@Suite("Mutations and the cache")
struct MutationTests {
  @Test("a mutation feeds the cache with the objects in its answer, and leaves nothing else there")
  func mutation() throws {
    let fixture = CacheFixture()
    let request = try fixture.request("mutation { rename(id: 1) { item { id name } } done }")
    #expect(!request.isQuery)
    try fixture.receive(
      #"{"rename":{"__typename":"Renamed","item":{"__typename":"Item","id":"1","name":"b"}},"done":true}"#, for: request
    )
    #expect(try fixture.read("Item:1") == #"{"__typename":"Item","id":"1","name":"b"}"#)
    #expect(try fixture.read("MUTATION_ROOT") == nil)
  }
}
