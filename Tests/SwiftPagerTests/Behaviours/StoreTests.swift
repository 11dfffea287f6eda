import Foundation  // FileManager, Process
import SwiftPager
import TestSupport
import Testing

@Suite("The store: objects and queries, read and written", .timeLimit(.minutes(1)))
struct StoreTests {
  struct Failure: Error {}

  /// Objects of several types.
  struct FeedQuery: GraphQLQuery {
    static let document = "query Feed { feed { id name } }"

    struct Data: Codable, Hashable, Sendable {
      var feed: [Person]
    }
  }

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

  @Test("A missing object is a miss, and a value that does not fit is reported with its place")
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
    guard case .cacheMiss? = field else {
      Issue.record("a field that is not there is no miss: \(field as Any)")
      return
    }
    let type = await failure { _ = try $0.readObject(ofType: Wrong.self, withKey: "Person:1") }
    #expect(try #require(type).description.contains("name"))
    guard case .cache? = type else {
      Issue.record("a field of another type reads as one that is not there: \(type as Any)")
      return
    }
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

  @Test("A change function writes only what it changes: newer values stay, and no watcher is told")
  func unchangedFields() async throws {
    let server = try await warm()
    let store = server.client.store
    let inside = Gate()
    let update = Task {
      try await store.withinReadWriteTransaction { transaction in
        try transaction.updateObject(ofType: Person.self, withKey: "Person:1") { person in
          inside.pass()
          person.id = "one"
        }
      }
    }
    try await eventually("it has read") { inside.arrivalCount == 1 }
    // A server says so, between the reading and the writing.
    server.announce(CastQuery(), ["1": "Lucas", "2": "Han"], next: "K2")
    _ = try await server.client.fetch(CastQuery(), cachePolicy: .fetchIgnoringCacheData)
    inside.open()
    try await update.value
    let person = try await store.withinReadTransaction { transaction in
      try transaction.readObject(ofType: Person.self, withKey: "Person:1")
    }
    #expect(person == Person(id: "one", name: "Lucas"))

    // Nothing changed: nothing is written, also where it could not be.
    try await store.withinReadWriteTransaction { transaction in
      try transaction.updateObject(ofType: Person.self, withKey: "Person:2") { _ in }
    }
  }

  @Test("In a list of several types each object keeps its type, and a new object gets none")
  func typesOfMixedLists() async throws {
    let server = CastServer()
    let ship: JSONValue = ["__typename": "Ship", "id": "1", "name": "Falcon"]
    let person: JSONValue = ["__typename": "Person", "id": "1", "name": "Luke"]
    server.transport.announce(FeedQuery().sentVariables, .json(["data": ["feed": [ship, person]]]))
    _ = try await server.client.fetch(FeedQuery())
    try await server.client.store.withinReadWriteTransaction { transaction in
      try transaction.update(FeedQuery()) { data in
        data.feed[0].name = "Millennium Falcon"
        data.feed[1].name = "Lucas"
      }
      #expect(try transaction.readObject(ofType: Person.self, withKey: "Ship:1").name == "Millennium Falcon")
      #expect(try transaction.readObject(ofType: Person.self, withKey: "Person:1").name == "Lucas")
    }
    // Its type is unknown; it must not become a ship.
    _ = try? await server.client.store.withinReadWriteTransaction { transaction in
      try transaction.update(FeedQuery()) { $0.feed.append(Person(id: "2", name: "Han")) }
    }
    for key in ["Ship:2", "Person:2"] {
      await #expect(throws: ClientError.self, "\(key)") {
        try await server.client.store.withinReadTransaction { transaction in
          _ = try transaction.readObject(ofType: Person.self, withKey: key)
        }
      }
    }
  }

  @Test("A server's scalars that are objects come back as they came, also inside lists of objects without a key")
  func scalars() async throws {
    struct ShipQuery: GraphQLQuery {
      static let document = "query Ship { ship { id size decks { plan } } }"
      struct Data: Decodable, Hashable, Sendable {}
    }
    struct Ship: Decodable, Hashable {
      struct Deck: Decodable, Hashable { var plan: [String: Int] }
      var size: [String: Int]
      var decks: [Deck]
    }
    let server = CastServer()
    server.transport.announce(
      ShipQuery().sentVariables,
      .json([
        "data": [
          "ship": [
            "__typename": "Ship", "id": "1", "size": ["length": 35],
            "decks": [["__typename": "Deck", "plan": ["doors": 2]], ["__typename": "Deck", "plan": ["doors": 3]]],
          ]
        ]
      ]))
    _ = try await server.client.fetch(ShipQuery())
    let ship = try await server.client.store.withinReadTransaction { transaction in
      try transaction.readObject(ofType: Ship.self, withKey: "Ship:1")
    }
    #expect(ship == Ship(size: ["length": 35], decks: [.init(plan: ["doors": 2]), .init(plan: ["doors": 3])]))
  }

  @Test("An object with its own type keeps it, whatever stood in its place before")
  func ownType() async throws {
    struct TypedQuery: GraphQLQuery {
      static let document = "query Feed { feed { __typename id name } }"
      struct Data: Codable, Hashable, Sendable {
        struct Item: Codable, Hashable, Sendable {
          var type: String
          var id: String
          var name: String

          private enum CodingKeys: String, CodingKey {
            case type = "__typename"
            case id
            case name
          }
        }
        var feed: [Item]
      }
    }
    let server = CastServer()
    server.transport.announce(
      TypedQuery().sentVariables, .json(["data": ["feed": [["__typename": "Ship", "id": "1", "name": "Falcon"]]]]))
    _ = try await server.client.fetch(TypedQuery())
    try await server.client.store.withinReadWriteTransaction { transaction in
      try transaction.update(TypedQuery()) { data in
        data.feed = [.init(type: "Person", id: "1", name: "Luke")]
      }
      #expect(try transaction.readObject(ofType: Person.self, withKey: "Person:1").name == "Luke")
      #expect(try transaction.readObject(ofType: Person.self, withKey: "Ship:1").name == "Falcon")
    }
  }

  @Test("A write that the file does not take is told to the one who wrote; what it wrote is shown all the same")
  func refusingFile() async throws {
    let path = FileManager.default.temporaryDirectory.appendingPathComponent("store-\(UUID().uuidString).sqlite").path
    defer { for ending in ["", "-wal", "-shm"] { try? FileManager.default.removeItem(atPath: path + ending) } }
    func client() throws -> GraphQLClient {
      try GraphQLClient(
        ClientConfiguration(endpoint: "http://localhost/", cache: CacheOptions(store: .sqlite(path: path))))
    }
    try await client().store.withinReadWriteTransaction { try $0.write(["name": "Han"], to: "Person:2") }
    let store = try client().store
    let (sqlite, input, output) = (Process(), Pipe(), Pipe())
    sqlite.executableURL = URL(fileURLWithPath: "/usr/bin/env")
    sqlite.arguments = ["sqlite3", path]
    (sqlite.standardInput, sqlite.standardOutput) = (input, output)
    try sqlite.run()
    input.fileHandleForWriting.write(Data("BEGIN IMMEDIATE; SELECT 'locked';\n".utf8))
    // Nothing is said before the lock is there.
    _ = output.fileHandleForReading.availableData
    defer {
      try? input.fileHandleForWriting.close()
      sqlite.waitUntilExit()
    }

    let error = await #expect(throws: ClientError.self) {
      try await store.withinReadWriteTransaction { try $0.write(["name": "Luke"], to: "Person:1") }
    }
    #expect(error?.description.contains("another process has locked") == true)
    let shown = try await store.withinReadTransaction { transaction in
      try transaction.readObject(ofType: [String: String].self, withKey: "Person:1")
    }
    #expect(shown == ["name": "Luke"])
  }

  @Test("A transaction reads what it wrote and removed; no other caller does before its end")
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

  @Test("A function that throws changes nothing, and tells no watcher")
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

  @Test("Only an object with valid field names can be written under a key")
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

  @Test("A transaction keeps its writes while thousands of other objects come and go")
  func crowd() async throws {
    let server = try await warm()
    let names = try await server.client.store.withinReadWriteTransaction { transaction in
      for number in 0..<9000 {
        try transaction.write(["name": "\(number)"], to: "Ship:\(number)")
        try transaction.removeObject(for: "Ship:\(number)")
      }
      try transaction.write(["name": "Lucas"], to: "Person:1")
      return try transaction.read(CastQuery()).names
    }
    #expect(names == ["Lucas", "Han"])
    #expect(try await server.client.fetch(CastQuery()).data?.names == ["Lucas", "Han"])
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
    let counter = try await store.withinReadTransaction { transaction in
      try transaction.readObject(ofType: Counter.self, withKey: "Counter:1")
    }
    #expect(counter.count == 200)
  }
}
