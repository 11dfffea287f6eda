import Synchronization
import TestSupport
import Testing

@testable import PagerABI

@Suite("The table of handles", .timeLimit(.minutes(1)))
struct HandleTableTests {
  @Test("Threads that make the first handles of a process at once find each other's objects")
  func firstHandles() async {
    let (count, threads) = (StressChance.count(50, long: 20_000), 3)
    let processes = (0..<count).map { _ in NewProcess(threads: threads) }
    // A child of fork finds its parent's table, and its threads make the first handles, too.
    let generations = 2
    await inRounds(count * generations * 2, threads: threads) { round, thread in
      let (process, generation) = (processes[round / 2 / generations], UInt32(round / 2 % generations))
      if round.isMultiple(of: 2) {
        // In half of the processes the threads make the table together. In the others they also find it made.
        for _ in 0..<(round / 4 % 2 * thread * 50) { _ = process.foundCount }
        process.makeHandle(on: thread, of: generation)
      } else {
        process.lookUp(of: generation)
      }
    }
    for process in processes {
      #expect(process.foundCount == generations * threads * threads)
      #expect(process.strangeCount == 0, "a child found an object of its parent")
    }
  }
}

/// A process whose threads have made no handle yet.
private final class NewProcess: Sendable {
  private final class Marked: Handled {
    static let handleName: StaticString = "mark"

    let thread: Int

    init(_ thread: Int) { self.thread = thread }
  }

  private let current = CurrentTable()
  /// The handle of each thread.
  private let handles: Mutex<[UInt]>
  private let parentHandles = Mutex<[UInt]>([])
  private let found = Atomic(0)
  private let strange = Atomic(0)

  init(threads: Int) {
    handles = Mutex(Array(repeating: 0, count: threads))
  }

  var foundCount: Int { found.load(ordering: .relaxed) }
  var strangeCount: Int { strange.load(ordering: .relaxed) }

  func makeHandle(on thread: Int, of generation: UInt32) {
    // Before the lock, which would order the threads.
    let handle = UInt(bitPattern: current.table(of: generation).insert(Marked(thread)))
    let before = handles.withLock { handles in
      defer { handles[thread] = handle }
      return handles[thread]
    }
    if generation > 0 { parentHandles.withLock { $0.append(before) } }
  }

  /// Looks for what all threads have made.
  func lookUp(of generation: UInt32) {
    let table = current.table(of: generation)
    for (thread, handle) in handles.withLock({ $0 }).enumerated() {
      let object = table.find(OpaquePointer(bitPattern: handle), as: Marked.self)
      if object?.thread == thread { found.add(1, ordering: .relaxed) }
    }
    for handle in parentHandles.withLock({ $0 })
    where table.find(OpaquePointer(bitPattern: handle), as: Marked.self) != nil {
      strange.add(1, ordering: .relaxed)
    }
  }
}
