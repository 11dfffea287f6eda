import SwiftPager
import TestSupport
import Testing

@Suite("The store: objects and queries, read and written", .timeLimit(.minutes(1)))
struct StoreTests {
  struct Failure: Error {}

  /// A server whose client has seen both pages.
  private func warm() async throws -> CastServer {
    let server = CastServer.withTwoPages()
    try await server.pager().loadAll()
    return server
  }

  @Test("An object is read by its key, a query by its variables")
  func read() async throws {
    let store = try await warm().client.store
    let (person, names) = try await store.withinReadTransaction { transaction in
      (try transaction.readObject(ofType: Person.self, withKey: "Person:2"), try transaction.read(CastQuery()).names)
    }
    #expect(person == Person(id: "2", name: "Han"))
    #expect(names == ["Luke", "Han"])
  }

  @Test("What is not there is a miss, what does not fit says where")
  func misses() async throws {
    let store = try await warm().client.store
    struct Wrong: Decodable { var name: Int }
    struct More: Decodable { var height: Int }
    func failure(_ body: @escaping @Sendable (ReadTransaction) throws -> Void) async -> ClientError? {
      do {
        try await store.withinReadTransaction(body)
        return nil
      } catch {
        return error as? ClientError
      }
    }
    let missing = await failure { _ = try $0.readObject(ofType: Person.self, withKey: "Person:77") }
    #expect(missing == .cacheMiss(message: "the cache has no object Person:77"))
    let field = await failure { _ = try $0.readObject(ofType: More.self, withKey: "Person:1") }
    #expect(try #require(field).description.contains("height"))
    let type = await failure { _ = try $0.readObject(ofType: Wrong.self, withKey: "Person:1") }
    #expect(try #require(type).description.contains("name"))
    let query = await failure { _ = try $0.read(CastQuery.after("K7")) }
    guard case .cacheMiss? = query else {
      Issue.record("a query that was never asked was answered: \(query as Any)")
      return
    }
    guard case .cache? = await failure({ _ = try $0.readObject(ofType: Person.self, withKey: "") }) else {
      Issue.record("an empty key was taken")
      return
    }
  }

  @Test("An object is changed by a function, and only what it changes is written")
  func updateObject() async throws {
    let server = try await warm()
    try await server.client.store.withinReadWriteTransaction { transaction in
      try transaction.updateObject(ofType: Person.self, withKey: "Person:1") { person in
        person.name += " Skywalker"
      }
    }
    #expect(try await server.client.fetch(CastQuery()).data?.names == ["Luke Skywalker", "Han"])
  }

  @Test("A transaction reads what it wrote and removed; nobody else does before its end")
  func ownWrites() async throws {
    let server = try await warm()
    let client = server.client
    let inside = Gate()
    let transaction = Task {
      try await client.store.withinReadWriteTransaction { transaction in
        try transaction.write(["name": "Lucas"], to: "Person:1")
        try transaction.removeObject(for: "Person:3")
        inside.pass()
        #expect(throws: ClientError.self) { try transaction.readObject(ofType: Person.self, withKey: "Person:3") }
        #expect(throws: ClientError.self) { try transaction.read(CastQuery.after("K2")) }
        return try transaction.read(CastQuery()).names
      }
    }
    try await eventually("it has written") { inside.arrivalCount == 1 }
    #expect(try await client.fetch(CastQuery(), cachePolicy: .returnCacheDataDontFetch).data?.names == ["Luke", "Han"])
    #expect(try await client.fetch(CastQuery.after("K2")).data?.names == ["Leia"])
    inside.open()
    #expect(try await transaction.value == ["Lucas", "Han"])
    #expect(try await client.fetch(CastQuery()).data?.names == ["Lucas", "Han"])
    await #expect(throws: ClientError.self) {
      try await client.fetch(CastQuery.after("K2"), cachePolicy: .returnCacheDataDontFetch)
    }
  }

  @Test("A function that throws changes nothing, and tells nobody")
  func failing() async throws {
    let server = try await warm()
    let watched = server.client.watch(CastQuery(), cachePolicy: .returnCacheDataDontFetch)
    var changes = watched.makeAsyncIterator()
    _ = await changes.next()
    await #expect(throws: Failure.self) {
      try await server.client.store.withinReadWriteTransaction { transaction in
        try transaction.write(["name": "Lucas"], to: "Person:1")
        try transaction.clearCache()
        throw Failure()
      }
    }
    try await server.rename("2", "Ben")
    #expect(try await changes.next()?.get().data?.names == ["Luke", "Ben"])
  }

  @Test("A query's data is changed and written; objects keep their types and keys, also in another place")
  func updateQuery() async throws {
    let server = try await warm()
    try await server.client.store.withinReadWriteTransaction { transaction in
      try transaction.update(CastQuery()) { data in
        data.cast.nodes.reverse()
        data.cast.nodes.append(Person(id: "9", name: "Chewie"))
        data.cast.totalCount = 4
      }
    }
    let data = try #require(try await server.client.fetch(CastQuery()).data)
    #expect(data.names == ["Han", "Luke", "Chewie"])
    #expect(data.cast.totalCount == 4)
    try await server.rename("9", "Chewbacca")
    #expect(try await server.client.fetch(CastQuery()).data?.names == ["Han", "Luke", "Chewbacca"])
  }

  @Test("Data that the query could not be read from again is refused, and the rest of the transaction goes on")
  func incompleteData() async throws {
    let server = CastServer()
    try await server.client.store.withinReadWriteTransaction { transaction in
      #expect(throws: ClientError.self) {
        try transaction.write(data: PersonQuery.Data(person: Person(id: "1", name: "Luke")), for: PersonQuery(id: "1"))
      }
      try transaction.write(["__typename": "Person", "id": "2", "name": "Han"], to: "Person:2")
      try transaction.write(["person(id:\"2\")": CacheReference(key: "Person:2")], to: "QUERY_ROOT")
    }
    await #expect(throws: ClientError.self) {
      try await server.client.fetch(PersonQuery(id: "1"), cachePolicy: .returnCacheDataDontFetch)
    }
    let response = try await server.client.fetch(PersonQuery(id: "2"), cachePolicy: .returnCacheDataDontFetch)
    #expect(response.data?.person?.name == "Han")
    #expect(server.requestCount == 0)
  }

  @Test("What is written has to be an object with names for fields, under a key")
  func refused() async throws {
    let store = CastServer().client.store
    await #expect(throws: ClientError.self) { try await store.withinReadWriteTransaction { try $0.write(7, to: "a") } }
    await #expect(throws: ClientError.self) {
      try await store.withinReadWriteTransaction { try $0.write(["a b": 7], to: "a") }
    }
    await #expect(throws: ClientError.self) {
      try await store.withinReadWriteTransaction { try $0.write(["a": 7], to: String(repeating: "k", count: 1 << 20)) }
    }
  }

  @Test("References lead to other objects, values that are objects come back as they were")
  func references() async throws {
    struct Ship: Codable, Equatable {
      var pilot: CacheReference
      var parts: [String: JSONValue]
    }
    let server = try await warm()
    let ship = Ship(pilot: CacheReference(key: "Person:2"), parts: ["engine": ["size": 2.5], "doors": [1, 2]])
    try await server.client.store.withinReadWriteTransaction { transaction in
      try transaction.write(ship, to: "Ship:1")
      let read = try transaction.readObject(ofType: Ship.self, withKey: "Ship:1")
      #expect(read == ship)
      #expect(try transaction.readObject(ofType: Person.self, withKey: read.pilot.key).name == "Han")
    }
  }

  @Test("Objects are removed by a part of their keys")
  func removeMatching() async throws {
    let server = try await warm()
    try await server.client.store.withinReadWriteTransaction { transaction in
      try transaction.write(["name": "Falcon"], to: "Ship:1")
      try transaction.removeObjects(matching: "person:")
      #expect(throws: ClientError.self) { try transaction.readObject(ofType: Person.self, withKey: "Person:1") }
      _ = try transaction.readObject(ofType: [String: String].self, withKey: "Ship:1")
    }
  }

  @Test("A transaction that is kept is of no use any more")
  func kept() async throws {
    struct Kept: @unchecked Sendable { var transaction: ReadTransaction }
    let server = try await warm()
    let kept = try await server.client.store.withinReadTransaction { Kept(transaction: $0) }
    #expect(throws: ClientError.self) { try kept.transaction.read(CastQuery()) }
  }

  @Test("Transactions at once change one object one after the other")
  func concurrent() async throws {
    struct Counter: Codable { var count: Int }
    let store = CastServer().client.store
    try await store.withinReadWriteTransaction { try $0.write(Counter(count: 0), to: "Counter:1") }
    try await withThrowingTaskGroup { group in
      for _ in 0..<200 {
        group.addTask {
          try await store.withinReadWriteTransaction { transaction in
            try transaction.updateObject(ofType: Counter.self, withKey: "Counter:1") { $0.count += 1 }
          }
        }
      }
      try await group.waitForAll()
    }
    let counter = try await store.withinReadTransaction { try $0.readObject(ofType: Counter.self, withKey: "Counter:1") }
    #expect(counter.count == 200)
  }
}
