import SwiftPager
import TestSupport
import Testing

/// What a reset means for an output that is just being made, by a user's slow function.
@Suite("reset while an output is being made", .timeLimit(.minutes(1)))
struct UnderWayAtResetTests {
  private let server = HeroServer.numbered(pages: 3)
  private let gate = Gate()
  private let ends = Notebook<PaginationError?>()

  /// A pager that holds one page, and whose function for outputs is at work on the second.
  private func makePager() async throws -> HeroesCallbackPager {
    let pager: HeroesCallbackPager = .forward(server) { [gate] output in
      if !output.nextPages.isEmpty { gate.pass() }
      return output
    }
    #expect(try await pager.outcome(of: .fetch) == nil)
    pager.begin(.loadNext, ends)
    try await eventually("the second output is being made") { gate.arrivalCount == 1 }
    return pager
  }

  @Test("M31, better: a subscriber that comes right after a reset gets nothing from before it")
  func newSubscriber() async throws {
    let pager = try await makePager()
    pager.reset()
    let late = RecordingSubscriber(pager)
    gate.open()
    try await eventually("the load ends") { !ends.history.isEmpty }
    #expect(late.notation == [])
  }

  @Test("G1: an output that was being made at a reset does not reach subscribers after it")
  func earlySubscriber() async throws {
    let pager = try await makePager()
    let early = RecordingSubscriber(pager)
    pager.reset()
    gate.open()
    try await eventually("the load ends") { !ends.history.isEmpty }
    #expect(early.notation == ["[1+2]"])
  }
}
