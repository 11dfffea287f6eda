import PagerLocks

/// A transport's loop, for the thread that drives: it alone may touch what is inside.
///
/// Unchecked because the loop is not `Sendable`. The driver's seat ensures that one thread at a time has it. The loop
/// is not retained: its own thread keeps it until no thread drives, and frees it.
struct DrivenLoop: @unchecked Sendable {
  private let loop: Unmanaged<TransferLoop>

  init(_ loop: TransferLoop) {
    self.loop = .passUnretained(loop)
  }

  func use<Result, Failure: Error>(
    _ body: (TransferLoop) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try body(loop.takeUnretainedValue())
  }
}

/// A thread that has just been started, and what wakes it: while it drives, and while it does not.
struct StartedThread: ~Copyable {
  let thread: NetworkThread
  let bell: Bell
  let alarm: Alarm
}

/// Carries a value to another thread, which takes it out: afterwards nothing on this side holds it.
final class HandOver<Value>: Sendable {
  private let value: Lock<Value?>

  /// Takes a value that the caller uses no more.
  init(_ value: sending Value) {
    self.value = Lock(value)
  }

  /// The value, the first time.
  func take() -> sending Value? {
    value.withLock { $0.take() }
  }
}
