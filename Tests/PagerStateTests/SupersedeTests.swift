import PagerState
import Testing

@Suite("The later of two calls wins, and an answer to the earlier one is ignored")
struct SupersedeTests {
  /// What is under way when another call comes: the rows up to there, the operation being 1 and its request #1 or #2.
  enum UnderWay: CaseIterable, Sendable {
    case fetch, load, walk

    var rows: [(event: Event, actions: String)] {
      switch self {
      case .fetch: [(.fetch(1), "send #1 first")]
      case .walk: [(.loadAll(1), "send #1 first")]
      case .load:
        [
          (.fetch(0), "send #1 first"), (.page("A", next: "K2"), "publish initial A in [(A)]; finish 0 success"),
          (.load(1), "send #2 K2"),
        ]
      }
    }

    var load: UInt64 { self == .load ? 2 : 1 }
  }

  @Test("A fetch supersedes anything", arguments: UnderWay.allCases)
  func fetch(underWay: UnderWay) {
    let load = underWay.load
    expectTimeline(
      underWay.rows + [
        (.fetch(2), "abort #\(load); finish 1 cancelled; send #\(load + 1) first"),
        (.page("late", answering: load), ""),
        (.fail(answering: load), ""),
        (.cancel(1), ""),
        (.loading, "fetch"),
        (.page("N"), "publish initial N in [(N)]; finish 2 success"),
        (.page("again", answering: load + 1), ""),
      ])
  }

  @Test("A walk from the initial page supersedes anything", arguments: UnderWay.allCases)
  func walk(underWay: UnderWay) {
    let load = underWay.load
    expectTimeline(
      underWay.rows + [
        (.loadAll(2), "abort #\(load); finish 1 cancelled; send #\(load + 1) first"),
        (.page("late", answering: load), ""),
        (.page("N", next: "K2"), "send #\(load + 2) K2; publish initial N in [(N)]"),
        (.page("again", answering: load + 1), ""),
        (.page("O"), "publish next O in [(N) O]; finish 2 success"),
      ])
  }

  @Test func aWalkThatGoesOnSupersedesALoadAndAsksForItsPage() {
    expectTimeline(
      UnderWay.load.rows + [
        (.loadAll(2, from: .heldPages), "abort #2; finish 1 cancelled; send #3 K2"),
        (.page("late", answering: 2), ""),
        (.page("B"), "publish next B in [(A) B]; finish 2 success"),
      ])
  }

  @Test("A walk that cannot go on leaves what is under way alone", arguments: [UnderWay.fetch, .walk])
  func refusedWalk(underWay: UnderWay) {
    expectTimeline(
      underWay.rows + [
        (.loadAll(2, from: .heldPages), "refused: missingInitialPage"),
        (.page("A"), "publish initial A in [(A)]; finish 1 success"),
      ])
  }

  @Test func aWalkWithNothingLeftToDoEndsARefetchLikeAnyOther() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A"), "publish initial A in [(A)]; finish 1 success"),
      (.fetch(2), "send #2 first"),
      (.loadAll(3, from: .heldPages), "abort #2; finish 2 cancelled; finish 3 success"),
      (.page("A2"), ""),
      (.loading, "nil"),
    ])
  }

  @Test("A load is refused while anything is under way, and disturbs nothing", arguments: UnderWay.allCases)
  func load(underWay: UnderWay) {
    expectTimeline(
      underWay.rows + [
        (.load(2), "refused: loadInProgress"),
        (.load(3, .previous), "refused: loadInProgress"),
        (
          .page("X"),
          underWay == .load
            ? "publish next X in [(A) X]; finish 1 success" : "publish initial X in [(X)]; finish 1 success"
        ),
      ])
  }

  @Test("A cancelled operation's request is aborted and its answer ignored", arguments: UnderWay.allCases)
  func cancel(underWay: UnderWay) {
    expectTimeline(
      underWay.rows + [
        (.cancel(99), ""),
        (.cancel(1), "abort #\(underWay.load); finish 1 cancelled"),
        (.cancel(1), ""),
        (.loading, "nil"),
        (.page("late"), ""),
        (.fail(), ""),
        (.counts, underWay == .load ? "1 held, 1 loaded, 2 items" : "0 held, 0 loaded, 0 items"),
      ])
  }

  @Test("A reset forgets everything, says nothing, and a call after it works", arguments: UnderWay.allCases)
  func reset(underWay: UnderWay) {
    let load = underWay.load
    expectTimeline(
      [(.subscribe(7), "")] + underWay.rows + [
        (.reset, "abort #\(load); finish 1 cancelled"),
        (.reset, ""),
        (.loading, "nil"),
        (.counts, "0 held, 0 loaded, 0 items"),
        (.canLoad(.next), "false"),
        (.frontier(.next), "nil"),
        (.page("late"), ""),
        (.fail(), ""),
        (.subscribe(8), ""),
        (.load(2), "refused: missingInitialPage"),
        (.loadAll(3), "send #\(load + 1) first"),
        (.page("N"), "publish initial N in [(N)]; finish 3 success"),
      ])
  }

  @Test func pagesThatACancelledWalkLoadedStayAndAnotherGoesOn() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.cancel(1), "abort #2; finish 1 cancelled"),
      (.counts, "1 held, 1 loaded, 2 items"),
      (.loadAll(2, from: .heldPages), "send #3 K2"),
      (.page("B"), "publish next B in [(A) B]; finish 2 success"),
    ])
  }

  @Test func anAnswerCountsOnce() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.page("A", next: "K2", answering: 1), ""),
      (.fail(answering: 1), ""),
      (.page("B"), "publish next B in [(A) B]; finish 1 success"),
      (.page("B", answering: 2), ""),
      (.page("unknown", answering: 99), ""),
    ])
  }
}
