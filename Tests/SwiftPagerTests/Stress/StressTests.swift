import Dispatch
import SwiftPager
import TestSupport
import Testing

/// Many tasks call everything at once. What happens is left to chance; what has to hold whatever happens is checked.
@Suite("stress", .timeLimit(.minutes(5)), .serialized)
struct StressTests {
  private static let taskCount = 16
  private static let callsPerTask = 400

  @Test("every call returns, and no subscriber's updates go backwards", arguments: [1, 4])
  func everythingAtOnce(pagerCount: Int) async throws {
    let server = HeroServer.crowd()
    let pagers = (0..<pagerCount).map { _ in HeroesPager.crowd(server) }
    let witnesses = pagers.map { RecordingSubscriber($0) }
    let ledger = CallLedger()

    try await withThrowingTaskGroup { group in
      for task in 0..<Self.taskCount {
        group.addTask {
          var caller = RandomPagerCaller(
            seed: UInt64(task), pager: pagers[task % pagerCount], server: server, ledger: ledger)
          for _ in 0..<Self.callsPerTask { await caller.callSomething() }
        }
      }
      try await group.waitForAll()
    }
    try await eventually("all completions were called") { ledger.begun == ledger.ended.count }

    for witness in witnesses { ledger.note(witness.history) }
    for history in ledger.histories {
      #expect(history.isInOrder, "\(history.map(\.notation))")
    }

    // Chance brought enough of everything to mean something.
    #expect(witnesses.reduce(0) { $0 + $1.history.count } > 20)
    #expect(ledger.histories.count > 100)
    #expect(ledger.begun > 100)
    #expect(Set(ledger.outcomes).isSuperset(of: [nil, .cancellation, .loadInProgress, .missingInitialPage]))
    #expect(!server.transport.cancelled.isEmpty)

    // And all of it still works; a walk may meet one of the server's failures.
    for pager in pagers {
      var walks = 0
      while RecordingSubscriber(pager).history.last?.notation != "1 2 3 4 [5] 6 7 8 9", walks < 50 {
        try await pager.loadAll()
        walks += 1
      }
      #expect(walks < 50)
    }
    #expect(server.transport.inFlight == 0)
  }

  @Test("subscribers that come while pages arrive see each state once, in order, and miss none")
  func lateSubscribers() async throws {
    for _ in 0..<20 {
      let pager = HeroesPager.forward(.numbered(pages: 100))
      await pager.fetch()
      let histories = try await withThrowingTaskGroup { group in
        for _ in 0..<3 {
          group.addTask {
            var histories: [[Int]] = []
            while await pager.canLoadNext {
              let counts = RecordingSubscriber(pager.compactMap { try? $0.get().nextPages.count })
              for _ in 0..<3 { await Task.yield() }
              counts.cancel()
              histories.append(counts.history)
            }
            return histories
          }
        }
        while await pager.canLoadNext { try await pager.loadNext() }
        return try await group.reduce(into: [[Int]]()) { $0 += $1 }
      }
      for history in histories {
        // A subscriber that left at once may have got nothing.
        guard let first = history.first else { continue }
        #expect(history == Array(first..<first + history.count))
      }
      #expect(histories.contains { $0.count > 1 })
    }
  }

  @Test("a pager may be dropped at any moment, also while its answer is being taken in")
  func dropping() async {
    // In a process of its own: a lock that is taken twice ends the process.
    await #expect(processExitsWith: .success) {
      let server = HeroServer { _ in HeroPage(names: ["Luke"]).answer }
      let ends = Notebook<PaginationError?>()
      var generator = SeededGenerator(seed: 7)
      for _ in 0..<4_000 {
        let pager = HeroesCallbackPager.forward(server)
        pager.begin(.fetch, ends)
        let moment = DispatchTime.now().uptimeNanoseconds + UInt64.random(in: 0...300_000, using: &generator)
        while DispatchTime.now().uptimeNanoseconds < moment {}
        // The pager goes here.
      }
      try await eventually("every fetch ends") { ends.history.count == 4_000 }
      #expect(Set(ends.history).isSubset(of: [nil, .cancellation]))
    }
  }
}
