import Synchronization

/// Keeps values in the order in which they come, from any thread.
package final class Notebook<Value: Sendable>: Sendable {
  private let notes = Mutex<[Value]>([])

  package init() {}

  /// The values so far, in order.
  package var history: [Value] { notes.withLock { $0 } }

  package func note(_ value: Value) {
    notes.withLock { $0.append(value) }
  }
}
