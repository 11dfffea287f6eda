import DequeModule
import PagerClient
import PagerThreads

/// Elements that wait for a consumer, in order. A change replaces the change that waits directly before it, because the
/// newer one shows everything that is known by now. The queue of a slow consumer therefore does not grow with the
/// changes.
package struct ChangeQueue<Element> {
  private var waiting = Deque<(element: Element, isChange: Bool)>()

  package init() {}

  package var first: Element? { waiting.first?.element }

  /// - Parameter isChange: whether it shows the same as the element before it, but in its present state.
  /// - Returns: the element that it replaces.
  package mutating func put(_ element: Element, isChange: Bool) -> Element? {
    let replaced = isChange && waiting.last?.isChange == true ? waiting.popLast()?.element : nil
    waiting.append((element, isChange))
    return replaced
  }

  package mutating func takeFirst() -> Element? { waiting.popFirst()?.element }
}

/// Elements for a reader that takes them one by one.
final class ChangeReader<Element: Sendable>: Sendable {
  private struct State {
    var waiting = ChangeQueue<Element>()
    var readers: [CheckedContinuation<Element?, Never>] = []
    var isOver = false
  }

  private let state = Lock(State())

  func put(_ element: Element, isChange: Bool) {
    // A replaced element is released outside the lock, because it is a user's.
    let (reader, released) = state.withLock { state -> (CheckedContinuation<Element?, Never>?, Element?) in
      guard !state.isOver else { return (nil, nil) }
      guard state.readers.isEmpty else { return (state.readers.removeFirst(), nil) }
      return (nil, state.waiting.put(element, isChange: isChange))
    }
    reader?.resume(returning: element)
    withExtendedLifetime(released) {}
  }

  /// The next element; nil after `cancel`.
  func next() async -> Element? {
    await withCheckedContinuation { reader in
      let (element, isKnown) = state.withLock { state -> (Element?, Bool) in
        if let element = state.waiting.takeFirst() { return (element, true) }
        if !state.isOver { state.readers.append(reader) }
        return (nil, state.isOver)
      }
      if isKnown { reader.resume(returning: element) }
    }
  }

  /// Present and later readers get nil.
  func cancel() {
    let before = state.withLock { state in
      defer {
        state = State()
        state.isOver = true
      }
      return state
    }
    for reader in before.readers { reader.resume(returning: nil) }
  }
}
