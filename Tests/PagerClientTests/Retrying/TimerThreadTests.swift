import Synchronization
import TestSupport
import Testing

@testable import PagerClient

@Suite("Timers run when their time comes", .timeLimit(.minutes(1)))
struct TimerThreadTests {
  private let timers = TimerThread()
  private let ran = Notebook<Int>()

  private func add(_ number: Int, after delay: Duration) throws -> TimerID {
    let timer = timers.add(delay) { [ran] in ran.note(number) }
    return try #require(timer)
  }

  @Test("An earlier one wakes the thread that sleeps until a later one")
  func earlier() async throws {
    let last = try add(0, after: .seconds(1000))
    for round in 1...20 {
      _ = try add(round, after: .milliseconds(1))
      try await eventually("timer \(round) runs", within: .seconds(5)) { ran.history == Array(1...round) }
    }
    timers.remove(last)
  }

  @Test func inTheOrderOfTheirTimes() async throws {
    for (delay, number) in [(60, 3), (20, 1), (40, 2)] {
      _ = try add(number, after: .milliseconds(delay))
    }
    try await eventually("all have run") { ran.history.count == 3 }
    #expect(ran.history == [1, 2, 3])
  }

  @Test func oneThatWasRemovedDoesNotRun() async throws {
    let removed = try add(1, after: .milliseconds(30))
    _ = try add(2, after: .milliseconds(60))
    timers.remove(removed)
    try await eventually("the other one has run") { !ran.history.isEmpty }
    #expect(ran.history == [2])
  }
}
