import DequeModule

/// Pages that were loaded for subscribers, that the pager does not keep, and that no subscriber has been handed yet.
///
/// A consumer that stops half-way leaves such pages behind. The list then goes back to before the first of them. The
/// next operation requests it again, so no page is missing.
struct UnseenPages<Types: PagerTypes>: Sendable {
  /// The state of the pager before a page came in.
  struct Checkpoint: Sendable {
    let list: PageListContent<Types>
    let current: PagerUpdate<Types>?
  }

  /// Before pages that no update has shown.
  private var unpublished: Boxed<Checkpoint>?
  /// The states before the pages of published updates, each with its update.
  private var published: Deque<(update: UpdateID, before: Checkpoint)> = []

  /// The update that shows the first of them.
  var first: UpdateID? { published.first?.update }

  /// A page came in.
  mutating func add(before: Checkpoint) {
    if unpublished == nil { unpublished = Boxed(before) }
  }

  /// An update shows the pages that came in.
  ///
  /// - Parameter isAwaited: whether a subscriber that they were loaded for is going to be handed it.
  /// - Parameter isMeant: whether they were loaded for a subscriber that has left.
  mutating func publish(in update: UpdateID, isAwaited: Bool, isMeant: Bool) {
    guard let before = unpublished.take()?.value else { return }
    // Without a subscriber they are never handed out on their own: they share the fate of the pages before them.
    if isAwaited || (isMeant && published.isEmpty) { published.append((update, before)) }
  }

  /// A subscriber was handed an update, and so all up to it are seen.
  mutating func handOut(_ update: UpdateID) {
    while let first, first <= update { published.removeFirst() }
    // A pager that rests keeps no room for them.
    if published.isEmpty { published = [] }
  }

  /// Takes all of them out. Returns the state before the first; nil if there is none.
  mutating func takeAll() -> Checkpoint? {
    guard let before = published.first?.before else { return nil }
    self = UnseenPages()
    return before
  }
}
