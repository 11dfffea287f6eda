/// Going on in another process.
extension QueryPager {
  /// Where another process can go on with this list.
  ///
  /// It stands for the pages that subscribers were sent, and for none that waits for them; without a page that was loaded, for
  /// the beginning. What a subscriber does later with an output (`subscribe` calls its function on the main actor, `updates` keeps
  /// outputs until they are asked for) the pager does not see: take the token once you are done with what you have got, and
  /// before you load more.
  ///
  ///     try await pager.loadNext()
  ///     try keep(newestPage, and: pager.resumeToken())
  ///
  /// A token holds the page infos at both ends of the list, so their type has to be `Codable`, and fingerprints of the queries
  /// so far, to notice a list that goes in circles. Where there are more than about 900, the older ones are thinned, and a cycle
  /// back to a page without one is noticed later: after one round at the latest.
  ///
  /// - Throws: `ResumeError.pageInfoIsNotCodable` and `.tooLong`.
  public func resumeToken() throws(ResumeError) -> ResumeToken {
    try coordinator.resuming.token()
  }

  /// Has a new pager go on where a token says: `loadNext` and `loadAll` load the pages that come after. The pages before are
  /// not held. `fetch` starts over, and so does `loadAll(fetchFromInitialPage: true)`.
  ///
  /// A page info that is worked out of all pages so far, as an offset that counts them, counts from the token on: take what the
  /// page itself says.
  ///
  /// The pager has to have the queries that the token's had, the initial one with the same variables, and its client the same
  /// endpoint.
  ///
  /// - Throws: `ResumeError.unusable` for a token that does not fit or is damaged or newer, `.alreadyBegun` for a pager that has
  ///   been used, and `.pageInfoIsNotCodable`.
  public func resume(from token: ResumeToken) throws(ResumeError) {
    try coordinator.resuming.resume(token)
  }
}
