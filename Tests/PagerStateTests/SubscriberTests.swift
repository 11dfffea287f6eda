import PagerState
import Testing

@Suite("Subscribers")
struct SubscriberTests {
  @Test func aLateOneFirstGetsTheCurrentListAndOnlyOnce() {
    expectTimeline([
      (.subscribe(1), ""),
      (.fetch(1), "send #1 first"),
      (.subscribe(2), ""),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.subscribe(3), "replay 3: initial A in [(A)]"),
      (.load(2), "send #2 K2"),
      (.subscribe(4), "replay 4: initial A in [(A)]"),
      (.page("B"), "publish next B in [(A) B]; finish 2 success"),
      (.subscribe(5), "replay 5: next B in [(A) B]"),
    ])
  }

  @Test func aLateOneIsToldOfAFailureWhereThereIsNoPage() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.fail(), "publish offline with []; finish 1 offline"),
      (.subscribe(7), "replay 7: offline with []"),
      (.reset, ""),
      (.subscribe(8), ""),
    ])
  }

  @Test func aLateOneIsToldOfThePagesWhereAFailureCameAfterThem() {
    expectTimeline([
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.fail(), "publish offline with [(A)]; finish 1 offline"),
      (.subscribe(7), "replay 7: initial A in [(A)]"),
      (.load(2), "send #3 K2"),
      (.page("B", next: "K2"), "publish next B in [(A) B]; publish cursorStuck with [(A) B]; finish 2 cursorStuck"),
      (.subscribe(8), "replay 8: next B in [(A) B]"),
    ])
  }

  @Test func aLateOneIsNotToldOfPagesThatAreNotPublishedYet() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2"),
      (.subscribe(7), ""),
      (.page("B"), "publish next B in [(A) B]; finish 1 success"),
      (.subscribe(8), "replay 8: next B in [(A) B]"),
    ])
  }

  @Test func aLateOneGetsTheOldListUntilARefetchIsIn() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A"), "publish initial A in [(A)]; finish 1 success"),
      (.fetch(2), "send #2 first"),
      (.subscribe(7), "replay 7: initial A in [(A)]"),
      (.page("A2"), "publish initial A2 in [(A2)]; finish 2 success"),
      (.subscribe(8), "replay 8: initial A2 in [(A2)]"),
    ])
  }

  @Test func afterAResetNothingIsReplayedUntilTheNextPage() {
    expectTimeline([
      (.fetch(1), "send #1 first"),
      (.page("A"), "publish initial A in [(A)]; finish 1 success"),
      (.reset, ""),
      (.subscribe(7), ""),
      (.fetch(2), "send #2 first"),
      (.page("B"), "publish initial B in [(B)]; finish 2 success"),
      (.subscribe(8), "replay 8: initial B in [(B)]"),
    ])
  }

  @Test func loadingDoesNotDependOnThem() {
    expectTimeline([
      (.subscribe(7), ""),
      (.fetch(1), "send #1 first"),
      (.unsubscribe(7), ""),
      (.page("A", next: "K2"), "publish initial A in [(A)]; finish 1 success"),
      (.load(2), "send #2 K2"),
      (.page("B"), "publish next B in [(A) B]; finish 2 success"),
    ])
  }

  @Test func unknownOnesAndFinishedWorkHaveNoEffect() {
    expectTimeline([
      (.consumed(7), ""),
      (.unsubscribe(7), ""),
      (.subscribe(7), ""),
      (.consumed(7), ""),
      (.consumed(7), ""),
      (.loadAll(1), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      // What was consumed too often before does not count for what comes later.
      (.page("B", next: "K3"), "publish next B in [(A) B]"),
      (.consumed(7), "send #3 K3"),
    ])
  }
}
