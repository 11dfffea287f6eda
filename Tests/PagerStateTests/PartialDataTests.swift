import PagerState
import Testing

@Suite("Errors beside data")
struct PartialDataTests {
  @Test("A walk that reports errors reaches the end, and returns them there")
  func report() {
    expectTimeline([
      (.loadAll(1, reportsErrors: true), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.partial("B", next: "K3", errors: 3), "send #3 K3; publish next B in [(A) B]"),
      (
        .partial("C", errors: 2),
        "publish next C in [(A) B C]; finish 1 partial data: 5 errors on 2 pages, first B on 2"
      ),
      (.counts, "3 held, 3 loaded, 6 items"),
      (.frontier(.next), "closed"),
    ])
  }

  @Test func aWalkThatDoesNotReportThemEndsWellAndCountsThem() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.partial("A"), "publish initial A in [(A)]; finish 1 success"),
      (.errors, "1 errors on 1 pages, first A on 1"),
    ])
  }

  @Test func singleLoadsEndWell() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.partial("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2), "send #2 K2"),
      (.partial("B"), "publish next B in [(A) B]; finish 2 success"),
      (.errors, "2 errors on 2 pages, first A on 1"),
    ])
  }

  @Test("Every walk that reaches the end reports the errors again, also without a request")
  func again() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.partial("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.loadAll(2, from: .heldPages, reportsErrors: true), "send #2 K2"),
      (.page("B"), "publish next B in [(A) B]; finish 2 partial data: 1 errors on 1 pages, first A on 1"),
      (.loadAll(3, from: .heldPages, reportsErrors: true), "finish 3 partial data: 1 errors on 1 pages, first A on 1"),
      (.loadAll(4, from: .heldPages), "finish 4 success"),
    ])
  }

  @Test func aNewFirstPageAndAResetClearThem() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.partial("A"), "publish initial A in [(A)]; finish 1 success"),
      (.loadAll(2, reportsErrors: true), "send #2 first"),
      (.errors, "1 errors on 1 pages, first A on 1"),
      (.page("B"), "publish initial B in [(B)]; finish 2 success"),
      (.errors, "none"),
      (.fetch(3), "send #3 first"),
      (.partial("C"), "publish initial C in [(C)]; finish 3 success"),
      (.reset, ""),
      (.errors, "none"),
    ])
  }

  @Test func aCapAndAFailureGoFirst() {
    expectTimeline([
      (.loadAll(1, maximumPages: 1, reportsErrors: true), "send #1 first"),
      (.partial("A", next: "K2"), "publish initial A in [(A)]; publish pageLimit with [(A)]; finish 1 pageLimit"),
      (.loadAll(2, from: .heldPages, reportsErrors: true), "send #2 K2"),
      (.fail(), "publish offline with [(A)]; finish 2 offline"),
      (.errors, "1 errors on 1 pages, first A on 1"),
    ])
  }

  @Test("The server's page counts, and not the cache's page before it")
  func ahead() {
    expectTimeline([
      (.loadAll(1, reportsErrors: true), "send #1 first"),
      (.ahead("A"), "publish initial A from cache in [(A)]"),
      (.errors, "none"),
      (.partial("B"), "publish initial B in [(B)]; finish 1 partial data: 1 errors on 1 pages, first B on 1"),
    ])
  }

  @Test("Errors of pages that no consumer saw do not count", arguments: [PageRetention.last, .none])
  func unseen(retention: PageRetention) {
    expectTimeline(
      retaining: retention,
      [
        (.loadAll(1, reportsErrors: true, reader: 7), "send #1 first"),
        (.partial("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
        (.handedOut(7), ""),
        (.consumed(7), ""),
        (.partial("B", next: "K3"), "send #3 K3; publish next B in [B]"),
        (.errors, "2 errors on 2 pages, first A on 1"),
        (.cancel(1), "abort #3; finish 1 cancelled"),
        (.errors, "1 errors on 1 pages, first A on 1"),
      ])
  }

  @Test("A position carries them, and the list that goes on from it has them")
  func position() throws {
    var timeline = Timeline(retaining: .none)
    _ = Event.fetch(1).play(&timeline)
    _ = Event.partial("A", next: "K2", errors: 2).play(&timeline)
    let position = timeline.state.finishedPosition
    expectTimeline(
      resumingAt: position,
      [
        (.errors, "2 errors on 1 pages, first A on 1"),
        (.loadAll(1, from: .unsaid, reportsErrors: true), "send #1 K2"),
        (.partial("B"), "publish next B in [B]; finish 1 partial data: 3 errors on 2 pages, first A on 1"),
      ])
  }
}
