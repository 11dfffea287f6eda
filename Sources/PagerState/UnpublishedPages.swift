/// Pages that arrived and that no update has shown yet.
struct UnpublishedPages<Page: Sendable>: Sendable {
  /// The newest of them.
  var change: PageChange<Page>
  /// The pages that an update would carry.
  var pages: PageSnapshot<Page>
}
