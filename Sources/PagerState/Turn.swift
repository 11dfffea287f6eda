/// What lies beyond one end of the list, as the newest page with data at that end says.
public enum Turn<Request: Hashable & Sendable>: Sendable, Hashable {
  /// There is more, and this asks for it. Indirect: a state is copied often on the way of a page, and a request is several
  /// references.
  indirect case open(Request)
  /// The list ends here.
  case closed
  /// There is more, but no query asks for it.
  case unresolved
  /// There may be more, and this is why it cannot be asked for.
  case broken(IncompleteReason)
}

/// Why a list cannot be completed.
public enum IncompleteReason: Error, Sendable, Hashable, CaseIterable {
  /// The page says there is more, and gives the cursor it was asked with.
  case cursorStuck
  /// The page says there is more, and gives the cursor of an earlier page.
  case cursorCycle
  /// The page does not say whether there is more.
  case missingPageInfo
  /// The page says there is more, and gives no cursor.
  case nullCursor
  /// A walk reached its cap of pages or items, and there is more.
  case pageLimit
  /// Pages that are held have changed since the pages beyond them were loaded: items between them may be missing, or come
  /// twice.
  case pagesChanged
}
