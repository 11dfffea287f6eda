import PagerState
import Testing

@Suite("A page is replaced in its place")
struct ReplacementTests {
  private let threePages: [(event: Event, actions: String)] = [
    (.fetch(1), "send #1 first"),
    (.page("A", next: "K2", previous: "J"), "publish initial A in [(A)]; finish 1 success"),
    (.load(2), "send #2 K2"),
    (.page("B", next: "K3"), "publish next B in [(A) B]; finish 2 success"),
    (.load(3, .previous), "send #3 J"),
    (.page("X"), "publish previous X in [X (A) B]; finish 3 success"),
  ]

  @Test func anyPageNotOnlyTheNewest() {
    expectTimeline(
      threePages + [
        (.replace("A", with: "A2"), "publish initial A2 from cache in [X (A2) B]"),
        (.replace("B", with: "B2"), "publish next B2 from cache in [X (A2) B2]"),
        (.replace("X", with: "X2"), "publish previous X2 from cache in [X2 (A2) B2]"),
        (.replace("B2", with: "B3"), "publish next B3 from cache in [X2 (A2) B3]"),
        (.counts, "3 held, 3 loaded, 6 items"),
        (.subscribe(7), "replay 7: next B3 from cache in [X2 (A2) B3]"),
        (.load(4), "send #4 K3"),
      ])
  }

  @Test func aPageOfAListThatIsGoneStaysGone() {
    expectTimeline(
      threePages + [
        (.fetch(4), "send #4 first"),
        (.page("N", next: "K9"), "publish initial N in [(N)]; finish 4 success"),
        (.replace("A", with: "A2"), ""),
        (.replace("B", with: "B2"), ""),
        (.reset, ""),
        (.replace("N", with: "N2"), ""),
      ])
  }

  @Test func itHoldsNoWalkBack() {
    expectTimeline([
      (.subscribe(7), ""),
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.replace("A", with: "A2"), "publish initial A2 from cache in [(A2)]"),
      (.replace("A2", with: "A3"), ""),
      (.consumed(7), ""),
      (.page("B", next: "K3"), "send #3 K3; publish next B in [(A3) B]"),
    ])
  }

  @Test func aPageThatIsBeingReadMeanwhileKeepsItsPlace() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.placed("B"), "[(A) B]"),
      (.replace("A", with: "A2"), "publish initial A2 from cache in [(A2)]"),
      (.read(), "publish next B in [(A2) B]; finish 1 success"),
    ])
  }

  @Test("During a walk that shows all at its end, a shown page changes at once, and the others stay hidden")
  func pagesThatAreNotShownYet() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.loadAll(2, from: .heldPages, emits: .atTheEnd), "send #2 K2"),
      (.page("B", next: "K3"), "send #3 K3"),
      (.replace("A", with: "A2"), "publish initial A2 from cache in [(A2)]"),
      (.replace("B", with: "B2"), ""),
      (.replace("A2", with: "A3"), "publish initial A3 from cache in [(A3)]"),
      (.subscribe(7), "replay 7: initial A3 from cache in [(A3)]"),
      (.page("C"), "publish next C in [(A3) B2 C]; finish 2 success"),
    ])
  }

  @Test("A page that changed before it was shown comes once, in its new state")
  func changedBeforeItWasShown() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2"),
      (.replace("A", with: "A2"), ""),
      (.cancel(1), "abort #2; publish initial A2 in [(A2)]; finish 1 cancelled"),
    ])
  }

  @Test("A walk that begins anew hides its pages from changes of the list before")
  func ofTheListBefore() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A"), "publish initial A in [(A)]; finish 1 success"),
      (.loadAll(2, emits: .atTheEnd), "send #2 first"),
      (.page("N", next: "K2"), "send #3 K2"),
      (.replace("A", with: "A2"), ""),
      (.replace("N", with: "N2"), ""),
      (.page("O"), "publish next O in [(N2) O]; finish 2 success"),
    ])
  }

  @Test(
    "A page info function gets only the retained pages",
    arguments: [(PageRetention.last, "publish next B2 from cache in [B2]"), (.none, "")])
  func retained(retention: PageRetention, actions: String) {
    expectTimeline(
      retaining: retention,
      [
        (.fetch(1), "send #1 first"),
        (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
        (.load(2), "send #2 K2"),
        (.page("B", next: "K3"), "publish next B in [B]; finish 2 success"),
        (.replace("A", with: "A2"), ""),
        (.replace("B", with: "B2"), actions),
      ])
  }

  @Test("A page that is placed and superseded leaves no trace")
  func supersededWhileItIsRead() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2), "send #2 K2"),
      (.placed("B"), "[(A) B]"),
      (.cancel(2), "finish 2 cancelled"),
      (.read(answering: 2), ""),
      (.counts, "1 held, 1 loaded, 2 items"),
      (.load(3), "send #3 K2"),
      (.placed("B"), "[(A) B]"),
      (.fail(), "publish offline with [(A)]; finish 3 offline"),
    ])
  }
}
