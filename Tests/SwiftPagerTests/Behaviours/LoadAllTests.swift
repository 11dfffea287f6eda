import SwiftPager
import TestSupport
import Testing

/// Rows E: loading all pages with one call.
@Suite("E: loadAll", .timeLimit(.minutes(1)))
struct LoadAllTests {
  @Test("E1: each page is asked for once, and one output comes after the last")
  func forward() async throws {
    let server = HeroServer.forward()
    let pager = HeroesPager.forward(server)
    let outputs = Notebook<String>()
    pager.subscribe { outputs.note($0.notation) }
    try await pager.loadAll()
    #expect(server.transport.requests == [HeroesQuery.forward(), .forward(after: "K2")].sentVariables)
    try await eventually("the output arrives") { !outputs.history.isEmpty }
    #expect(outputs.history == ["[Luke+Han] Leia"])
  }

  @Test("E2: the publisher, too, brings one output")
  func forwardPublisher() async throws {
    let pager = HeroesPager.forward(.forward())
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(subscriber.notation == ["[Luke+Han] Leia"])
  }

  @Test("E3: where only previous is open, it walks backward")
  func reverse() async throws {
    let server = HeroServer.reverse()
    let pager = HeroesPager.reverse(server)
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(
      server.transport.requests == [HeroesQuery.backward(before: "K3"), .backward(before: "K2")].sentVariables)
    #expect(subscriber.notation == ["Luke [Han+Leia]"])
  }

  @Test("E4: from the middle, next pages come first, then previous ones, in one output")
  func bidirectional() async throws {
    let server = HeroServer.bidirectional()
    let pager = HeroesPager.bidirectional(server)
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    let middle = HeroesQuery.forward(after: "K1", first: 1)
    let last = HeroesQuery.forward(after: "K2", first: 1)
    let previous = HeroesQuery.backward(before: "K1", last: 1)
    #expect(server.transport.requests == [middle, last, previous].sentVariables)
    #expect(subscriber.history.count == 1)
  }

  @Test("E5: that output has pages on both sides, and everyone in it once")
  func bidirectionalOutput() async throws {
    let pager = HeroesPager.bidirectional(.bidirectional())
    try await pager.loadAll()
    let output = try #require(RecordingSubscriber(pager).lastOutput)
    #expect(output.notation == "Luke [Leia] Han")
    #expect((output.previousPages.count, output.nextPages.count) == (1, 1))
  }

  @Test("E6: with completions it is the same")
  func completions() async throws {
    let server = HeroServer.bidirectional()
    let pager = HeroesCallbackPager.bidirectional(server)
    let subscriber = RecordingSubscriber(pager)
    #expect(try await pager.outcome(of: .loadAll) == nil)
    #expect(server.transport.requests.count == 3)
    #expect(subscriber.notation == ["Luke [Leia] Han"])
  }

  @Test("E7: a first page with errors and no data ends it: one output, a success that carries the errors")
  func firstPageWithoutData() async throws {
    let server = HeroServer()
    server.announce(.forward(), HeroPage.errorsOnly("no heroes today"))
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(subscriber.notation == ["[nothing!]"])
    #expect(subscriber.lastOutput?.allErrors.map(\.message) == ["no heroes today"])
    #expect(subscriber.lastOutput?.initialPage?.data == nil)
    #expect(server.transport.requests.count == 1)
  }

  @Test("E8: a second page with errors and no data ends it: what was loaded is kept, and the failing page is shown")
  func secondPageWithoutData() async throws {
    let server = HeroServer()
    server.announce(.forward(), HeroPage(names: ["Luke", "Han"], next: "K2"))
    server.announce(.forward(after: "K2"), HeroPage.errorsOnly("lost the rest"))
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    try await pager.loadAll()
    #expect(subscriber.notation == ["[Luke+Han] nothing!"])
    #expect(subscriber.lastOutput?.allErrors.map(\.message) == ["lost the rest"])
  }

  @Test("isLoadingAll is true from the first request of loadAll to its end")
  func isLoadingAll() async throws {
    let server = HeroServer.forward()
    let pager = HeroesPager.forward(server)
    server.transport.hold()
    #expect(await !pager.isLoadingAll)
    let walk = try await pager.begin(.loadAll, at: server)
    #expect(await pager.isLoadingAll)
    server.transport.stopHolding()
    #expect(await walk.value == nil)
    #expect(await !pager.isLoadingAll)
  }

  @Test("isLoadingAll stays false while another call loads", arguments: [PagerCall.fetch, .refetch, .loadNext])
  func isNotLoadingAll(call: PagerCall) async throws {
    let server = HeroServer.numbered(pages: 2)
    server.announce(.numbered(1), .numbered(1, of: 2))
    let pager = HeroesPager.forward(server)
    await pager.fetch()
    server.transport.hold()
    let load = try await pager.begin(call, at: server)
    #expect(await !pager.isLoadingAll)
    server.transport.stopHolding()
    #expect(await load.value == nil)
  }
}
