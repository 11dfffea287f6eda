import PagerState
import Testing

/// Walks whose subscribers get one update at the end. Those that emit each page are all over the other suites.
@Suite("A walk that emits at the end")
struct EmissionTests {
  @Test func publishesOnceWithAllPages() {
    expectTimeline([
      (.subscribe(7), ""),
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.page("M", next: "N", previous: "L"), "send #2 N"),
      (.page("N"), "send #3 L"),
      (.counts, "2 held, 2 loaded, 4 items"),
      (.page("L"), "publish previous L in [L (M) N]; finish 1 success"),
    ])
  }

  @Test func publishesWhatItHasThenTheFailure() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2"),
      (.page("B", next: "K3"), "send #3 K3"),
      (.fail(), "publish next B in [(A) B]; publish offline with [(A) B]; finish 1 offline"),
    ])
  }

  @Test func publishesNoPagesWhereNoneArrived() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.fail(), "publish offline with []; finish 1 offline"),
    ])
  }

  @Test func publishesWhatItHasThenWhyItCannotGoOn() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2"),
      (
        .page("B", next: .broken(.nullCursor)),
        "publish next B in [(A) B]; publish nullCursor with [(A) B]; finish 1 nullCursor"
      ),
    ])
  }

  @Test func publishesWhatItHasWhenItIsCancelled() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2"),
      (.page("B", next: "K3"), "send #3 K3"),
      (.cancel(1), "abort #3; publish next B in [(A) B]; finish 1 cancelled"),
    ])
  }

  @Test func publishesNothingTwiceWhenItIsCancelled() {
    expectTimeline([
      (.loadAll(1, emits: .eachPage), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2; publish initial A in [(A)]"),
      (.cancel(1), "abort #2; finish 1 cancelled"),
    ])
  }

  @Test func publishesNothingAfterAReset() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2"),
      (.reset, "abort #2; finish 1 cancelled"),
      (.page("B"), ""),
      (.fetch(2), "send #3 first"),
      (.fail(), "publish offline with []; finish 2 offline"),
    ])
  }

  @Test func handsWhatItHasToTheWalkThatGoesOnInItsPlace() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2"),
      (.loadAll(2, from: .heldPages, emits: .atTheEnd), "abort #2; finish 1 cancelled; send #3 K2"),
      (.fail(), "publish initial A in [(A)]; publish offline with [(A)]; finish 2 offline"),
    ])
  }

  @Test func doesNotShowPagesThatANewListReplaced() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2"),
      (.fetch(2), "abort #2; finish 1 cancelled; send #3 first"),
      (.page("A2"), "publish initial A2 in [(A2)]; finish 2 success"),
    ])
  }

  @Test func showsItsPagesWhereTheNewListFails() {
    expectTimeline([
      (.loadAll(1, emits: .atTheEnd), "send #1 first"),
      (.page("A", next: "K2"), "send #2 K2"),
      (.fetch(2), "abort #2; finish 1 cancelled; send #3 first"),
      (.fail(), "publish initial A in [(A)]; publish offline with [(A)]; finish 2 offline"),
    ])
  }
}
