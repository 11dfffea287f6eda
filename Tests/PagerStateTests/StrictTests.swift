import PagerState
import Testing

@Suite("A page with data and errors, where errors are not tolerated")
struct StrictTests {
  @Test func endsAWalkAndIsKept() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.errorsBeside("E", next: "K3"), "publish next E in [(A) E]; finish 1 with errors: E"),
      (.counts, "2 held, 2 loaded, 4 items"),
      (.canLoad(.next), "true"),
      (.loadAll(2, from: .heldPages), "send #3 K3"),
      (.page("C"), "publish next C in [(A) E C]; finish 2 success"),
      (.counts, "3 held, 3 loaded, 6 items"),
    ])
  }

  @Test(
    "Such a page ends every operation that asked for it",
    arguments: [Event.fetch(1), .loadAll(1), .loadAll(1, emits: .atTheEnd)])
  func first(call: Event) {
    expectTimeline([
      (call, "send #1 first"),
      (.errorsBeside("E", next: "K2"), "publish initial E in [(E)]; finish 1 with errors: E"),
      (.load(2), "send #2 K2"),
      (.errorsBeside("F"), "publish next F in [(E) F]; finish 2 with errors: F"),
      (.canLoad(.next), "false"),
    ])
  }

  @Test func aReaderGetsThePagesBeforeItAndThePageItself() {
    expectTimeline([
      (.loadAll(1, reader: 9), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.errorsBeside("E"), "publish next E in [(A) E]; finish 1 with errors: E"),
    ])
  }
}
