import Foundation  // Thread
import PagerEngine
import PagerState
import TestSupport
import Testing

/// Everything is called at once. What happens is left to chance; what has to hold whatever happens is checked.
@Suite("Under eight threads", .timeLimit(.minutes(2)))
struct ConcurrencyTests {
  private static let threadCount = 8
  private static let callsPerThread = StressChance.count(4_000, long: 40_000)

  @Test(
    "every operation ends once, and all subscribers see the updates in one order",
    arguments: [PageRetention.all, .none])
  func everythingAtOnce(retention: PageRetention) throws {
    let chance = StressChance("Under eight threads")
    let loader = ScriptedLoader()
    let engine = PagerEngine(loader, retention: retention)
    let ledger = Ledger()
    // The witness is there from the first update to the last, so its history is the order in which they happened.
    let witness = try #require(engine.subscribe(ledger.sink))

    runThreads { thread in
      var caller = RandomCaller(
        chance.generator(thread), engine: engine, loader: loader, ledger: ledger, witness: witness)
      for _ in 0..<Self.callsPerThread { caller.callSomething() }
    }
    engine.close()

    #expect(ledger.violations.isEmpty, "\(chance)")
    #expect(ledger.accepted == ledger.ends.filter { $0.value == 1 }.count)
    #expect(ledger.accepted == ledger.ends.count)
    #expect(engine.read { $0.loading } == nil)

    let histories = ledger.histories
    let all = try #require(histories[witness])
    let places = Dictionary(all.enumerated().map { ($1, $0) }) { first, _ in first }
    #expect(places.count == all.count, "the witness was told something twice")
    for (subscriber, history) in histories {
      let seen = history.compactMap { places[$0] }
      #expect(seen.count == history.count, "subscriber \(subscriber.number) was told what never happened")
      // What a late subscriber is replayed may lie further back; from then on it misses nothing.
      let isInOrder = zip(seen, seen.dropFirst()).allSatisfy { $0 < $1 }
      let missesNothing = zip(seen.dropFirst(), seen.dropFirst(2)).allSatisfy { $0 + 1 == $1 }
      #expect(isInOrder && missesNothing, "\(chance): subscriber \(subscriber.number) saw \(seen)")
    }

    // Chance brought enough of everything to mean something.
    #expect(all.count > 500)
    #expect(histories.count > 50)
    #expect(ledger.accepted > 500)
    #expect(loader.history.contains { $0.hasPrefix("abort") })
  }

  private func runThreads(_ body: @escaping @Sendable (Int) -> Void) {
    let group = DispatchGroup()
    for thread in 0..<Self.threadCount {
      group.enter()
      Thread.detachNewThread {
        body(thread)
        group.leave()
      }
    }
    group.wait()
  }
}
