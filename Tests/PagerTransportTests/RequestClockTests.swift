import PagerTransport
import Synchronization
import TestSupport
import Testing

@Suite("A clock for requests", .timeLimit(.minutes(1)))
struct RequestClockTests {
  @Test("An earlier time wakes the thread that sleeps until a later one")
  func earlier() async throws {
    let clock = RequestClock()
    let ticks = Mutex(0)
    let tick: RequestClock.Tick = {
      ticks.withLock { $0 += 1 }
      return .now.advanced(by: .seconds(1000))
    }
    for round in 1...20 {
      clock.wake(at: .now.advanced(by: .milliseconds(1)), tick)
      try await eventually("tick \(round)", within: .seconds(5)) { ticks.withLock { $0 } == round }
    }
    clock.stop()
  }

  @Test("What asks for a later time changes nothing")
  func later() async throws {
    let clock = RequestClock()
    let ticks = Mutex(0)
    let tick: RequestClock.Tick = {
      ticks.withLock { $0 += 1 }
      return nil
    }
    clock.wake(at: .now.advanced(by: .milliseconds(50)), tick)
    clock.wake(at: .now.advanced(by: .seconds(1000)), tick)
    try await eventually("the earlier time comes", within: .seconds(5)) { ticks.withLock { $0 } == 1 }
    clock.stop()
  }
}
