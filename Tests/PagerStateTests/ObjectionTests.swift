import PagerState
import Testing

@Suite("A page that is objected to ends the operation and is kept")
struct ObjectionTests {
  @Test func aWalkEndsAndCanBeGoneOnWith() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.refused("B", next: "K3"), "publish next B in [(A) B]; publish offline with [(A) B]; finish 1 offline"),
      (.counts, "2 held, 2 loaded, 4 items"),
      (.canLoad(.next), "true"),
      (.load(2), "send #3 K3"),
      (.page("C"), "publish next C in [(A) B C]; finish 2 success"),
    ])
  }

  @Test func theLastPageCountsLikeAnyOther() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.refused("A"), "publish initial A in [(A)]; publish offline with [(A)]; finish 1 offline"),
      (.frontier(.next), "closed"),
    ])
  }

  @Test func aWalkThatTellsOfAllPagesAtOnceTellsOfThem() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2"),
      (.refused("B", next: "K3"), "publish next B in [(A) B]; publish offline with [(A) B]; finish 1 offline"),
    ])
  }
}
