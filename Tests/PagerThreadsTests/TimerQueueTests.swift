import PagerThreads
import TestSupport
import Testing

@Suite("Timers run when their time comes", .timeLimit(.minutes(1)))
struct TimerQueueTests {
  private let timers = TimerQueue()
  private let ran = Notebook<Int>()

  private func add(_ number: Int, after delay: Duration) throws -> TimerID {
    let timer = timers.add(after: delay) { [ran] in ran.note(number) }
    return try #require(timer)
  }

  @Test("An earlier one wakes the thread that sleeps until a later one")
  func earlier() async throws {
    let last = try add(0, after: .seconds(1000))
    for round in 1...20 {
      _ = try add(round, after: .milliseconds(1))
      try await eventually("timer \(round) runs") { ran.history == Array(1...round) }
    }
    timers.remove(last)
  }

  @Test func inTheOrderOfTheirTimes() async throws {
    // Far enough apart for a thread that stands still between two of them.
    for (delay, number) in [(900, 3), (300, 1), (600, 2)] {
      _ = try add(number, after: .milliseconds(delay))
    }
    try await eventually("all have run") { ran.history.count == 3 }
    #expect(ran.history == [1, 2, 3])
  }

  @Test func oneThatWasRemovedDoesNotRun() async throws {
    let removed = try add(1, after: .milliseconds(900))
    _ = try add(2, after: .milliseconds(1_000))
    timers.remove(removed)
    try await eventually("the other one has run") { !ran.history.isEmpty }
    #expect(ran.history == [2])
  }

  @Test("Removing one of many leaves the others", arguments: [0, 1, 57, 98, 99])
  func many(removed: Int) async throws {
    let ids = try (0..<100).map { try add($0, after: .milliseconds(1_000 + $0 % 7)) }
    timers.remove(ids[removed])
    timers.remove(ids[removed])
    try await eventually("the others have run") { ran.history.count == 99 }
    #expect(Set(ran.history) == Set(0..<100).subtracting([removed]))
  }

  @Test("A later timer changes nothing")
  func later() async throws {
    _ = try add(1, after: .milliseconds(50))
    _ = try add(2, after: .seconds(1000))
    try await eventually("the earlier one runs") { ran.history == [1] }
    timers.stop()
  }

  @Test("A queue that was stopped runs nothing and takes nothing")
  func stopped() async throws {
    _ = try add(1, after: .milliseconds(500))
    timers.stop()
    #expect(timers.add(after: .zero) {} == nil)
    try await Task.sleep(for: .milliseconds(600))
    #expect(ran.history.isEmpty)
  }

  @Test("The thread ends once nothing is left to wait for, and another one begins with the next timer")
  func lastTimer() async throws {
    weak var timers: TimerQueue?
    do {
      let made = TimerQueue()
      timers = made
      for round in 1...2 {
        let timer = try #require(made.add(after: .seconds(3600)) {})
        _ = made.add(after: .milliseconds(1)) { [ran] in ran.note(round) }
        try await eventually("the first one runs") { ran.history.last == round }
        made.remove(timer)
        // The thread of the first round has ended by then.
        if round == 1 { try await Task.sleep(for: .milliseconds(1_200)) }
      }
    }
    try await eventually("the thread lets go") { timers == nil }
  }
}
