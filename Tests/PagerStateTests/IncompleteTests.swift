import PagerState
import Testing

@Suite("A list that cannot be completed says why, after the page that shows it")
struct IncompleteTests {
  /// What a page at the far end says, and what is to be made of it. The page is asked for with K2.
  static let ends: [(frontier: Frontier, reason: IncompleteReason)] = [
    (.open("K2"), .cursorStuck), (.open(firstRequest), .cursorCycle), (.broken(.nullCursor), .nullCursor),
    (.broken(.missingPageInfo), .missingPageInfo),
  ]

  @Test("A load", arguments: ends, ListEnd.allCases)
  func load(_ case: (frontier: Frontier, reason: IncompleteReason), end: ListEnd) {
    let (frontier, reason) = `case`
    let list = end == .next ? "[(A) B]" : "[B (A)]"
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A", next: "K2", previous: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2, end), "send #2 K2"),
      (
        .page("B", next: frontier, previous: frontier),
        "publish \(end) B in \(list); publish \(reason) with \(list); finish 2 \(reason)"
      ),
      (.canLoad(end), "false"),
      (.load(3, end), "refused: \(reason)"),
      (.load(4, end), "refused: \(reason)"),
      (.canLoad(end == .next ? .previous : .next), "true"),
      (.counts, "2 held, 2 loaded, 4 items"),
    ])
  }

  @Test("A walk", arguments: ends, WalkEmission.allCases)
  func walk(_ case: (frontier: Frontier, reason: IncompleteReason), emission: WalkEmission) {
    let (frontier, reason) = `case`
    expectTimeline([
      (.loadAll(1, emits: emission), "send #1 first"),
      (
        .page("A", next: "K2"),
        emission == .eachPage ? "send #2 K2; publish initial A in [(A)]" : "send #2 K2"
      ),
      (
        .page("B", next: frontier),
        "publish next B in [(A) B]; publish \(reason) with [(A) B]; finish 1 \(reason)"
      ),
      (.loading, "nil"),
      (.loadAll(2, from: .heldPages), "refused: \(reason)"),
      // A walk from the initial page may find the server in a better mood.
      (.loadAll(3), "send #3 first"),
      (.page("A", next: "K2"), "send #4 K2; publish initial A in [(A)]"),
      (.page("B"), "publish next B in [(A) B]; finish 3 success"),
    ])
  }

  @Test("A cycle of any length is noticed at the page that closes it", arguments: [2, 3, 10, 100])
  func longCycle(length: Int) {
    var rows: [(event: Event, actions: String)] = [
      (.fetch(0), "send #1 first"),
      (.page("P0", next: "K1"), "publish initial P0 in [(P0)]; finish 0 success"),
      (.loadAll(1, from: .heldPages, emits: .atTheEnd), "send #2 K1"),
    ]
    for number in 1..<length {
      rows.append((.page("P\(number)", next: .open("K\(number + 1)")), "send #\(number + 2) K\(number + 1)"))
    }
    let pages = (1...length).map { " P\($0)" }.joined()
    rows.append(
      (
        .page("P\(length)", next: "K1"),
        """
        publish next P\(length) in [(P0)\(pages)]; \
        publish cursorCycle with [(P0)\(pages)]; finish 1 cursorCycle
        """
      ))
    expectTimeline(rows)
  }

  @Test func aCycleBackwardsIsNoticed() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("A", previous: "J"), "send #2 J; publish initial A in [(A)]"),
      (.page("B", previous: "I"), "send #3 I; publish previous B in [B (A)]"),
      (
        .page("C", previous: "J"),
        "publish previous C in [C B (A)]; publish cursorCycle with [C B (A)]; finish 1 cursorCycle"
      ),
    ])
  }

  @Test func aCycleIntoTheOtherDirectionIsNoticed() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("M", next: "N", previous: "L"), "send #2 N; publish initial M in [(M)]"),
      (.page("N"), "send #3 L; publish next N in [(M) N]"),
      (
        .page("L", previous: "N"),
        "publish previous L in [L (M) N]; publish cursorCycle with [L (M) N]; finish 1 cursorCycle"
      ),
    ])
  }

  @Test func aPageThatFailedOrCarriedNoDataIsNoCycleWhenAskedForAgain() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.fail(), "publish offline with [(A)]; finish 1 offline"),
      (.loadAll(2, from: .heldPages), "send #3 K2"),
      (.errorsOnly("E"), "publish next E in [(A) E]; finish 2 without data: E"),
      (.loadAll(3, from: .heldPages), "send #4 K2"),
      (.page("B", next: "K3"), "send #5 K3; publish next B in [(A) B]"),
      (
        .page("C", next: "K2"),
        "publish next C in [(A) B C]; publish cursorCycle with [(A) B C]; finish 3 cursorCycle"
      ),
    ])
  }

  @Test func afterTheWalkTheOtherDirectionStaysOpen() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("M", next: "N", previous: "L"), "send #2 N; publish initial M in [(M)]"),
      (.page("N", next: "N"), "publish next N in [(M) N]; publish cursorStuck with [(M) N]; finish 1 cursorStuck"),
      (.load(2, .previous), "send #3 L"),
      (.page("L"), "publish previous L in [L (M) N]; finish 2 success"),
    ])
  }
}
