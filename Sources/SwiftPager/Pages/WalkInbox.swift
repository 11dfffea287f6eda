import PagerState
import PagerThreads

/// What a walk has brought and its reader has not taken: at most a page or two, because the reader holds the walk back.
final class WalkInbox: Sendable {
  enum Item: Sendable {
    case update(PagerUpdate, SubscriberID)
    /// The walk is over: with an error, or because it has no more pages.
    case end((any Error)?)
  }

  private struct State {
    var items: [Item] = []
    var readers: [CheckedContinuation<Item, Never>] = []
    var isOver = false
  }

  private let state = Lock(State())

  /// Hands an item to the reader that waits, or keeps it. The end is the last item.
  func put(_ item: Item) {
    let readers = state.withLock { state -> [CheckedContinuation<Item, Never>] in
      guard !state.isOver else { return [] }
      if case .end = item { state.isOver = true }
      guard !state.readers.isEmpty else {
        state.items.append(item)
        return []
      }
      return state.isOver ? exchange(&state.readers, with: []) : [state.readers.removeFirst()]
    }
    // One reader gets the error. Others, which a caller should not have, get the end.
    for (index, reader) in readers.enumerated() { reader.resume(returning: index == 0 ? item : .end(nil)) }
  }

  /// Ends the walk at once, without the pages that its reader has not taken.
  ///
  /// - Parameter error: what the reader gets next; nil if it knows.
  /// - Returns: whether the walk was not over before.
  @discardableResult
  func end(with error: (any Error)?) -> Bool {
    let (readers, isFirst) = state.withLock { state -> ([CheckedContinuation<Item, Never>], Bool) in
      let isFirst = !state.isOver || state.items.contains { if case .update = $0 { true } else { false } }
      guard isFirst else { return ([], false) }
      state.isOver = true
      state.items = state.readers.isEmpty ? [.end(error)] : []
      return (exchange(&state.readers, with: []), true)
    }
    for (index, reader) in readers.enumerated() { reader.resume(returning: .end(index == 0 ? error : nil)) }
    return isFirst
  }

  /// The next item, if it does not have to be waited for.
  func take() -> Item? {
    state.withLock { state in
      guard state.items.isEmpty else { return state.items.removeFirst() }
      return state.isOver ? .end(nil) : nil
    }
  }

  /// Waits for the next item.
  func next() async -> Item {
    await withCheckedContinuation { reader in
      let item = state.withLock { state -> Item? in
        guard state.items.isEmpty else { return state.items.removeFirst() }
        if state.isOver { return .end(nil) }
        state.readers.append(reader)
        return nil
      }
      if let item { reader.resume(returning: item) }
    }
  }
}
