import PagerState
import Testing

@Suite("One run may retain other pages than its pager")
struct RunRetentionTests {
  private let twoPages: [(event: Event, actions: String)] = [
    (.fetch(1), "send #1 first"),
    (.page("A", next: "K2", previous: "J"), "publish initial A in [(A)]; finish 1 success"),
    (.load(2), "send #2 K2"),
    (.page("B", next: "K3"), "publish next B in [(A) B]; finish 2 success"),
  ]

  @Test("Pages held stay until its first page arrives", arguments: [PageRetention.last, .none])
  func dropping(retention: PageRetention) {
    expectTimeline(
      twoPages + [
        (.load(3, retaining: retention), "send #3 K3"),
        (.counts, "2 held, 2 loaded, 4 items"),
        (.fail(), "publish offline with [(A) B]; finish 3 offline"),
        (.load(4, retaining: retention), "send #4 K3"),
        (.page("C", next: "K4"), "publish next C in [C]; finish 4 success"),
        (.counts, "\(retention == .last ? 1 : 0) held, 3 loaded, 6 items"),
        (.subscribe(7), retention == .last ? "replay 7: next C in [C]" : ""),
      ])
  }

  @Test func whatALaterRunKeepsJoinsWhatIsHeld() {
    expectTimeline(
      twoPages + [
        (.load(3, retaining: .none), "send #3 K3"),
        (.page("C", next: "K4"), "publish next C in [C]; finish 3 success"),
        (.load(4), "send #4 K4"),
        (.page("D", next: "K5"), "publish next D in [D]; finish 4 success"),
        (.load(5, .previous), "send #5 J"),
        (.page("X"), "publish previous X in [X D]; finish 5 success"),
        (.counts, "2 held, 5 loaded, 10 items"),
        // Each has the place in the list that it had.
        (.replace("D", with: "D2"), "publish next D2 from cache in [X D2]"),
        (.replace("X", with: "X2"), "publish previous X2 from cache in [X2 D2]"),
        (.replace("B", with: "B2"), ""),
        (.replace("C", with: "C2"), ""),
        (.replace("A", with: "A2"), ""),
      ])
  }

  @Test func aPagerThatKeepsNoneMayKeepThoseOfOneRun() {
    expectTimeline(
      retaining: .none,
      [
        (.fetch(1), "send #1 first"),
        (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
        (.load(2, retaining: .all), "send #2 K2"),
        (.page("B", next: "K3"), "publish next B in [B]; finish 2 success"),
        (.load(3, retaining: .all), "send #3 K3"),
        (.page("C", next: "K4"), "publish next C in [B C]; finish 3 success"),
        (.counts, "2 held, 3 loaded, 6 items"),
        (.replace("C", with: "C2"), "publish next C2 from cache in [B C2]"),
        (.subscribe(7), "replay 7: next C2 from cache in [B C2]"),
        (.load(4), "send #4 K4"),
        (.page("D"), "publish next D in [D]; finish 4 success"),
        (.counts, "0 held, 4 loaded, 8 items"),
      ])
  }

  @Test func pagesThatFollowOneThatNobodyWasHandedShareItsFate() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.subscribe(7), "replay 7: initial A in [(A)]"),
      (.consumed(7), ""),
      (.load(2, retaining: .none), "send #2 K2"),
      (.page("B", next: "K3"), "publish next B in [B]; finish 2 success"),
      (.load(3), "send #3 K3"),
      (.page("C", next: "K4"), "publish next C in [C]; finish 3 success"),
      // The next operation asks for both again, and takes neither for a page of a cycle.
      (.unsubscribe(7), ""),
      (.counts, "1 held, 1 loaded, 2 items"),
      (.load(4), "send #4 K2"),
      (.page("B", next: "K3"), "publish next B in [(A) B]; finish 4 success"),
      (.load(5), "send #5 K3"),
      (.page("C", next: "K4"), "publish next C in [(A) B C]; finish 5 success"),
    ])
  }
}
