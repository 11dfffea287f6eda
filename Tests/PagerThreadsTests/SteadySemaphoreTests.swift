import PagerThreads
import TestSupport
import Testing

@Suite("A semaphore that sleeps by a clock that cannot be set", .timeLimit(.minutes(1)))
struct SteadySemaphoreTests {
  @Test("n signals end n sleeps")
  func counts() {
    let semaphore = SteadySemaphore()
    for _ in 1...3 { semaphore.signal() }
    #expect(semaphore.sleep())
    #expect(semaphore.isSignalled())
    #expect(semaphore.sleep(until: .now))
    #expect(!semaphore.isSignalled())
    #expect(!semaphore.sleep(until: .now))
    #expect(!semaphore.sleep(until: Deadline(after: .milliseconds(5))))
    semaphore.signal()
    #expect(semaphore.sleep(until: Deadline(after: .milliseconds(5))))
  }

  @Test("Each signal ends one sleep of many threads, and none is lost")
  func crowd() async {
    let (semaphore, ended) = (SteadySemaphore(), SteadySemaphore())
    let sleeps = Notebook<Int>()
    async let sleepers = withTaskGroup { group in
      for _ in 1...4 {
        group.addTask {
          await onOwnThread {
            for number in 1...250 {
              semaphore.sleep()
              sleeps.note(number)
              ended.signal()
            }
          }
        }
      }
    }
    await onOwnThread {
      for _ in 1...500 {
        for _ in 1...2 { semaphore.signal() }
        for _ in 1...2 { ended.sleep() }
      }
    }
    _ = await sleepers
    #expect(sleeps.history.count == 1000)
    #expect(!semaphore.isSignalled() && !ended.isSignalled())
  }

  @Test("A thread that sleeps without a limit is woken")
  func wakes() async {
    let (semaphore, asleep) = (SteadySemaphore(), SteadySemaphore())
    async let woken = onOwnThread {
      asleep.signal()
      return semaphore.sleep(until: Deadline(after: .seconds(40 * 365 * 86_400)))
    }
    await onOwnThread { _ = asleep.sleep() }
    semaphore.signal()
    #expect(await woken)
  }
}
