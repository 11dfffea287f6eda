import SwiftPager
import Synchronization
import TestSupport
import Testing

/// A pager may be dropped at any moment, also while its answer is being taken in. The moments are the steps of a fetch
/// and what follows each of them, so the speed of the machine does not decide what is tried.
extension OwnProcessTests {
  @Suite("a pager that is dropped during its fetch", .timeLimit(.minutes(5)))
  struct DroppingAtStepsTests {
    @Test("the fetch ends once, with its page or with cancellation", arguments: FetchStep.allCases)
    func dropping(step: FetchStep) async {
      let chance = StressChance("dropped at: \(step)")
      let rounds = StressChance.count(300, long: 10_000)
      // A lock that is taken twice would end the process.
      await #expect(processExitsWith: .success) {
        [
          name = step.rawValue as String, seed = chance.seed as UInt64, rounds = rounds as Int
        ] in
        await OwnProcess.run(within: 100 + UInt32(rounds) / 10) {
          let step = try #require(FetchStep(rawValue: name))
          let server = HeroServer { _ in HeroPage(names: ["Luke"], next: "c1").answer }
          let ends = Notebook<PaginationError?>()
          var generator = SeededGenerator(seed: seed)
          for round in 1...rounds {
            let pager = SteppedPager(server)
            let hasCome = Moment()
            // By the step itself, on the pager's own queue, or by another thread at about the same time.
            let isDroppedInside = Bool.random(using: &generator)
            FetchStep.watch(step) {
              if isDroppedInside { pager.drop() }
              hasCome.pass()
            }
            pager.fetch { ends.note($0) }
            let turns = Int.random(in: 0..<2_000, using: &generator)
            let came = await onOwnThread {
              let came = hasCome.wait(andSpin: turns)
              pager.drop()
              return came
            }
            try #require(came)
            try await eventually("the fetch ends") { ends.history.count >= round }
          }
          #expect(ends.history.count == rounds)
          #expect(Set(ends.history).isSubset(of: [nil, .cancellation]))
        }
      }
    }
  }
}

/// What a fetch makes the code of its user do, in this order.
enum FetchStep: String, CaseIterable {
  case beginning, encoding, decoding, extracting, resolving, transforming, receiving, completing

  /// One fetch at a time is watched in a process.
  private static let watched = Mutex<(step: FetchStep, action: @Sendable () -> Void)?>(nil)

  /// Calls a function, once, when a fetch next comes to a step.
  static func watch(_ step: FetchStep, _ action: @escaping @Sendable () -> Void) {
    watched.withLock { $0 = (step, action) }
  }

  /// Called by the code of a user that is this step.
  func reach() {
    let action = Self.watched.withLock { watched -> (@Sendable () -> Void)? in
      guard watched?.step == self else { return nil }
      return watched.take()?.action
    }
    action?()
  }
}

/// Tests that run in processes of their own, one after the other: waiting for a process takes a thread of the pool that
/// runs all tests, and there may be two.
@Suite("in a process of its own", .serialized)
enum OwnProcessTests {}
