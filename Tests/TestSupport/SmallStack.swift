import Dispatch
import Foundation  // Thread
import Synchronization

/// Runs `body` on a thread with a small stack: 512 KiB, which is what macOS gives to all but the main thread, or less.
///
/// An overflow ends the test process, so no expectation is needed to notice it.
///
/// - Returns: the result, or nil where there was none after a minute: what runs here guards against endless work too.
package func onSmallStack<Value: Sendable>(
  of byteCount: Int = 512 << 10, _ body: @escaping @Sendable () -> Value
) -> Value? {
  let box = ResultBox<Value>()
  let finished = DispatchSemaphore(value: 0)
  let thread = Thread {
    let value = body()
    box.value.withLock { $0 = value }
    finished.signal()
  }
  thread.stackSize = byteCount
  thread.start()
  guard finished.wait(timeout: .now() + 60) == .success else { return nil }
  return box.value.withLock { $0 }
}

/// Carries a result from one thread to another.
private final class ResultBox<Value: Sendable>: Sendable {
  let value = Mutex<Value?>(nil)
}
