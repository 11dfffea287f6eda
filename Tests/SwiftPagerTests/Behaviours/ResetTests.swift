import SwiftPager
import TestSupport
import Testing

/// Rows G: reset, cancellation, and what is under way meanwhile.
@Suite("G: reset", .timeLimit(.minutes(1)))
struct ResetTests {
  private let server = HeroServer.forward()

  /// A pager that takes completions, with its first page; requests wait from then on.
  private func fetchedCallbackPager() async throws -> HeroesCallbackPager {
    let pager = HeroesCallbackPager.forward(server)
    #expect(try await pager.outcome(of: .fetch) == nil)
    server.transport.hold()
    return pager
  }

  private func waitForRequest(_ count: Int) async throws {
    try await eventually("request \(count) is sent") { server.transport.requests.count == count }
  }

  @Test("G1: reset during loadAll: subscribers get nothing, not even later")
  func resetDuringLoadAll() async throws {
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    server.transport.hold()
    let walk = try await pager.begin(.loadAll, at: server)
    await pager.reset()
    server.transport.stopHolding()
    #expect(await walk.value == .cancellation)
    #expect(subscriber.history.isEmpty)
  }

  @Test("G2, better: reset aborts the request that is under way")
  func resetAborts() async throws {
    let pager = HeroesPager.forward(server)
    server.transport.hold()
    let walk = try await pager.begin(.loadAll, at: server)
    await pager.reset()
    #expect(await walk.value == .cancellation)
    // Another thread may be about to abort it.
    try await eventually("the request is aborted") { !server.transport.cancelled.isEmpty }
    #expect(server.transport.cancelled == [HeroesQuery.forward()].sentVariables)
    #expect(server.transport.inFlight == 0)
  }

  @Test("G3: after a reset nothing is under way, and nothing comes")
  func nothingUnderWay() async throws {
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    server.transport.hold()
    let walk = try await pager.begin(.loadAll, at: server)
    await pager.reset()
    #expect(await walk.value == .cancellation)
    server.transport.stopHolding()
    #expect(await !pager.isLoadingAll)
    #expect(await pager.outcome(of: .loadNext) == .missingInitialPage)
    #expect(subscriber.history.isEmpty)
  }

  @Test("G4: after a reset a load is no longer under way at once, before any answer")
  func loadNotUnderWay() async throws {
    let pager = HeroesPager.forward(server)
    await pager.fetch()
    server.transport.hold()
    let load = try await pager.begin(.loadNext, at: server)
    await pager.reset()
    // Not `loadInProgress`.
    #expect(await pager.outcome(of: .loadNext) == .missingInitialPage)
    #expect(await load.value == .cancellation)
  }

  @Test("G5: reset calls the completion of a load, once")
  func resetCompletes() async throws {
    let pager = try await fetchedCallbackPager()
    let ends = Notebook<PaginationError?>()
    pager.begin(.loadNext, ends)
    try await waitForRequest(2)
    pager.reset()
    // Another thread may be about to abort it, and an answer would come first.
    try await eventually("the request is aborted") { !server.transport.cancelled.isEmpty }
    server.transport.stopHolding()
    try await eventually("the load ends") { !ends.history.isEmpty }
    #expect(try await pager.outcome(of: .loadNext) == .missingInitialPage)
    #expect(ends.history == [.cancellation])
    #expect(server.transport.cancelled == [HeroesQuery.forward(after: "K2")].sentVariables)
  }

  @Test("G6: reset calls the completions of all loads: the second was refused, the first is cancelled")
  func resetCompletesAll() async throws {
    let pager = try await fetchedCallbackPager()
    let first = Notebook<PaginationError?>()
    let second = Notebook<PaginationError?>()
    pager.begin(.loadNext, first)
    pager.begin(.loadNext, second)
    pager.reset()
    try await eventually("both loads end") { first.history.count == 1 && second.history.count == 1 }
    #expect(first.history == [.cancellation])
    #expect(second.history == [.loadInProgress])
  }

  @Test("G7: the page that was under way at a reset never shows up")
  func lostPage() async throws {
    let pager = try await fetchedCallbackPager()
    let subscriber = RecordingSubscriber(pager)
    let ends = Notebook<PaginationError?>()
    pager.begin(.loadNext, ends)
    pager.begin(.loadNext, ends)
    pager.reset()
    server.transport.stopHolding()
    try await eventually("both loads end") { ends.history.count == 2 }
    #expect(subscriber.notation == ["[Luke+Han]"])
  }

  @Test("G8: dropping the pager calls the completion of its load once, with cancellation")
  func dropCompletes() async throws {
    var pager: HeroesCallbackPager? = try await fetchedCallbackPager()
    let ends = Notebook<PaginationError?>()
    pager?.begin(.loadNext, ends)
    try await waitForRequest(2)
    pager = nil
    try await eventually("the load ends") { !ends.history.isEmpty }
    server.transport.stopHolding()
    #expect(ends.history == [.cancellation])
  }

  @Test("G9: dropping the pager aborts its request and ends its subscriptions")
  func dropAborts() async throws {
    var pager: HeroesCallbackPager? = try await fetchedCallbackPager()
    let subscriber = RecordingSubscriber(try #require(pager))
    let ends = Notebook<PaginationError?>()
    pager?.begin(.loadNext, ends)
    try await waitForRequest(2)
    pager = nil
    try await eventually("the load ends") { !ends.history.isEmpty }
    try await eventually("the subscription ends") { subscriber.isFinished }
    #expect(subscriber.notation == ["[Luke+Han]"])
    // Another thread may be about to abort it.
    try await eventually("the request is aborted") { !server.transport.cancelled.isEmpty }
    #expect(server.transport.cancelled == [HeroesQuery.forward(after: "K2")].sentVariables)
  }

  @Test("G10: cancel, the older name of reset, calls the completion once and keeps subscribers")
  func cancel() async throws {
    let pager = try await fetchedCallbackPager()
    let subscriber = RecordingSubscriber(pager)
    let ends = Notebook<PaginationError?>()
    pager.begin(.loadNext, ends)
    try await waitForRequest(2)
    pager.cancel()
    try await eventually("the load ends") { !ends.history.isEmpty }
    #expect(ends.history == [.cancellation])
    server.transport.stopHolding()
    server.announce(.forward(), HeroPage(names: ["Chewie"]))
    #expect(try await pager.outcome(of: .refetch) == nil)
    #expect(subscriber.notation == ["[Luke+Han]", "[Chewie]"])
  }
}
