import Foundation  // Thread
import Testing

/// What the body of a test does that runs in a process of its own.
package enum OwnProcess {
  /// The exit code of a process that took too long.
  package static let tookTooLong: Int32 = 99

  /// Runs the body of such a test.
  ///
  /// An error becomes an issue, which the test shows; by itself it would only be a crash. And a process that hangs is
  /// ended: the limit of a test ends the waiting of its task, and not the process that it waits for.
  package static func run(
    within seconds: UInt32 = 100, isolation: isolated (any Actor)? = #isolation, _ body: () async throws -> Void
  ) async {
    Thread.detachNewThread {
      // A signal ends a sleep early; some calls send one to every thread.
      var left = seconds
      while left > 0 { left = sleep(left) }
      _exit(tookTooLong)
    }
    do {
      try await body()
    } catch {
      Issue.record(error)
    }
  }
}

/// Runs something that waits, on a thread of its own: those that run the tests are few.
package func onOwnThread<Value: Sendable>(_ body: @escaping @Sendable () -> Value) async -> Value {
  await withCheckedContinuation { continuation in
    Thread.detachNewThread { continuation.resume(returning: body()) }
  }
}
