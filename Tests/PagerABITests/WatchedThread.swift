import Foundation
import Synchronization
import Testing

/// A thread that does one thing, of which a test can tell whether it sleeps.
final class WatchedThread: Sendable {
  /// The thread's file in /proc; nil until it runs.
  private let file = Mutex<String?>(nil)
  private let isOver = DispatchSemaphore(value: 0)

  init(_ body: @escaping @Sendable () -> Void) {
    Thread.detachNewThread {
      let path = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
      self.file.withLock { $0 = path.map { "/proc/\($0)/stat" } }
      body()
      self.isOver.signal()
    }
  }

  /// Waits until the thread sleeps in the kernel. What it runs must sleep in one place only, and not end meanwhile.
  func untilAsleep() {
    while true {
      let text = file.withLock { $0 }.flatMap { try? String(contentsOfFile: $0, encoding: .utf8) }
      if let text, text.drop(while: { $0 != ")" }).dropFirst(2).first == "S" { return }
      sched_yield()
    }
  }

  /// Waits until the thread has done its work.
  func join() {
    isOver.wait()
  }
}
