import SwiftPager
import TestSupport
import Testing

/// Rows M19 to M29: a call that is reset, cancelled, or superseded by another one.
@Suite("M: superseding", .timeLimit(.minutes(1)))
struct SupersedingTests {
  private let server = HeroServer.numbered(pages: 5)
  private let pager: HeroesPager

  init() {
    pager = .forward(server)
  }

  /// Fetches the first page, then begins to load the second; its answer waits.
  private func beginSecondPage() async throws -> Task<PaginationError?, Never> {
    await pager.fetch()
    server.transport.hold()
    return try await pager.begin(.loadNext, at: server)
  }

  @Test("M19, better: reset ends a load with `cancellation`")
  func resetEndsLoad() async throws {
    let load = try await beginSecondPage()
    let subscriber = RecordingSubscriber(pager)
    await pager.reset()
    #expect(await load.value == .cancellation)
    #expect(subscriber.notation == ["[1+2]"])
    #expect(await !pager.canLoadNext)
  }

  @Test("M20, better: reset ends a fetch, too, which returns", arguments: [PagerCall.fetch, .refetch])
  func resetEndsFetch(call: PagerCall) async throws {
    let subscriber = RecordingSubscriber(pager)
    server.transport.hold()
    let fetch = try await pager.begin(call, at: server)
    await pager.reset()
    #expect(await fetch.value == nil)
    #expect(subscriber.history.isEmpty)
  }

  @Test("M20, better: reset ends loadAll with `cancellation`, and a new one works")
  func resetEndsWalk() async throws {
    let subscriber = RecordingSubscriber(pager)
    server.transport.hold()
    let walk = try await pager.begin(.loadAll, at: server)
    await pager.reset()
    #expect(await walk.value == .cancellation)
    server.announce(.numbered(1), .numbered(1, of: 5))
    server.transport.stopHolding()
    try await pager.loadAll()
    #expect(subscriber.notation == ["[1+2] 3+4 5+6 7+8 9+10"])
  }

  @Test("M21, better: reset aborts the request")
  func resetAborts() async throws {
    let load = try await beginSecondPage()
    await pager.reset()
    #expect(await load.value == .cancellation)
    // Another thread may be about to abort it.
    try await eventually("the request is aborted") { !server.transport.cancelled.isEmpty }
    #expect(server.transport.cancelled == [HeroesQuery].numbered([2]).sentVariables)
  }

  @Test("M22, better: cancelling the task that awaits a load aborts the request; the pages held stay")
  func cancelledLoad() async throws {
    let load = try await beginSecondPage()
    let subscriber = RecordingSubscriber(pager)
    load.cancel()
    #expect(await load.value == .cancellation)
    // Another thread may be about to abort it.
    try await eventually("the request is aborted") { !server.transport.cancelled.isEmpty }
    #expect(server.transport.cancelled == [HeroesQuery].numbered([2]).sentVariables)
    server.announce(.numbered(2), .numbered(2, of: 5))
    server.transport.stopHolding()
    try await pager.loadNext()
    #expect(subscriber.notation == ["[1+2]", "[1+2] 3+4"])
  }

  @Test("M22, better: a call in a task that is cancelled already asks for nothing", arguments: PagerCall.allCases)
  func cancelledBefore(call: PagerCall) async {
    await pager.fetch()
    let gate = Notebook<PaginationError?>()
    let task = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      gate.note(await pager.outcome(of: call))
    }
    await task.value
    #expect(gate.history == [[.fetch, .refetch].contains(call) ? nil : .cancellation])
    #expect(server.transport.requests.count == 1)
  }

  @Test("M23, better: cancelling the task that awaits loadAll ends it; subscribers get what was loaded")
  func cancelledWalk() async throws {
    let subscriber = RecordingSubscriber(pager)
    server.transport.hold()
    let walk = try await pager.begin(.loadAll, at: server)
    for page in 2...3 {
      server.transport.release()
      try await eventually("page \(page) is asked for") { server.transport.requests.count == page }
    }
    walk.cancel()
    #expect(await walk.value == .cancellation)
    // Another thread may be about to abort it, and an answer would come first.
    try await eventually("the request is aborted") { !server.transport.cancelled.isEmpty }
    server.transport.stopHolding()
    #expect(server.transport.requests == [HeroesQuery].numbered(1...3).sentVariables)
    #expect(server.transport.cancelled == [HeroesQuery].numbered([3]).sentVariables)
    #expect(subscriber.notation == ["[1+2] 3+4"])
    server.announce(.numbered(3), .numbered(3, of: 5))
    try await pager.loadAll(fetchFromInitialPage: false)
    #expect(subscriber.notation == ["[1+2] 3+4", "[1+2] 3+4 5+6 7+8 9+10"])
  }

  @Test("M24: a subscriber that leaves while a page is under way gets nothing more; the call returns as usual")
  func subscriberLeaves() async throws {
    let load = try await beginSecondPage()
    let subscriber = RecordingSubscriber(pager)
    subscriber.cancel()
    server.transport.stopHolding()
    #expect(await load.value == nil)
    #expect(subscriber.notation == ["[1+2]"])
    #expect(RecordingSubscriber(pager).notation == ["[1+2] 3+4"])
  }

  @Test("M25, better: refetch takes the place of a load, which ends with `cancellation`")
  func refetchSupersedesLoad() async throws {
    let load = try await beginSecondPage()
    let subscriber = RecordingSubscriber(pager)
    server.announce(.numbered(1), HeroPage(names: ["one", "two"], next: "c1"))
    server.announce(.numbered(2), .numbered(2, of: 5))
    let refetch = try await pager.begin(.refetch, at: server)
    #expect(await load.value == .cancellation)
    // Another thread may be about to abort it, and an answer would come first.
    try await eventually("the request is aborted") { !server.transport.cancelled.isEmpty }
    server.transport.stopHolding()
    #expect(await refetch.value == nil)
    try await pager.loadNext()
    #expect(subscriber.notation == ["[1+2]", "[one+two]", "[one+two] 3+4"])
    #expect(server.transport.cancelled == [HeroesQuery].numbered([2]).sentVariables)
  }

  @Test("M26, better: loadAll takes the place of a load, which ends with `cancellation`")
  func walkSupersedesLoad() async throws {
    let load = try await beginSecondPage()
    let subscriber = RecordingSubscriber(pager)
    server.announce(.numbered(1), .numbered(1, of: 5))
    server.announce(.numbered(2), .numbered(2, of: 5))
    let walk = try await pager.begin(.loadAll, at: server)
    #expect(await load.value == .cancellation)
    server.transport.stopHolding()
    #expect(await walk.value == nil)
    #expect(subscriber.notation == ["[1+2]", "[1+2] 3+4 5+6 7+8 9+10"])
  }

  @Test("M27: loads are refused while loadAll is under way, which is not disturbed")
  func loadDuringWalk() async throws {
    let subscriber = RecordingSubscriber(pager)
    server.transport.hold()
    let walk = try await pager.begin(.loadAll, at: server)
    #expect(await pager.outcome(of: .loadNext) == .loadInProgress)
    #expect(await pager.outcome(of: .loadPrevious) == .loadInProgress)
    server.transport.stopHolding()
    #expect(await walk.value == nil)
    #expect(server.transport.requests.count == 5)
    #expect(subscriber.notation == ["[1+2] 3+4 5+6 7+8 9+10"])
  }

  @Test("M28, better: a second loadAll starts over; the first ends with `cancellation`")
  func secondWalk() async throws {
    let subscriber = RecordingSubscriber(pager)
    server.announce(.numbered(1), .numbered(1, of: 5))
    server.transport.hold()
    let first = try await pager.begin(.loadAll, at: server)
    let second = try await pager.begin(.loadAll, at: server)
    #expect(await first.value == .cancellation)
    // Another thread may be about to abort it, and an answer would come first.
    try await eventually("the request is aborted") { !server.transport.cancelled.isEmpty }
    server.transport.stopHolding()
    #expect(await second.value == nil)
    #expect(subscriber.notation == ["[1+2] 3+4 5+6 7+8 9+10"])
    #expect(server.transport.cancelled == [HeroesQuery].numbered([1]).sentVariables)
  }

  @Test("M29, better: of two fetches the second wins; the first returns when it is superseded")
  func secondFetch() async throws {
    let subscriber = RecordingSubscriber(pager)
    server.announce(.numbered(1), HeroPage(names: ["one", "two"]))
    server.transport.hold()
    let first = try await pager.begin(.fetch, at: server)
    let second = try await pager.begin(.fetch, at: server)
    #expect(await first.value == nil)
    // Another thread may be about to abort it, and an answer would come first.
    try await eventually("the request is aborted") { !server.transport.cancelled.isEmpty }
    server.transport.stopHolding()
    #expect(await second.value == nil)
    #expect(subscriber.notation == ["[one+two]"])
    #expect(server.transport.requests.count == 2)
    #expect(server.transport.cancelled.count == 1)
  }

  @Test("M19 to M29: with completions, superseded calls end once each, with `cancellation`")
  func completions() async throws {
    let pager = HeroesCallbackPager.forward(server)
    server.transport.hold()
    let ends = Notebook<PaginationError?>()
    for call in [PagerCall.fetch, .refetch, .loadAll, .fetch] { pager.begin(call, ends) }
    pager.reset()
    try await eventually("all calls end") { ends.history.count == 4 }
    #expect(ends.history == [PaginationError?](repeating: .cancellation, count: 4))
    // The thread of another call may still be about to abort its request.
    try await eventually("no request is left") { server.transport.inFlight == 0 }
  }
}
