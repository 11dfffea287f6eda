/// What is beyond one end of the list, according to the newest page with data at that end.
public enum Frontier<Request: Hashable & Sendable>: Sendable, Hashable {
  /// There are more pages, and this is the request for the next one. Indirect, because a state is copied often while a
  /// page arrives, and a request has several references.
  indirect case open(Request)
  /// The list ends here.
  case closed
  /// There are more pages, but no query for them.
  case unresolved
  /// There may be more pages, and this is why they cannot be requested.
  case broken(IncompleteReason)
}

/// Why a list cannot be completed.
public enum IncompleteReason: Error, Sendable, Hashable, CaseIterable {
  /// The page says that there is more, but gives the cursor of its own request.
  case cursorStuck
  /// The page says there is more, and gives the cursor of an earlier page.
  case cursorCycle
  /// The page does not say whether there is more.
  case missingPageInfo
  /// The page says there is more, and gives no cursor.
  case nullCursor
  /// A walk reached its cap of pages or items, and there is more.
  case pageLimit
  /// Pages that are held have changed since the pages beyond them were loaded: items between them may be missing, or
  /// come twice.
  case pagesChanged
}
