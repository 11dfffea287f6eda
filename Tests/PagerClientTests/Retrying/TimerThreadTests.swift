import Synchronization
import TestSupport
import Testing

@testable import PagerClient

@Suite("Timers run when their time comes", .timeLimit(.minutes(1)))
struct TimerThreadTests {
  private let timers = TimerThread()
  private let ran = Notebook<Int>()

  @Test("An earlier one wakes the thread that sleeps until a later one")
  func earlier() async throws {
    let last = try #require(timers.add(.seconds(1000)) {})
    for round in 1...20 {
      _ = try #require(timers.add(.milliseconds(1)) { [ran] in ran.note(round) })
      try await eventually("timer \(round) runs", within: .seconds(5)) { ran.history == Array(1...round) }
    }
    timers.remove(last)
  }

  @Test func inTheOrderOfTheirTimes() async throws {
    for (delay, number) in [(60, 3), (20, 1), (40, 2)] {
      _ = try #require(timers.add(.milliseconds(delay)) { [ran] in ran.note(number) })
    }
    try await eventually("all have run") { ran.history.count == 3 }
    #expect(ran.history == [1, 2, 3])
  }

  @Test func oneThatWasRemovedDoesNotRun() async throws {
    let removed = try #require(timers.add(.milliseconds(30)) { [ran] in ran.note(1) })
    _ = try #require(timers.add(.milliseconds(60)) { [ran] in ran.note(2) })
    timers.remove(removed)
    try await eventually("the other one has run") { !ran.history.isEmpty }
    #expect(ran.history == [2])
  }
}
