import PagerJSON
import Testing

@testable import PagerLists

/// A run that breaks off hands what it learnt of the list to the next one, in the resume token.
@Suite("What a run has learnt of a list stands in its token")
struct SinceTrailTests {
  private static let rule = SinceRule(path: .path("v"), type: .integer, order: .descending)

  /// Everything that a run can learn, with no value that stands for "nothing".
  private static func learnt() -> SinceTrail {
    func value(_ number: Int64) -> SinceValue { .integer(WholeNumber(number), isQuoted: false) }
    var progress = SinceProgress(rule)
    (progress.pages, progress.itemCount) = (3, 7)
    progress.greatest = value(90)
    progress.check = OrderCheck(rule, bound: OrderCheck.Item(value: value(80), page: 2, index: 1))
    progress.boundName = "n80"
    (progress.past, progress.belowReach, progress.bottom) = (0, 4, value(70))
    (progress.clock, progress.pageOfPositions, progress.missingCount) = (1_772_366_400, 5, 6)
    (progress.hasLocalTimes, progress.isHeld, progress.isBroken) = (true, true, true)
    progress.hasMissingBehind = true
    progress.window.lose(value(60))
    return SinceTrail(progress)
  }

  @Test("The next run knows all of it")
  func survives() throws {
    let kept = Self.learnt().kept
    #expect(
      kept == [
        "pages": 3, "items": 7, "greatest": ["number": "90"],
        "bound": ["value": ["number": "80"], "page": 2, "index": 1, "name": "n80"],
        "past": 0, "below_reach": 4, "bottom": ["number": "70"], "clock": 1_772_366_400, "positions": 5, "missing": 6,
        "missing_behind": true, "local_times": true, "lost": ["number": "60"], "held": true, "broken": true,
      ])
    #expect(SinceTrail(kept: kept, Self.rule, SinceWindow())?.kept == kept)
  }

  @Test("A run that has learnt nothing has nothing to keep but its counts")
  func nothing() {
    let kept = SinceTrail(SinceProgress(Self.rule)).kept
    #expect(kept == ["pages": 0, "items": 0])
    #expect(SinceTrail(kept: kept, Self.rule, SinceWindow())?.kept == kept)
  }

  @Test(
    "A token that no run wrote is refused, or counts within bounds",
    arguments: [
      ([:], nil), (["pages": -1], nil), (["pages": "3"], nil), (["pages": 1, "greatest": true], nil),
      (["pages": 1, "bound": ["value": "8", "page": 1]], nil), (["pages": 1, "bound": ["page": 1, "index": 1]], nil),
      (["pages": 1, "items": -4, "clock": -5], ["pages": 1, "items": 0, "clock": 0]),
      (
        ["pages": 1, "items": 9_000_000_000, "clock": 9_000_000_000_000_000],
        ["pages": 1, "items": 1_073_741_824, "clock": 1_099_511_627_776]
      ),
    ] as [(JSONValue, JSONValue?)])
  func foreign(kept: JSONValue, read: JSONValue?) {
    #expect(SinceTrail(kept: kept, Self.rule, SinceWindow())?.kept == read)
  }
}
