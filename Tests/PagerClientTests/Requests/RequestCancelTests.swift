import Testing

@testable import PagerClient

@Suite("A request that is cancelled")
struct RequestCancelTests {
  @Test func beforeItStarts() {
    expectRequest([(.cancel, "cancelled"), (.start, ""), (.cancel, "too late")])
  }

  @Test("a cancel during the send aborts the transfer as soon as it has an id")
  func asItLeaves() {
    expectRequest([
      (.start, "write"), (.wrote("A"), "send A"), (.cancel, "cancelled"), (.isTransfer(1, of: 2), "give up transfer 1"),
      (.answered("200", of: 2), ""),
    ])
  }

  @Test("a cancel while the timer is set removes the timer as soon as it has an id")
  func asItWaits() {
    expectRequest([
      (.start, "write"), (.wrote("A"), "send A"), (.isTransfer(1), ""),
      (.answered("503", .unavailable), "wait 250 ms for http_503"), (.cancel, "cancelled"),
      (.isTimer(2, of: 4), "give up timer 2"),
    ])
  }

  @Test("the late id of a timer that has fired is not taken for the next wait")
  func shortWait() {
    expectRequest([
      (.start, "write"), (.wrote("A"), "send A"), (.answered("503", .unavailable), "wait 250 ms for http_503"),
      (.due(), "send A"), (.answered("503", .unavailable), "wait 500 ms for http_503"), (.isTimer(1, of: 4), ""),
      (.isTimer(2), ""), (.cancel, "cancelled; give up timer 2"),
    ])
  }

  @Test("a cancelled request leaves the line, also if its turn comes at the same time")
  func inLine() {
    expectRequest([
      (.start, "write"), (.wrote("A"), "send A"),
      (.answered("429", .limit()), "wait 250 ms for rate_limit, in line"), (.isTimer(1), ""),
      (.cancel, "cancelled; give up timer 1; leave line"), (.due(late: 40, of: 4), "leave line"),
    ])
  }

  /// Requests that go through everything, each with its policy and the events.
  private static let lives: [(policy: CachePolicy, events: [RequestInput])] = [
    (
      .returnCacheDataAndFetch,
      [
        .start, .wrote("A", .readsAndWrites), .found("C"), .told(), .paced(by: 70), .isTimer(1), .due(), .granted(1),
        .isTransfer(2), .answered("401", isUnauthorized: true), .granted(2), .isTransfer(3),
        .answered("429", .limit()), .isTimer(4), .due(late: 9), .granted(2), .isTransfer(5),
        .answered("200", .tooLarge),
        .wrote("A/2"), .isTimer(6), .due(), .granted(2), .isTransfer(7), .answered("200"),
      ]
    ),
    (
      .fetchElseReturnCacheData,
      [
        .start, .wrote("A", .readsAndWrites), .paced(by: 0), .granted(1), .isTransfer(1), .answered("no server"),
        .missed("miss"),
      ]
    ),
    (
      .returnCacheDataDontFetch,
      [
        .start, .wrote("A", .readsAndWrites), .missed("miss"), .wrote("A/2", .readsAndWrites), .missed("miss"),
        .noPageThatSmall,
      ]
    ),
  ]

  @Test("at any moment a cancel only aborts what is under way", arguments: lives.indices)
  func anyMoment(life: Int) {
    let (policy, events) = Self.lives[life]
    for count in events.indices {
      var timeline = RequestTimeline(
        state: RequestState(policy, isPaced: true, retry: RetryRules(RetryOptions())), asksForGrants: true)
      for event in events[..<count] {
        let action = event.play(&timeline)
        #expect(!action.hasPrefix("end"), "\(event) of \(count): \(action)")
      }
      let step = timeline.state.step
      #expect(RequestInput.cancel.play(&timeline).hasPrefix("cancelled") && timeline.state.wait == nil)
      #expect(RequestInput.cancel.play(&timeline) == "too late")
      for event in events[count...] {
        for answeredStep in [step, timeline.state.step] {
          var later = timeline
          later.answeredStep = answeredStep
          let action = event.play(&later)
          let isHarmless = ["", "leave line"].contains(action) || action.hasPrefix("give up")
          #expect(isHarmless, "\(event) after \(count) events: \(action)")
        }
      }
    }
    // Nothing is left to be cancelled when it has run to its end.
    var timeline = RequestTimeline(
      state: RequestState(policy, isPaced: true, retry: RetryRules(RetryOptions())), asksForGrants: true)
    let actions = events.map { $0.play(&timeline) }
    #expect(actions.last?.hasPrefix("end") == true && RequestInput.cancel.play(&timeline) == "too late", "\(actions)")
  }
}
