import PagerClient
import SwiftPager
import TestSupport
import Testing

/// Rows M32 to M37: what the cache and the server answer, by the policy of a call.
@Suite("M: cache policies", .timeLimit(.minutes(1)))
struct CachePolicyTests {
  /// A server whose client has seen both pages, and what it is asked from then on.
  private func warm() async throws -> (server: CastServer, before: Int) {
    let server = CastServer.withTwoPages()
    try await server.pager().loadAll()
    return (server, server.requestCount)
  }

  @Test("M32: a second fetch brings the cache's copy, then asks the server again")
  func secondFetch() async throws {
    let server = CastServer()
    server.announce(CastQuery(), ["1": "Luke"])
    server.announce(CastQuery(), ["2": "Leia"])
    let pager = server.pager()
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    await pager.fetch()
    #expect(subscriber.notation == ["server: Luke", "cache: Luke", "server: Leia"])
    #expect(server.requestCount == 2)
  }

  @Test("M33: a refetch asks the server, and brings the first page alone")
  func refetch() async throws {
    let (server, before) = try await warm()
    server.announceTwoPages()
    let pager = server.pager()
    try await pager.loadAll(cachePolicy: .returnCacheDataDontFetch)
    let subscriber = RecordingSubscriber(pager)
    await pager.refetch()
    #expect(subscriber.notation == ["cache: Luke+Han, cache: Leia", "server: Luke+Han"])
    #expect(server.requestCount == before + 1)
  }

  @Test("M34: with the default policies each call brings the cache's copy first, and returns after the server's")
  func defaults() async throws {
    let (server, before) = try await warm()
    server.announceTwoPages()
    let pager = server.pager()
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    #expect(subscriber.notation == ["cache: Luke+Han", "server: Luke+Han"])
    try await pager.loadNext()
    #expect(
      subscriber.notation.dropFirst(2) == ["server: Luke+Han, cache: Leia", "server: Luke+Han, server: Leia"])
    #expect(server.requestCount == before + 2)
  }

  @Test("M35: from the cache each call brings one output, and asks nothing")
  func cacheFirst() async throws {
    let (server, before) = try await warm()
    let pager = server.pager()
    let subscriber = RecordingSubscriber(pager)
    await pager.refetch(cachePolicy: .returnCacheDataElseFetch)
    try await pager.loadNext(cachePolicy: .returnCacheDataElseFetch)
    await pager.fetch(cachePolicy: .returnCacheDataDontFetch)
    try await pager.loadNext(cachePolicy: .returnCacheDataDontFetch)
    let pages = ["cache: Luke+Han", "cache: Luke+Han, cache: Leia"]
    #expect(subscriber.notation == pages + pages)
    #expect(server.requestCount == before)
  }

  @Test("M36: a page that is not in the cache is a failure for subscribers where the server is not to be asked")
  func pageMiss() async throws {
    let server = CastServer.withTwoPages()
    let pager = server.pager()
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    try await pager.loadNext(cachePolicy: .returnCacheDataDontFetch)
    #expect(subscriber.notation == ["server: Luke+Han", "failure: cache miss"])
    #expect(server.requestCount == 1)
    try await pager.loadNext(cachePolicy: .fetchIgnoringCacheData)
    #expect(subscriber.notation.last == "server: Luke+Han, server: Leia")
  }

  @Test("M37: so is the first page")
  func firstPageMiss() async throws {
    let server = CastServer.withTwoPages()
    let pager = server.pager()
    let subscriber = RecordingSubscriber(pager)
    await pager.refetch(cachePolicy: .returnCacheDataDontFetch)
    #expect(subscriber.notation == ["failure: cache miss"])
    #expect(server.requestCount == 0)
  }

  @Test("refetch and loadAll ask the server unless told otherwise; a page that ignored the cache is not in it")
  func otherDefaults() async throws {
    let (server, before) = try await warm()
    server.announceTwoPages()
    server.announceTwoPages()
    let pager = server.pager()
    let subscriber = RecordingSubscriber(pager)
    await pager.refetch()
    try await pager.loadAll()
    #expect(subscriber.notation == ["server: Luke+Han", "server: Luke+Han, server: Leia"])
    #expect(server.requestCount == before + 3)

    let blind = CastServer.withTwoPages()
    await blind.pager().fetch(cachePolicy: .fetchIgnoringCacheCompletely)
    await #expect(throws: ClientError.self) {
      try await blind.client.fetch(CastQuery(), cachePolicy: .returnCacheDataDontFetch)
    }
  }

  @Test("Offline: what was walked is walked again without a server", arguments: [false, true])
  func offline(inOneGo: Bool) async throws {
    let (server, before) = try await warm()
    let pager = server.pager()
    let subscriber = RecordingSubscriber(pager)
    if inOneGo {
      try await pager.loadAll(cachePolicy: .returnCacheDataDontFetch)
    } else {
      await pager.fetch(cachePolicy: .returnCacheDataDontFetch)
      while await pager.canLoadNext { try await pager.loadNext(cachePolicy: .returnCacheDataDontFetch) }
    }
    #expect(subscriber.notation.last == "cache: Luke+Han, cache: Leia")
    #expect(server.requestCount == before)
  }

  @Test("Without a cache every policy asks the server, and a policy that rules it out fails")
  func noCache() async throws {
    let server = CastServer.withTwoPages()
    let client = GraphQLClient(RequestChannel(server.transport))
    let response = try await client.fetch(CastQuery(), cachePolicy: .returnCacheDataElseFetch)
    #expect(response.source == .server)
    await #expect(throws: ClientError.self) {
      try await client.fetch(CastQuery(), cachePolicy: .returnCacheDataDontFetch)
    }
    await #expect(throws: ClientError.self) { try await client.store.clearCache() }
  }
}
