import PagerState
import Testing

@Suite("A walk's caps")
struct CapTests {
  @Test func endTheWalkAfterThatManyPages() {
    expectTimeline([
      (.loadAll(1, maximumPages: 2), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (
        .page("B", next: "K3"),
        "publish next B in [(A) B]; publish pageLimit with [(A) B]; finish 1 pageLimit"
      ),
      (.canLoad(.next), "true"),
    ])
  }

  @Test func endTheWalkWithThePageThatReachesThatManyItems() {
    expectTimeline([
      (.loadAll(1, maximumItems: 3), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (
        .page("B", next: "K3"),
        "publish next B in [(A) B]; publish pageLimit with [(A) B]; finish 1 pageLimit"
      ),
      (.counts, "2 held, 2 loaded, 4 items"),
    ])
  }

  @Test func areNoMatterWhereTheListEndsThere() {
    expectTimeline([
      (.loadAll(1, maximumPages: 2, maximumItems: 4), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.page("B"), "publish next B in [(A) B]; finish 1 success"),
    ])
  }

  @Test func countBothDirections() {
    expectTimeline([
      (.loadAll(1, maximumPages: 2), "send #1 first"),
      (.page("M", next: "N", previous: "L"), "send #2 N; publish initial M in [(M)]"),
      (.page("N"), "publish next N in [(M) N]; publish pageLimit with [(M) N]; finish 1 pageLimit"),
      (.canLoad(.next), "false"),
      (.canLoad(.previous), "true"),
    ])
  }

  @Test func leaveAReverseListToTheNextWalk() {
    expectTimeline([
      (.loadAll(1, maximumPages: 2), "send #1 first"),
      (.page("Z", previous: "Y"), "send #2 Y; publish initial Z in [(Z)]"),
      (
        .page("Y", previous: "X"),
        "publish previous Y in [Y (Z)]; publish pageLimit with [Y (Z)]; finish 1 pageLimit"
      ),
      (.frontier(.next), "closed"),
      (.loadAll(2, from: .heldPages), "send #3 X"),
      (.page("X"), "publish previous X in [X Y (Z)]; finish 2 success"),
      (.frontier(.previous), "closed"),
    ])
  }

  @Test func countWhatTheWalkItselfLoaded() {
    expectTimeline([
      (.loadAll(1, maximumPages: 1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; publish pageLimit with [(A)]; finish 1 pageLimit"),
      (.loadAll(2, from: .heldPages, maximumPages: 2, maximumItems: 3), "send #2 K2"),
      (.page("B", next: "K3"), "send #3 K3; publish next B in [(A) B]"),
      (
        .page("C", next: "K4"),
        "publish next C in [(A) B C]; publish pageLimit with [(A) B C]; finish 2 pageLimit"
      ),
    ])
  }

  @Test func areToldAfterThePagesWhereOneUpdateComesAtTheEnd() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd, maximumPages: 2), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2"),
      (
        .page("B", next: "K3"),
        "publish next B in [(A) B]; publish pageLimit with [(A) B]; finish 1 pageLimit"
      ),
    ])
  }
}
