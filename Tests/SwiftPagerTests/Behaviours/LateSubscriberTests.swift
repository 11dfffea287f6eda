import SwiftPager
import TestSupport
import Testing

/// Rows M30, M31, M33 and M42 to M44: what late, absent and patient subscribers see.
@Suite("M: subscribers", .timeLimit(.minutes(1)))
struct LateSubscriberTests {
  @Test("M30: a late subscriber gets the current output once")
  func oneReplay() async {
    let pager = HeroesPager.forward(.forward())
    await pager.fetch()
    #expect(RecordingSubscriber(pager).notation == ["[Luke+Han]"])
  }

  @Test("M31, better: reset tells subscribers nothing, and a new one gets nothing from before")
  func nothingStale() async {
    let server = HeroServer.numbered(pages: 2)
    let pager = HeroesPager.forward(server)
    let early = RecordingSubscriber(pager)
    await pager.fetch()
    await pager.reset()
    // Refused on the pager's queue, so what the reset put there before is done.
    #expect(await pager.outcome(of: .loadNext) == .missingInitialPage)
    let late = RecordingSubscriber(pager)
    #expect(early.notation == ["[1+2]"])
    #expect(late.history.isEmpty)
    #expect(await !pager.canLoadNext)
  }

  @Test("M33: refetch brings the first page alone; later pages are forgotten")
  func refetch() async throws {
    let server = HeroServer.numbered(pages: 3)
    server.announce(.numbered(1), .numbered(1, of: 3))
    let pager = HeroesPager.forward(server)
    await pager.fetch()
    try await pager.loadNext()
    let subscriber = RecordingSubscriber(pager)
    await pager.refetch()
    #expect(subscriber.notation == ["[1+2] 3+4", "[1+2]"])
  }

  @Test("M42: 150 pages are 150 outputs, each one page longer than the one before")
  func manyPages() async throws {
    let pager = HeroesPager.forward(.numbered(pages: 150))
    let counts = RecordingSubscriber(pager.compactMap { try? $0.get().allPages.count })
    await pager.fetch()
    while await pager.canLoadNext { try await pager.loadNext() }
    #expect(counts.history == Array(1...150))
  }

  @Test("M43: loading does not depend on subscribers")
  func noSubscribers() async throws {
    let server = HeroServer.forward()
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    subscriber.cancel()
    try await pager.loadNext()
    #expect(server.transport.requests.count == 2)
    #expect(await !pager.canLoadNext)
    #expect(subscriber.notation == ["[Luke+Han]"])
  }

  @Test("M44: a fetch right after the pager is made reaches its subscriber")
  func fetchAtOnce() async {
    for _ in 0..<100 {
      let pager = HeroesPager.forward(.forward())
      let subscriber = RecordingSubscriber(pager)
      await pager.fetch()
      #expect(subscriber.notation == ["[Luke+Han]"])
    }
  }

  @Test("subscribers survive a reset, and get what comes after it")
  func subscribersSurviveReset() async {
    let server = HeroServer.forward()
    server.announce(.forward(), HeroPage(names: ["Chewie"]))
    let pager = HeroesPager.forward(server)
    let subscriber = RecordingSubscriber(pager)
    await pager.fetch()
    await pager.reset()
    await pager.refetch()
    #expect(subscriber.notation == ["[Luke+Han]", "[Chewie]"])
  }
}
