import PagerThreads
import Testing

@testable import PagerABI

@Suite("Calls that wait")
struct WaitingCallsTests {
  private let dispatch = RunProgress.Goal.dispatch(limit: 1)
  private let unreached = RunProgress.Goal.wait(isReached: { false })
  private let reached = RunProgress.Goal.wait(isReached: { true })

  @Test("an event wakes only the thread that began to wait last")
  func last() {
    var threads = WaitingCalls()
    _ = add(to: &threads, for: dispatch)
    let second = add(to: &threads, for: unreached)
    threads.summon { _ in true }
    expectWoken(&threads, [second])
    expectWoken(&threads, [])
  }

  @Test("while a woken thread is on its way, further events wake no other")
  func burst() {
    var threads = WaitingCalls()
    let first = add(to: &threads, for: dispatch)
    let second = add(to: &threads, for: dispatch)
    for _ in 1...3 { threads.summon { _ in true } }
    expectWoken(&threads, [second])
    threads.hasCome(second, wasWoken: true)
    threads.summon { _ in true }
    expectWoken(&threads, [first])
  }

  @Test("only a thread that can run the event is woken")
  func able() {
    var threads = WaitingCalls()
    let first = add(to: &threads, for: dispatch)
    _ = add(to: &threads, for: unreached)
    threads.summon { if case .dispatch = $0 { true } else { false } }
    expectWoken(&threads, [first])
  }

  @Test("the end of an operation wakes those that wait for it, and no dispatch")
  func reachedOnly() {
    var threads = WaitingCalls()
    let all = [reached, dispatch, unreached, reached].map { add(to: &threads, for: $0) }
    threads.wakeReached()
    expectWoken(&threads, [all[0], all[3]])
    threads.wakeAll()
    expectWoken(&threads, [all[1], all[2]])
  }

  @Test("an update wakes one of the threads that pull it, and the end wakes all of them")
  func pullers() throws {
    let pager = try CallbackFixture().pager
    let own = PulledUpdates(of: .subscription, of: pager)
    let other = PulledUpdates(of: .subscription, of: pager)
    var threads = WaitingCalls()
    let all = [own, own, other].map { add(to: &threads, for: .pull($0)) } + [add(to: &threads, for: dispatch)]
    threads.wakePuller(of: own)
    expectWoken(&threads, [all[1]])
    threads.wakePullers(of: own)
    expectWoken(&threads, [all[0]])
    threads.wakePullers(of: other)
    expectWoken(&threads, [all[2]])
  }

  @Test("no event wakes a thread that has given up")
  func removed() {
    var threads = WaitingCalls()
    let first = add(to: &threads, for: dispatch)
    let second = add(to: &threads, for: dispatch)
    threads.hasCome(second, wasWoken: false)
    threads.summon { _ in true }
    threads.summon { _ in true }
    expectWoken(&threads, [first])
  }

  /// A thread begins to wait.
  private func add(to threads: inout WaitingCalls, for goal: RunProgress.Goal) -> WaitSemaphore {
    let semaphore = WaitSemaphore()
    threads.add(semaphore, for: goal)
    return semaphore
  }

  private func expectWoken(_ threads: inout WaitingCalls, _ expected: [WaitSemaphore]) {
    var woken: [WaitSemaphore] = []
    threads.takeWoken().visit { woken.append($0) }
    #expect(woken.count == expected.count && zip(woken, expected).allSatisfy { $0 === $1 })
  }
}
