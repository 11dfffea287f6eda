import Foundation  // Thread
import Synchronization
import Testing

/// A thread that does one thing, of which a test can tell whether it sleeps.
final class WatchedThread: Sendable {
  /// The thread's file in /proc; nil until it runs.
  private let file = Mutex<String?>(nil)
  private let isOver = Atomic(false)
  private let ended = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      self.file.withLock { $0 = path.map { "/proc/\($0)/stat" } }
      body()
      self.isOver.store(true, ordering: .releasing)
      self.ended.signal()
    }
  }

  /// Waits until the thread sleeps in the kernel, or has ended. What it runs must sleep in one place only.
  func untilAsleep() {
    while !isOver.load(ordering: .acquiring) {
      let text = file.withLock { $0 }.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
      if let text, text.drop(while: { $0 != ")" }).dropFirst(2).first == "S" { return }
      sched_yield()
    }
  }

  /// Waits until the thread has done its work. One that sleeps on, because nothing woke it, fails the test.
  func join() {
    #expect(ended.wait(timeout: .now() + 20) == .success, "a thread was not woken")
  }
}
