import Synchronization

/// What a callback was given so far; a test can wait for more. One wait at a time.
final class Collected<Value: Sendable>: Sendable {
  private let values = Mutex<[Value]>([])
  private let arrivals = AsyncStream.makeStream(of: Void.self)

  var all: [Value] { values.withLock { $0 } }

  func add(_ value: Value) {
    values.withLock { $0.append(value) }
    arrivals.continuation.yield()
  }

  /// Waits until there are so many at least. The time limit of a test ends the wait early.
  func wait(for count: Int) async -> [Value] {
    var iterator = arrivals.stream.makeAsyncIterator()
    while all.count < count, await iterator.next() != nil {}
    return all
  }
}
