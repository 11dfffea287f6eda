import PagerThreads
import Testing

@testable import PagerABI

@Suite("The waits that a wake ends")
struct WakesTests {
  private var wakes = Wakes()

  /// A call that waits without a limit.
  private func call() -> RunProgress {
    RunProgress(.dispatch(limit: .max), until: .never)
  }

  /// A call begins, and finds nothing to run: it returns early, or waits.
  private mutating func expectNewCall(_ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation) {
    var call = call()
    wakes.begin(&call)
    expect(call, outcome, sourceLocation: sourceLocation)
  }

  private mutating func expect(
    _ call: RunProgress, _ outcome: Outcome, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    let isInterrupted = wakes.interrupt(call)
    #expect(isInterrupted == (outcome == .returns), sourceLocation: sourceLocation)
  }

  private enum Outcome {
    case returns, waits
  }

  /// A call begins, and goes to sleep.
  private mutating func sleep() -> RunProgress {
    var sleeper = call()
    wakes.begin(&sleeper)
    wakes.beginSleep(of: sleeper)
    return sleeper
  }

  @Test("without a wake no wait ends")
  mutating func none() {
    expectNewCall(.waits)
  }

  @Test("several wakes without a waiting thread end one later wait")
  mutating func pending() {
    for _ in 1...3 { wakes.wake() }
    expectNewCall(.returns)
    expectNewCall(.waits)
  }

  @Test("a wake ends all waits under way, and none that begins later")
  mutating func sleepers() {
    let sleepers = [sleep(), sleep()]
    wakes.wake()
    for sleeper in sleepers {
      wakes.endSleep(of: sleeper)
      expect(sleeper, .returns)
    }
    expectNewCall(.waits)
  }

  @Test("a wake ends the wait of a thread that is running a callback")
  mutating func runner() {
    var runner = call()
    wakes.begin(&runner)
    wakes.beginRun(by: runner)
    wakes.wake()
    wakes.endRun()
    expect(runner, .returns)
    expectNewCall(.waits)
  }

  @Test("a wake during a call that does not wait ends the next wait")
  mutating func poll() {
    var poll = RunProgress(.dispatch(limit: .max), until: .now)
    wakes.begin(&poll)
    wakes.beginRun(by: poll)
    wakes.wake()
    wakes.endRun()
    expectNewCall(.returns)
  }

  @Test("a wake after the last waiting thread has gone ends the next wait")
  mutating func gone() {
    let sleeper = sleep()
    wakes.endSleep(of: sleeper)
    wakes.wake()
    expectNewCall(.returns)
  }
}
