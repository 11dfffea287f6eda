import DequeModule

/// Pages that were loaded for subscribers, that the pager does not keep, and that no subscriber has been handed yet.
///
/// A consumer that stops half-way leaves such pages behind. The list then goes back to before the first of them, so that what
/// goes on asks for it again, and no page is missing.
struct UnseenPages<Types: PagerTypes>: Sendable {
  /// What the pager was before a page came in.
  struct Checkpoint: Sendable {
    let list: PageListContent<Types>
    let current: PagerUpdate<Types>?
  }

  /// Pages that follow each other: what was before the first of them, and the fingerprints of the requests that led to them.
  struct Stretch: Sendable {
    let before: Checkpoint
    var fingerprints: [Int]
  }

  /// Pages that no update has shown.
  private var unpublished: Stretch?
  /// Those that updates have shown, each with its update.
  private var published: Deque<(update: UpdateID, pages: Stretch)> = []

  /// The update that shows the first of them.
  var first: UpdateID? { published.first?.update }

  /// A page came in.
  mutating func add(_ fingerprint: Int, before: Checkpoint) {
    if unpublished == nil { unpublished = Stretch(before: before, fingerprints: []) }
    unpublished?.fingerprints.append(fingerprint)
  }

  /// An update shows the pages that came in.
  ///
  /// - Parameter isAwaited: whether a subscriber that they were loaded for is going to be handed it.
  /// - Parameter isMeant: whether they were loaded for one that has left.
  mutating func publish(in update: UpdateID, isAwaited: Bool, isMeant: Bool) {
    guard let pages = unpublished.take() else { return }
    if isAwaited || (isMeant && published.isEmpty) {
      published.append((update, pages))
    } else if let last = published.indices.last {
      // Without a subscriber these are never handed out by themselves: they share the fate of those before them.
      published[last].pages.fingerprints += pages.fingerprints
    }
  }

  /// A subscriber was handed an update, and so all up to it are seen.
  mutating func handOut(_ update: UpdateID) {
    while let first, first <= update { published.removeFirst() }
    // A pager that rests keeps no room for them.
    if published.isEmpty { published = [] }
  }

  /// Takes all of them out, as one stretch; nil where there is none.
  mutating func takeAll() -> Stretch? {
    guard var all = published.popFirst()?.pages else { return nil }
    for (_, pages) in published { all.fingerprints += pages.fingerprints }
    all.fingerprints += unpublished?.fingerprints ?? []
    self = UnseenPages()
    return all
  }
}
