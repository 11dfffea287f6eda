import Testing

@testable import PagerABI

@Suite("Threads that wait")
struct WaitingThreadsTests {
  private let dispatch = EventQueue.Goal.dispatch(limit: 1)
  private let unreached = EventQueue.Goal.wait(isReached: { false })
  private let reached = EventQueue.Goal.wait(isReached: { true })

  @Test("an event wakes the one thread that came last")
  func last() {
    var threads = WaitingThreads()
    _ = threads.add(for: dispatch)
    let second = threads.add(for: unreached)
    threads.wakeLast()
    expectWoken(&threads, [ObjectIdentifier(second.semaphore)])
    expectWoken(&threads, [])
  }

  @Test("the end of an operation wakes those that wait for it, and no dispatch")
  func reachedOnly() {
    var threads = WaitingThreads()
    let all = [reached, dispatch, unreached, reached].map { threads.add(for: $0) }
    threads.wakeReached()
    expectWoken(&threads, [ObjectIdentifier(all[0].semaphore), ObjectIdentifier(all[3].semaphore)])
    threads.wakeAll()
    expectWoken(&threads, [ObjectIdentifier(all[1].semaphore), ObjectIdentifier(all[2].semaphore)])
  }

  @Test("a wake is for a dispatch, and for one only")
  func dispatchOnly() {
    var threads = WaitingThreads()
    let hasNone = threads.wakeDispatch()
    #expect(!hasNone)
    let all = [dispatch, dispatch, unreached].map { threads.add(for: $0) }
    let hasOne = threads.wakeDispatch()
    #expect(hasOne)
    expectWoken(&threads, [ObjectIdentifier(all[1].semaphore)])
    #expect(all.map(\.isWoken) == [false, true, false])
  }

  @Test("a thread that has given up is not woken")
  func removed() {
    var threads = WaitingThreads()
    let first = threads.add(for: dispatch)
    let second = threads.add(for: dispatch)
    threads.remove(second)
    threads.wakeLast()
    threads.wakeLast()
    expectWoken(&threads, [ObjectIdentifier(first.semaphore)])
  }

  private func expectWoken(_ threads: inout WaitingThreads, _ expected: [ObjectIdentifier]) {
    let woken = threads.takeWoken().map { ObjectIdentifier($0) }
    #expect(woken == expected)
  }
}
