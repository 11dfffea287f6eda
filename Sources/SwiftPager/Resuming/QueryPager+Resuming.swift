import PagerState

/// Resuming a list in another process.
extension QueryPager {
  /// The place at which another process can continue this list.
  ///
  /// The token covers the pages that the pager has sent to its subscribers, and no page that still waits. If no page
  /// was loaded, it is the beginning of the list. The pager does not see what a subscriber does later with an output:
  /// `subscribe` calls its function on the main actor, and `updates` keeps outputs until you ask for them. Take the
  /// token after you have processed the outputs that you got, and before you load more.
  ///
  ///     try await pager.loadNext()
  ///     try keep(newestPage, and: pager.resumeToken())
  ///
  /// A token holds the page infos at both ends of the list, so their type has to be `Codable`. It also holds
  /// fingerprints of the queries so far, to detect a list that goes in circles. If there are more than about 900
  /// fingerprints, the token drops some of the older ones. The pager then detects a cycle back to a page without a
  /// fingerprint later, after one round at the latest.
  ///
  /// - Throws: `ResumeError.pageInfoIsNotCodable` and `.tooLong`.
  public func resumeToken() throws(ResumeError) -> ResumeToken {
    try coordinator.resuming.token()
  }

  /// Lets a new pager continue at the place of a token: `loadNext` and `loadAll` load the pages after it.
  ///
  /// The pager does not hold the pages before it. `fetch` and `loadAll(fetchFromInitialPage: true)` start over.
  ///
  /// A page info that is computed from all pages so far, like an offset that counts items, counts only from the token
  /// on. Use a value from the page itself instead.
  ///
  /// The pager needs the same queries as the token's pager, with the same variables in the initial query. Its client
  /// needs the same endpoint.
  ///
  /// - Throws: `ResumeError.unusable` for a token that is damaged, newer than this library or of another list,
  ///   `.alreadyBegun` for a pager that was used before, and `.pageInfoIsNotCodable`.
  public func resume(from token: ResumeToken) throws(ResumeError) {
    try coordinator.resuming.resume(token)
  }
}
