import Synchronization
import TestSupport
import Testing

@testable import PagerABI

@Suite("What keeps a client or a pager at work", .timeLimit(.minutes(1)))
struct KeepersTests {
  @Test("Exactly one of many threads takes the last handle away, and sees what the others did")
  func lastOne() async {
    let (count, threads) = (StressChance.count(100, long: 200_000), 3)
    let objects = (0..<count).map { _ in Kept(threads: threads) }
    await inRounds(count, threads: threads) { round, thread in
      let object = objects[round]
      for _ in 0..<3 { object.use(on: thread) }
      // The handle that the object begins with.
      if thread == 0 { object.letGo() }
    }
    for object in objects {
      #expect(object.endCount == 1)
      #expect(object.seenAtEnd == object.useCount)
      #expect(!object.canBeKept)
    }
  }
}

/// Memory that its last user frees. `@unchecked`: the keepers say who uses it.
private final class Kept: @unchecked Sendable {
  private let keepers = Keepers()
  /// How often each thread has used it.
  private let uses: UnsafeMutablePointer<Int>
  private let threads: Int
  private let used = Atomic(0)
  private let ends = Atomic(0)
  private let seen = Atomic(0)

  init(threads: Int) {
    self.threads = threads
    uses = .allocate(capacity: threads)
    uses.initialize(repeating: 0, count: threads)
  }

  // Relaxed, because these numbers must order nothing. The end of the threads does.
  var useCount: Int { used.load(ordering: .relaxed) }
  var endCount: Int { ends.load(ordering: .relaxed) }
  var seenAtEnd: Int { seen.load(ordering: .relaxed) }
  var canBeKept: Bool { keepers.add() }

  func use(on thread: Int) {
    guard keepers.add() else { return }
    uses[thread] += 1
    used.add(1, ordering: .relaxed)
    letGo()
  }

  func letGo() {
    guard keepers.remove() else { return }
    // Only the first one, so that a mistake fails the test and not the process.
    guard ends.add(1, ordering: .relaxed).newValue == 1 else { return }
    // ThreadSanitizer would not see what `reduce` reads.
    var sum = 0
    for thread in 0..<threads { sum += uses[thread] }
    seen.store(sum, ordering: .relaxed)
    uses.deallocate()
  }
}
