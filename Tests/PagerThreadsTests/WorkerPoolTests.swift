import Dispatch
import TestSupport
import Testing

@testable import PagerThreads

@Suite("Workers: the threads of many serial queues", .timeLimit(.minutes(1)))
struct WorkerPoolTests {
  /// Counts the jobs that run side by side.
  private final class SideBySide: Sendable {
    private let counts = Lock((now: 0, most: 0, done: 0))

    var most: Int { counts.withLock { $0.most } }
    var done: Int { counts.withLock { $0.done } }

    func job() {
      counts.withLock { counts in
        counts.now += 1
        counts.most = max(counts.most, counts.now)
      }
      let end = DispatchTime.now().uptimeNanoseconds + 100_000
      while DispatchTime.now().uptimeNanoseconds < end {}
      counts.withLock { counts in
        counts.now -= 1
        counts.done += 1
      }
    }
  }

  @Test("Each worker runs one job at a time, however many queues are busy")
  func few() async throws {
    // No worker counts as stuck here, however slow the machine is.
    let pool = WorkerPool(size: 3, stall: .seconds(600))
    let queues = (0..<200).map { SerialQueue(label: "test \($0)", pool: pool) }
    let jobs = SideBySide()
    for queue in queues { for _ in 0..<5 { queue.async { jobs.job() } } }
    try await eventually("all jobs have run") { jobs.done == 1_000 }
    #expect((2...3).contains(jobs.most))
    try await eventually("the workers leave") { pool.load == (busy: 0, moving: 0) }
  }

  @Test("Jobs that block hold up no other queue, and their workers count again afterwards", arguments: [1, 4])
  func blocked(size: Int) async throws {
    let pool = WorkerPool(size: size, stall: .milliseconds(2))
    let gate = Gate()
    let blocked = (0..<70).map { SerialQueue(label: "blocked \($0)", pool: pool) }
    let ends = Notebook<Int>()
    for (number, queue) in blocked.enumerated() {
      queue.async { gate.pass() }
      queue.async { ends.note(number) }
    }
    try await eventually("all are blocked") { gate.arrivalCount == 70 }
    let other = Notebook<Int>()
    let queue = SerialQueue(label: "other", pool: pool)
    for number in 0..<100 { queue.async { other.note(number) } }
    try await eventually("the other one goes on") { other.history.count == 100 }
    #expect(ends.history.isEmpty)
    for _ in blocked { gate.open() }
    try await eventually("the blocked ones go on") { ends.history.count == 70 }
    try await eventually("the workers leave") { pool.load == (busy: 0, moving: 0) }
    // What they take no more is taken again.
    let done = DispatchSemaphore(value: 0)
    queue.async { done.signal() }
    let isDone = await onOwnThread { done.wait(timeout: .now() + 30) == .success }
    #expect(isDone)
  }

  @Test("Blocking jobs hold up no other queue the second time, either")
  func blockedAgain() async throws {
    let pool = WorkerPool(size: 1, stall: .milliseconds(2))
    for round in 1...3 {
      let gate = Gate()
      SerialQueue(label: "blocked", pool: pool).async { gate.pass() }
      try await eventually("it is blocked") { gate.arrivalCount == 1 }
      let turns = Notebook<Int>()
      SerialQueue(label: "other", pool: pool).async { turns.note(round) }
      try await eventually("the other one goes on") { turns.history == [round] }
      gate.open()
      try await eventually("the workers leave") { pool.load == (busy: 0, moving: 0) }
      // The watch looks once more, and ends.
      try await Task.sleep(for: .milliseconds(20))
    }
  }

  @Test("A queue that is never empty makes way for one that waits")
  func endless() async throws {
    let pool = WorkerPool(size: 1, stall: .seconds(600))
    let endless = SerialQueue(label: "endless", pool: pool)
    let isOver = Lock(false)
    @Sendable func goOn() {
      if !isOver.withLock({ $0 }) { endless.async { goOn() } }
    }
    endless.async { goOn() }
    let turns = Notebook<Int>()
    let other = SerialQueue(label: "other", pool: pool)
    for number in 0..<3 {
      other.async { turns.note(number) }
      try await eventually("it has its turn") { turns.history.count == number + 1 }
    }
    isOver.withLock { $0 = true }
    try await eventually("the worker leaves") { pool.load == (busy: 0, moving: 0) }
  }

  @Test("A worker that was stuck leaves the work to the one that has taken its place")
  func places() async throws {
    let pool = WorkerPool(size: 1, stall: .milliseconds(2))
    let isOver = Lock(false)
    @Sendable func goOn(_ queue: SerialQueue) {
      if !isOver.withLock({ $0 }) { queue.async { goOn(queue) } }
    }
    let gate = Gate()
    let blocked = SerialQueue(label: "blocked", pool: pool)
    blocked.async {
      gate.pass()
      goOn(blocked)
    }
    try await eventually("it is blocked") { gate.arrivalCount == 1 }
    // Never empty, and one of them always waits.
    for queue in [SerialQueue(label: "busy", pool: pool), SerialQueue(label: "busy, too", pool: pool)] {
      queue.async { goOn(queue) }
    }
    try await eventually("another worker has its place") { pool.load == (busy: 2, moving: 1) }
    gate.open()
    try await eventually("one of them leaves") { pool.load == (busy: 1, moving: 1) }
    isOver.withLock { $0 = true }
    try await eventually("the other one leaves") { pool.load == (busy: 0, moving: 0) }
  }

  @Test("A queue that has made way does not count as a caller on the thread that serves another one")
  func callers() async throws {
    let pool = WorkerPool(size: 1, stall: .seconds(600))
    let gate = Gate()
    let first = SerialQueue(label: "first", pool: pool)
    let second = SerialQueue(label: "second", pool: pool)
    let isCaller = Notebook<Bool>()
    first.async { gate.pass() }
    first.async { isCaller.note(first.isCaller) }
    second.async { isCaller.note(first.isCaller) }
    gate.open()
    try await eventually("both have run") { isCaller.history.count == 2 }
    // The second one's came before the first one's second.
    #expect(isCaller.history == [false, true])
  }

  @Test("Jobs that wait for one another do not deadlock a smaller pool")
  func chain() async throws {
    let pool = WorkerPool(size: 1, stall: .milliseconds(2))
    let semaphores = (0..<20).map { _ in DispatchSemaphore(value: 0) }
    let ends = Notebook<Int>()
    for number in 0..<20 {
      SerialQueue(label: "link", pool: pool).async {
        if number < 19 { semaphores[number + 1].wait() }
        ends.note(number)
        semaphores[number].signal()
      }
    }
    try await eventually("all have run") { ends.history.count == 20 }
    #expect(ends.history == (0..<20).reversed())
  }
}

extension WorkerPool {
  /// How many workers do something, and how many of them are not stuck.
  fileprivate var load: (busy: Int, moving: Int) { state.withLock { ($0.busy.count, $0.moving) } }
}
