import Foundation  // Thread
import PagerThreads
import Testing

@Suite("What a thread waits with", .timeLimit(.minutes(1)))
struct WaitSemaphoreTests {
  private static let kinds = [false, true]

  @Test("n signals end n sleeps", arguments: kinds)
  func counts(isInterruptible: Bool) {
    let semaphore = WaitSemaphore(isInterruptible: isInterruptible)
    #expect(semaphore.isInterruptible == isInterruptible)
    for _ in 1...3 { semaphore.signal() }
    #expect(semaphore.sleep(until: .never) == .signalled)
    #expect(semaphore.isSignalled())
    #expect(semaphore.sleep(until: .now) == .signalled)
    #expect(!semaphore.isSignalled())
    #expect(semaphore.sleep(until: .now) == .timedOut)
    #expect(semaphore.sleep(until: Deadline(after: .milliseconds(5))) == .timedOut)
  }

  @Test("a signal from another thread ends a sleep", arguments: kinds)
  func wakes(isInterruptible: Bool) {
    let semaphore = WaitSemaphore(isInterruptible: isInterruptible)
    let thread = Thread { semaphore.signal() }
    thread.start()
    #expect(semaphore.sleep(until: .never) == .signalled)
  }

  @Test("two semaphores are never the same", arguments: kinds)
  func identity(isInterruptible: Bool) {
    let semaphore = WaitSemaphore(isInterruptible: isInterruptible)
    #expect(semaphore === semaphore)
    for other in Self.kinds { #expect(!(semaphore === WaitSemaphore(isInterruptible: other))) }
  }
}
