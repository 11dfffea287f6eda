/// What a call on a pager asks for.
public enum OperationKind: Sendable, Hashable {
  /// The first page; it replaces all pages held.
  case fetch
  /// One more page at an end of the list.
  case load(ListEnd)
  /// All pages.
  case loadAll(Walk)
}

/// How a walk over all pages goes.
public struct Walk: Sendable, Hashable {
  /// Whether it starts over with the first page or continues from the pages held. Nil: it starts over, unless the list
  /// was resumed and holds no page yet.
  public var fromInitialPage: Bool?
  /// Whether subscribers get an update with each page, or one at the end.
  public var emitsEachPage: Bool
  /// The most pages it loads; nil = no cap.
  public var maximumPages: Int?
  /// How many loaded items are enough; nil = no cap. Pages are whole: the last one may go beyond it.
  public var maximumItems: Int?
  /// Whether it ends with `partialData` if it reaches the end of a list with errors beside its data.
  public var reportsErrors: Bool

  public init(
    fromInitialPage: Bool? = nil, emitsEachPage: Bool, maximumPages: Int? = nil, maximumItems: Int? = nil,
    reportsErrors: Bool = false
  ) {
    self.fromInitialPage = fromInitialPage
    self.emitsEachPage = emitsEachPage
    self.maximumPages = maximumPages
    self.maximumItems = maximumItems
    self.reportsErrors = reportsErrors
  }
}
