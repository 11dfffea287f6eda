import PagerState
import Testing

@Suite("The flag of a replacing page counts at its end")
struct ChangedEndTests {
  private static let threePages: [(event: Event, actions: String)] = [
    (.fetch(1), "send #1 first"),
    (.page("A", next: "K2", previous: "J"), "publish initial A in [(A)]; finish 1 success"),
    (.load(2), "send #2 K2"),
    (.page("B", next: "K3"), "publish next B in [(A) B]; finish 2 success"),
    (.load(3, .previous), "send #3 J"),
    (.page("X", previous: "H"), "publish previous X in [X (A) B]; finish 3 success"),
  ]

  @Test("The list continues from the newest page at either end, and that page's items count")
  func outermost() {
    expectTimeline(
      Self.threePages + [
        (.replace("B", with: "B2", next: "L3", items: 3), "publish next B2 from cache in [X (A) B2]"),
        (.replace("X", with: "X2", previous: "G", items: 0), "publish previous X2 from cache in [X2 (A) B2]"),
        (.counts, "3 held, 3 loaded, 5 items"),
        (.gaps, "0"),
        (.position, "after 3 of 5 items: open L3, open G before"),
        (.load(4), "send #4 L3"),
        (.page("C"), "publish next C in [X2 (A) B2 C]; finish 4 success"),
        (.load(5, .previous), "send #5 G"),
      ])
  }

  @Test("The initial page alone leads on at both ends")
  func initialAlone() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A"), "publish initial A in [(A)]; finish 1 success"),
      (.canLoad(.next), "false"),
      (.replace("A", with: "A2", next: "K2", previous: "J"), "publish initial A2 from cache in [(A2)]"),
      (.canLoad(.next), "true"),
      (.canLoad(.previous), "true"),
      (.load(2), "send #2 K2"),
      (.page("B"), "publish next B in [(A2) B]; finish 2 success"),
      (.load(3, .previous), "send #3 J"),
      (.page("X"), "publish previous X in [X (A2) B]; finish 3 success"),
      (.gaps, "0"),
    ])
  }

  @Test("A page says that there is no more")
  func closed() {
    expectTimeline(
      Self.threePages + [
        (.replace("B", with: "B2", next: .closed), "publish next B2 from cache in [X (A) B2]"),
        (.canLoad(.next), "false"),
        (.load(4), "refused: pageHasNoMoreContent"),
      ])
  }

  @Test("A page that leads to itself, or back, is not followed")
  func roundInCircles() {
    expectTimeline(
      Self.threePages + [
        (.replace("B", with: "B2", next: "K2"), "publish next B2 from cache in [X (A) B2]"),
        (.frontier(.next), "cursorStuck"),
        (.replace("B2", with: "B3", next: "J"), "publish next B3 from cache in [X (A) B3]"),
        (.frontier(.next), "cursorCycle"),
      ])
  }

  @Test("A page's flag for an end where it does not stand does not count")
  func theOtherEnd() {
    expectTimeline(
      Self.threePages + [
        (.replace("B", with: "B2", previous: "Q"), "publish next B2 from cache in [X (A) B2]"),
        (.frontier(.previous), "open H"),
        (.gaps, "0"),
      ])
  }

  @Test("A page in the middle that leads elsewhere leaves a gap, at either end, until it leads there again")
  func inTheMiddle() {
    expectTimeline(
      Self.threePages + [
        (.replace("A", with: "A2", next: "L2", items: 4), "publish initial A2 from cache in [X (A2) B]"),
        (.gaps, "1"),
        (.replace("A2", with: "A3", previous: "I"), "publish initial A3 from cache in [X (A3) B]"),
        (.gaps, "2"),
        (.counts, "3 held, 3 loaded, 8 items"),
        (.frontier(.next), "open K3"),
        (.frontier(.previous), "open H"),
        (.replace("A3", with: "A4", next: "K2"), "publish initial A4 from cache in [X (A4) B]"),
        (.gaps, "1"),
        (.replace("A4", with: "A5", previous: "J", items: 2), "publish initial A5 from cache in [X (A5) B]"),
        (.gaps, "0"),
        (.counts, "3 held, 3 loaded, 6 items"),
      ])
  }

  @Test("A walk to the end of a list with a gap does not end as complete, nor does another one; a new list is whole")
  func walks() {
    expectTimeline(
      Self.threePages + [
        (.replace("A", with: "A2", next: "L2"), "publish initial A2 from cache in [X (A2) B]"),
        (.loadAll(4, from: .heldPages), "send #4 K3"),
        (.page("C"), "send #5 H; publish next C in [X (A2) B C]"),
        (
          .page("W"),
          "publish previous W in [W X (A2) B C]; publish pagesChanged with [W X (A2) B C]; finish 4 pagesChanged"
        ),
        (.frontier(.next), "closed"),
        (.loadAll(5, from: .heldPages), "publish pagesChanged with [W X (A2) B C]; finish 5 pagesChanged"),
        (.loadAll(6), "send #6 first"),
        (.page("N"), "publish initial N in [(N)]; finish 6 success"),
        (.gaps, "0"),
      ])
  }

  @Test("A page that was asked for before the change is apart from the page that changed")
  func inFlight() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.replace("A", with: "A2", next: "L2"), "publish initial A2 from cache in [(A2)]"),
      (.page("B"), "publish next B in [(A2) B]; publish pagesChanged with [(A2) B]; finish 1 pagesChanged"),
      (.gaps, "1"),
    ])
  }

  @Test("A held walk continues from the new cursor, and ends if nothing follows it")
  func heldBack() {
    let begin: [(event: Event, actions: String)] = [
      (.subscribe(7), ""),
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.page("B", next: "K3"), "publish next B in [(A) B]"),
    ]
    expectTimeline(
      begin + [
        (.replace("B", with: "B2", next: "L3"), "publish next B2 from cache in [(A) B2]"),
        (.consumed(7), "send #3 L3"),
      ])
    expectTimeline(
      begin + [
        (.replace("B", with: "B2", next: .closed), "publish next B2 from cache in [(A) B2]"),
        (.consumed(7), "finish 1 success"),
      ])
  }

  @Test("A cache's page that changed before the server's answer counts once")
  func ahead() {
    expectTimeline([
      (.loadAll(1, maximumItems: 5), "send #1 first"),
      (.ahead("A", next: "K2", items: 3), "publish initial A from cache in [(A)]"),
      (.replace("A", with: "A2", next: "L2", items: 9), "publish initial A2 from cache in [(A2)]"),
      (.counts, "1 held, 1 loaded, 9 items"),
      (.page("A3", next: "M2", items: 2), "send #2 M2; publish initial A3 in [(A3)]"),
      (.counts, "1 held, 1 loaded, 2 items"),
      (.page("B", next: "M3", items: 2), "send #3 M3; publish next B in [(A3) B]"),
      (.gaps, "0"),
    ])
  }

  @Test("Next to a page with errors only, the list continues from the page before it")
  func errorsOnly() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2), "send #2 K2"),
      (.errorsOnly("E"), "publish next E in [(A) E]; finish 2 without data: E"),
      (.replace("A", with: "A2", next: "L2"), "publish initial A2 from cache in [(A2) E]"),
      (.gaps, "1"),
      (.load(3), "send #3 L2"),
      (.page("B"), "publish next B in [(A2) B]; finish 3 success"),
      (.gaps, "0"),
    ])
  }

  @Test("A list that goes on in another process remembers its gaps")
  func resumed() {
    var position = ListPosition(
      next: "K3", previous: .closed, pageCount: 2, itemCount: 4, gapCount: 1, fingerprints: [])
    expectTimeline(
      resumingAt: position,
      [
        (.gaps, "1"),
        (.loadAll(1, from: .unsaid), "send #1 K3"),
        (.page("C"), "publish next C in [C]; publish pagesChanged with [C]; finish 1 pagesChanged"),
      ])
    position.gapCount = 0
    expectTimeline(
      resumingAt: position,
      [
        (.loadAll(1, from: .unsaid), "send #1 K3"),
        (.page("C", next: "K4"), "send #2 K4; publish next C in [C]"),
        (.page("D"), "publish next D in [C D]; finish 1 success"),
        (.replace("C", with: "C2", next: "L4"), "publish next C2 from cache in [C2 D]"),
        (.gaps, "1"),
      ])
  }

  @Test("Without retained pages the list continues from the newest page")
  func retained() {
    expectTimeline(
      retaining: .last,
      [
        (.fetch(1), "send #1 first"),
        (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
        (.load(2), "send #2 K2"),
        (.page("B", next: "K3"), "publish next B in [B]; finish 2 success"),
        (.replace("B", with: "B2", next: "L3"), "publish next B2 from cache in [B2]"),
        (.load(3), "send #3 L3"),
        (.page("C"), "publish next C in [C]; finish 3 success"),
        (.gaps, "0"),
      ])
  }
}
