import Dispatch
import SwiftPager
import TestSupport
import Testing

/// A task is cancelled just when its call begins. Chance decides whether that is before, meanwhile or after; the call
/// has to end either way.
@Suite("a cancellation that races the start of its call", .timeLimit(.minutes(5)), .serialized)
struct CancellationRaceTests {
  @Test("a call that is never answered ends, whenever its task is cancelled", arguments: [PagerCall.fetch, .loadAll])
  func cancelledAnyTime(call: PagerCall) async throws {
    let chance = StressChance("\(call) and its cancellation")
    var generator = chance.generator()
    let canceller = DispatchQueue(label: "canceller")
    // Requests are never answered, so nothing but the cancellation ends a call.
    let server = HeroServer()
    server.transport.hold()
    for _ in 0..<StressChance.count(2_000, long: 50_000) {
      let pager = HeroesPager.forward(server)
      let (beginning, end) = (Moment(), Moment())
      let task = Task {
        beginning.pass()
        let outcome = await pager.outcome(of: call)
        end.pass()
        return outcome
      }
      let turns = Int.random(in: 0..<2_000, using: &generator)
      canceller.async {
        _ = beginning.wait(andSpin: turns)
        task.cancel()
      }
      try await eventually("the call ends") { end.hasPassed }
      #expect(await task.value == (call == .fetch ? nil : .cancellation))
    }
    // The call may end a moment before its request is aborted.
    try await eventually("the last request is aborted") { server.transport.inFlight == 0 }
  }
}
