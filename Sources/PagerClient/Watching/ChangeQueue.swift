import DequeModule

/// What waits to be told, in order: a change takes the place of the change that waits before it, for it shows all that is
/// known by now. So what waits for a slow consumer does not grow with the changes.
package struct ChangeQueue<Element> {
  private var waiting = Deque<(element: Element, isChange: Bool)>()

  package init() {}

  package var first: Element? { waiting.first?.element }

  /// - Parameter isChange: whether it shows what the element before it showed, as that is now.
  /// - Returns: the element in whose place it waits.
  package mutating func put(_ element: Element, isChange: Bool) -> Element? {
    let replaced = isChange && waiting.last?.isChange == true ? waiting.popLast()?.element : nil
    waiting.append((element, isChange))
    return replaced
  }

  package mutating func takeFirst() -> Element? { waiting.popFirst()?.element }
}
