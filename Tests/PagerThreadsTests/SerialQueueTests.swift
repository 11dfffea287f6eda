import Dispatch
import PagerThreads
import Testing

@Suite("A serial queue")
struct SerialQueueTests {
  @Test func runsJobsOfManyThreadsOneAtATimeAndEachThreadsInTheirOrder() {
    let queue = SerialQueue(label: "test")
    // Not atomic: two jobs at once would lose one.
    nonisolated(unsafe) var jobs: [(thread: Int, number: Int)] = []
    DispatchQueue.concurrentPerform(iterations: 4) { thread in
      for number in 0..<5_000 { queue.async { jobs.append((thread, number)) } }
    }
    waitForAll(queue)

    #expect(jobs.count == 20_000)
    for thread in 0..<4 {
      #expect(jobs.filter { $0.thread == thread }.map(\.number) == Array(0..<5_000))
    }
  }

  @Test("A job runs however late it comes", arguments: [0, 50, 190, 200, 210, 1_000])
  func runsEachJob(microseconds: UInt64) {
    let queue = SerialQueue(label: "test")
    let done = DispatchSemaphore(value: 0)
    for round in 0..<100 {
      queue.async { done.signal() }
      let isDone = done.wait(timeout: .now() + 10) == .success
      guard isDone else {
        Issue.record("job \(round) did not run")
        return
      }
      let start = DispatchTime.now().uptimeNanoseconds
      while DispatchTime.now().uptimeNanoseconds - start < microseconds * 1_000 {}
    }
  }

  @Test func runsAJobOfAJobAfterThoseThatWait() {
    let queue = SerialQueue(label: "test")
    let order = Lock<[String]>([])
    queue.async {
      queue.async { order.withLock { $0.append("inner") } }
      order.withLock { $0.append("outer") }
    }
    waitForAll(queue)
    waitForAll(queue)
    #expect(order.withLock { $0 } == ["outer", "inner"])
  }

  @Test func leavesSomebodysQueueToItsOtherJobsAtOnce() {
    let target = DispatchQueue(label: "another's")
    let queue = SerialQueue(label: "test", target: target)
    let order = Lock<[String]>([])
    let isGoing = DispatchSemaphore(value: 0)
    target.async { isGoing.wait() }
    queue.async { order.withLock { $0.append("ours") } }
    target.async { order.withLock { $0.append("theirs") } }
    isGoing.signal()
    target.sync {}
    waitForAll(queue)
    queue.async { order.withLock { $0.append("ours") } }
    waitForAll(queue)
    #expect(order.withLock { $0 } == ["ours", "theirs", "ours"])
  }

  @Test func knowsItsJobs() {
    let queue = SerialQueue(label: "test")
    let isCaller = Lock(false)
    queue.async { isCaller.withLock { $0 = queue.isCaller } }
    waitForAll(queue)
    #expect(isCaller.withLock { $0 })
    #expect(!queue.isCaller)
  }

  @Test func knowsItsJobsWhereverTheyRun() {
    let pool = WorkerPool(size: 1, stall: .seconds(600))
    let queue = SerialQueue(label: "test", pool: pool)
    let other = SerialQueue(label: "other", pool: pool)
    let answers = Lock<[Bool]>([])
    // On one thread, one after the other: what is left of the first is not taken for the second.
    for asked in [queue, other, queue] {
      queue.async { answers.withLock { $0.append(asked.isCaller) } }
      waitForAll(queue)
      other.async { answers.withLock { $0.append(asked.isCaller) } }
      waitForAll(other)
    }
    #expect(answers.withLock { $0 } == [true, false, false, true, true, false])
    let target = DispatchQueue(label: "another's")
    let elsewhere = SerialQueue(label: "test", target: target)
    let isCaller = Lock(false)
    elsewhere.async { isCaller.withLock { $0 = elsewhere.isCaller } }
    waitForAll(elsewhere)
    #expect(isCaller.withLock { $0 })
    #expect(!elsewhere.isCaller)
  }

  @Test func goesWithItsLastJob() async throws {
    weak var queue: SerialQueue?
    let hasRun = Lock(false)
    do {
      let strong = SerialQueue(label: "test")
      queue = strong
      strong.async { hasRun.withLock { $0 = true } }
    }
    for _ in 0..<1_000 where queue != nil { try await Task.sleep(for: .milliseconds(10)) }
    #expect(queue == nil)
    #expect(hasRun.withLock { $0 })
  }

  /// Returns once all jobs that were given before have run.
  private func waitForAll(_ queue: SerialQueue) {
    let end = DispatchSemaphore(value: 0)
    queue.async { end.signal() }
    end.wait()
  }
}
