import PagerState

extension QueryPager {
  /// Whether errors of the server are failures, too: an argument of the initialisers, false by default.
  ///
  /// A page with errors is an output, with or without data, and the pager keeps it. If `isStrict` is true, a
  /// ``PageErrors`` follows it, and the call that asked for the page ends. `loadNext` continues after it, and so does
  /// `loadAll(fetchFromInitialPage: false)`.
  public var isStrict: Bool { coordinator.strictness.isStrict }

  /// What the pager does about incomplete lists inside the items of a page: an argument of the initialisers.
  ///
  /// Such a list is a connection inside an array of the response. Its own page info says that there is more, or does
  /// not say whether there is more. The pager finds it in the document, which must ask for its `pageInfo`. By default
  /// the pager reports such lists.
  public var nested: NestedListRule { coordinator.strictness.nested }
}

extension QueryPager {
  /// The counts of the server's errors in all pages loaded so far; nil if no page has errors.
  ///
  /// Pages count in the order of loading, and include the pages before a resume token. A page without data counts until
  /// another answer takes its place. If a new first page has no data, the pager keeps the pages that it has, and the
  /// counts stay theirs.
  public var errorCounts: ErrorCounts? { coordinator.errorCounts }
}
