import DequeModule

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
