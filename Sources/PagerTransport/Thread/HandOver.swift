import PagerLocks

/// Carries a value to another thread, which takes it out: afterwards nothing on this side holds it.
final class HandOver<Value>: Sendable {
  private let value: Mutex<Value?>

  /// Takes a value that the caller uses no more.
  init(_ value: sending Value) {
    self.value = Mutex(value)
  }

  /// The value, the first time.
  func take() -> sending Value? {
    value.withLock { $0.take() }
  }
}
