import SwiftPager
import TestSupport
import Testing

/// Rows I1, I2 and M38 to M41: pages that change while they are shown.
@Suite("I, M: changes from the cache", .timeLimit(.minutes(1)))
struct CacheChangeTests {
  @Test("I1, I2: an object that both pages show changes in both, without a request")
  func sharedObject() async throws {
    let server = HeroServer.forward()
    let pager = HeroesPager.forward(server)
    await pager.fetch()
    try await pager.loadNext()
    let subscriber = RecordingSubscriber(pager)
    try await server.client.store.withinReadWriteTransaction { try $0.write(["name": "Artoo"], to: "Droid:2001") }
    try await eventually("both pages change") { subscriber.history.count >= 3 }
    let output = try #require(subscriber.lastOutput)
    #expect(output.allData.map(\.hero.name) == ["Artoo", "Artoo"])
    #expect(output.nextPages.count == 1)
    #expect(output.allPages.map(\.source) == [.cache, .cache])
    #expect(output.initialPage?.data?.names == ["Luke", "Han"])
    #expect(server.transport.requests.count == 2)
  }

  @Test("M38: a page that repeats an object of an earlier page with another name changes that page, too")
  func repeated() async throws {
    let server = CastServer()
    server.announce(CastQuery(), ["1": "Luke", "2": "Han"], next: "K2")
    server.announce(.after("K2"), ["3": "Leia", "1": "Lucas"])
    let pager = server.pager()
    await pager.fetch()
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadNext()
    #expect(
      try await subscriber.expect([
        "server: Luke+Han", "server: Luke+Han, server: Leia+Lucas", "cache: Lucas+Han, server: Leia+Lucas",
      ]))
    try await server.rename("2", "Ben")
    try await eventually("the next change comes") { subscriber.history.count >= 4 }
    #expect(subscriber.notation.dropFirst(3) == ["cache: Lucas+Ben, server: Leia+Lucas"])
  }

  @Test("M39: after loadAll, too")
  func repeatedInLoadAll() async throws {
    let server = CastServer()
    server.announce(CastQuery(), ["1": "Luke", "2": "Han"], next: "K2")
    server.announce(.after("K2"), ["3": "Leia", "1": "Lucas"])
    let pager = server.pager()
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    try await eventually("the changed page comes") { subscriber.notation.last?.contains("Lucas+Han") ?? false }
    #expect(subscriber.history.count <= 2)
  }

  @Test("M40: what the next page says of the list as a whole leaves the first page alone")
  func otherCount() async throws {
    let server = CastServer()
    server.announce(CastQuery(), ["1": "Luke"], next: "K2", totalCount: 3)
    server.announce(.after("K2"), ["3": "Leia"], totalCount: 4)
    let pager = server.pager()
    await pager.fetch()
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadNext()
    try await server.rename("3", "Leia Organa")
    #expect(
      try await subscriber.expect([
        "server: Luke", "server: Luke, server: Leia", "server: Luke, cache: Leia Organa",
      ]))
    #expect(subscriber.lastCounts == [3, 4])
  }

  @Test("M41: clearing the cache tells subscribers nothing, and asks for nothing")
  func cleared() async throws {
    let server = CastServer.withTwoPages()
    let pager = server.pager()
    try await pager.loadAll()
    let subscriber = RecordingSubscriber(pager)
    try await server.client.store.clearCache()
    // A page that shows it takes a while to be told of it; one that is read is told at once.
    #expect(await pager.outcome(of: .loadNext) == .pageHasNoMoreContent)
    server.announce(CastQuery(), ["1": "Luke", "2": "Ben"], next: "K2")
    _ = try await server.client.fetch(CastQuery())
    try await eventually("what a server brings shows again") { subscriber.history.count >= 2 }
    #expect(subscriber.notation == ["server: Luke+Han, server: Leia", "cache: Luke+Ben, server: Leia"])
  }

  @Test("Another query, a mutation and a write change the page that shows the object")
  func origins() async throws {
    let server = CastServer.withTwoPages()
    let pager = server.pager()
    try await pager.loadAll()
    let subscriber = RecordingSubscriber(pager)
    server.announce(PersonQuery(id: "2"), "Ben")
    _ = try await server.client.fetch(PersonQuery(id: "2"))
    try await eventually("the query's answer shows") { subscriber.history.count == 2 }
    server.announce(RenamePerson(id: "3", name: "Organa"))
    _ = try await server.client.perform(RenamePerson(id: "3", name: "Organa"))
    try await eventually("the mutation's answer shows") { subscriber.history.count == 3 }
    try await server.rename("1", "Lucas")
    #expect(
      try await subscriber.expect([
        "server: Luke+Han, server: Leia", "cache: Luke+Ben, server: Leia", "cache: Luke+Ben, cache: Organa",
        "cache: Lucas+Ben, cache: Organa",
      ]))
  }

  @Test("A write that no page shows, or that changes nothing, is not told")
  func unseen() async throws {
    let server = CastServer.withTwoPages()
    let pager = server.pager()
    try await pager.loadAll()
    let subscriber = RecordingSubscriber(pager)
    try await server.rename("77", "Absent")
    try await server.rename("1", "Luke")
    try await server.client.store.withinReadWriteTransaction { try $0.write(["height": 172], to: "Person:1") }
    try await server.rename("3", "Organa")
    #expect(try await subscriber.expect(["server: Luke+Han, server: Leia", "server: Luke+Han, cache: Organa"]))
  }

  @Test("Many writes in one transaction are one update of a page")
  func oneUpdate() async throws {
    let server = CastServer.withTwoPages()
    let pager = server.pager()
    try await pager.loadAll()
    let subscriber = RecordingSubscriber(pager)
    try await server.client.store.withinReadWriteTransaction { transaction in
      for number in 0..<100 {
        try transaction.write(["name": "Luke \(number)"], to: "Person:1")
        try transaction.write(["name": "Han \(number)"], to: "Person:2")
      }
    }
    try await server.rename("3", "Organa")
    #expect(
      try await subscriber.expect([
        "server: Luke+Han, server: Leia", "cache: Luke 99+Han 99, server: Leia", "cache: Luke 99+Han 99, cache: Organa",
      ]))
  }

  @Test("A change during loadAll is in its output")
  func duringLoadAll() async throws {
    let server = CastServer.withTwoPages()
    server.transport.hold()
    let pager = server.pager()
    let subscriber = RecordingSubscriber(pager)
    let call = Task { try await pager.loadAll() }
    try await eventually("the first page is asked for") { server.requestCount == 1 }
    server.transport.release()
    try await eventually("the second page is asked for") { server.requestCount == 2 }
    try await server.rename("1", "Lucas")
    let watched = server.client.watch(CastQuery(), cachePolicy: .returnCacheDataDontFetch)
    var iterator = watched.makeAsyncIterator()
    #expect(try await iterator.next()?.get().data?.names == ["Lucas", "Han"])
    server.transport.release()
    try await call.value
    try await eventually("the change shows") { subscriber.notation.last == "cache: Lucas+Han, server: Leia" }
  }

  @Test("Two pagers of one client share their objects")
  func twoPagers() async throws {
    let server = CastServer.withTwoPages()
    let first = server.pager()
    try await first.loadAll()
    let second = server.pager()
    let subscriber = RecordingSubscriber(first)
    server.announce(CastQuery(), ["1": "Lucas", "2": "Han"], next: "K2")
    await second.refetch()
    #expect(try await subscriber.expect(["server: Luke+Han, server: Leia", "cache: Lucas+Han, server: Leia"]))
    let other = RecordingSubscriber(second)
    try await server.rename("2", "Ben")
    #expect(try await other.expect(["server: Lucas+Han", "cache: Lucas+Ben"]))
    try await eventually("the first pager is told, too") { subscriber.history.count == 3 }
  }

  @Test("A page that cannot be read whole any more stays as it is, until it can")
  func torn() async throws {
    let server = CastServer.withTwoPages()
    let pager = server.pager()
    try await pager.loadAll()
    let subscriber = RecordingSubscriber(pager)
    try await server.client.store.withinReadWriteTransaction { transaction in
      try transaction.removeObject(for: "Person:2")
      try transaction.write(["name": "Lucas"], to: "Person:1")
    }
    try await server.rename("3", "Organa")
    #expect(try await subscriber.expect(["server: Luke+Han, server: Leia", "server: Luke+Han, cache: Organa"]))
    #expect(server.requestCount == 2)
    server.announce(PersonQuery(id: "2"), "Han")
    _ = try await server.client.fetch(PersonQuery(id: "2"))
    try await eventually("the page is whole again") { subscriber.history.count == 3 }
    #expect(subscriber.notation.last == "cache: Lucas+Han, cache: Organa")
  }

  @Test("After a reset nothing is watched; a new page is")
  func reset() async throws {
    let server = CastServer.withTwoPages()
    let pager = server.pager()
    try await pager.loadAll()
    let subscriber = RecordingSubscriber(pager)
    await pager.reset()
    try await server.rename("1", "Lucas")
    await pager.fetch(cachePolicy: .returnCacheDataDontFetch)
    try await server.rename("2", "Ben")
    #expect(try await subscriber.expect(["server: Luke+Han, server: Leia", "cache: Lucas+Han", "cache: Lucas+Ben"]))
  }

  @Test("A pager that is dropped is not kept by the cache")
  func dropped() async throws {
    let server = CastServer.withTwoPages()
    var pager: CastPager? = server.pager()
    try await pager?.loadAll()
    weak let coordinator = pager?._coordinator
    pager = nil
    try await eventually("the pager goes away") { coordinator == nil }
    try await server.rename("1", "Lucas")
    #expect(try await server.client.fetch(CastQuery()).data?.names == ["Lucas", "Han"])
  }

  @Test("Typed pages do not see __typename, although the document asks for it")
  func typename() async throws {
    let server = CastServer.withTwoPages()
    await server.pager().fetch()
    #expect(server.transport.bodies.allSatisfy { $0.contains("__typename") })
    #expect(!CastQuery.document.contains("__typename"))
  }
}

extension RecordingSubscriber<Result<CastOutput, any Error>> {
  fileprivate var lastCounts: [Int]? { try? history.last?.get().allData.map(\.cast.totalCount) }
}
