import SwiftPager
import TestSupport
import Testing

/// Many tasks call everything at once. What happens is left to chance; what has to hold whatever happens is checked.
@Suite("stress", .timeLimit(.minutes(10)), .serialized)
struct StressTests {
  private static let taskCount = 16
  private static let callsPerRound = 100

  @Test(
    "every call ends once, and every subscriber gets each output once, in order, and nothing after it left",
    arguments: [1, 4])
  func everythingAtOnce(pagerCount: Int) async throws {
    let chance = StressChance("everything at once, pagers: \(pagerCount)")
    let server = HeroServer.crowd(chance.generator())
    var pagers = (0..<pagerCount).map { _ in HeroesPager.crowd(server) }
    let ledgers = pagers.map { CallLedger(of: $0) }

    // As long as it takes to see enough, or to run into the time limit.
    var hasSeenEnough = false
    var round = 0
    while round < StressChance.count(4, long: 60) || !hasSeenEnough, !Task.isCancelled {
      await callEverything(pagers, ledgers, server, chance, round)
      hasSeenEnough = ledgers.allSatisfy(\.hasSeenEnough) && !server.transport.cancelled.isEmpty
      round += 1
    }
    #expect(hasSeenEnough)

    // All of it still works; a walk may meet one of the server's failures.
    for pager in pagers {
      var walks = 0
      while RecordingSubscriber(pager).history.last?.notation != "1 2 3 4 [5] 6 7 8 9", walks < 50 {
        try await pager.loadAll()
        walks += 1
      }
      #expect(walks < 50, "\(chance)")
    }
    pagers.removeAll()
    for ledger in ledgers { try await ledger.check(chance) }
    #expect(server.transport.inFlight == 0, "\(chance)")
  }

  private func callEverything(
    _ pagers: [HeroesPager], _ ledgers: [CallLedger], _ server: HeroServer, _ chance: StressChance, _ round: Int
  ) async {
    await withTaskGroup { group in
      for task in 0..<Self.taskCount {
        group.addTask {
          var caller = RandomPagerCaller(
            chance.generator(1 + round * Self.taskCount + task), pager: pagers[task % pagers.count], server: server,
            ledger: ledgers[task % pagers.count])
          for _ in 0..<Self.callsPerRound { await caller.callSomething() }
          // Those of one round only, for all that stay are served with each output.
          caller.finish(keepingSubscriptions: round == 0)
        }
      }
    }
  }

  @Test("subscribers that come while pages arrive see each state once, in order, and miss none")
  func lateSubscribers() async throws {
    let chance = StressChance("late subscribers")
    for round in 0..<StressChance.count(20, long: 500) {
      let pager = HeroesPager.forward(.numbered(pages: 100))
      await pager.fetch()
      let subscribed = Notebook<Int>()
      let histories = try await withThrowingTaskGroup { group in
        for task in 0..<3 {
          group.addTask {
            var generator = chance.generator(3 * round + task)
            var histories: [[Int]] = []
            repeat {
              let counts = RecordingSubscriber(pager.compactMap { try? $0.get().nextPages.count })
              subscribed.note(task)
              let wanted = Int.random(in: 2...4, using: &generator)
              while counts.history.count < wanted, await pager.canLoadNext { await Task.yield() }
              counts.cancel()
              histories.append(counts.history)
            } while await pager.canLoadNext
            return histories
          }
        }
        // So each task sees the first output and the second at least, however the machine divides its time.
        try await eventually("all tasks subscribe") { Set(subscribed.history).count == 3 }
        while await pager.canLoadNext { try await pager.loadNext() }
        return try await group.reduce(into: [[Int]]()) { $0 += $1 }
      }
      for history in histories {
        #expect(history == Array((history.first ?? 0)..<(history.first ?? 0) + history.count), "\(chance)")
      }
      #expect(histories.count { $0.starts(with: [0, 1]) } >= 3, "\(chance)")
    }
  }
}
