package import PagerClient
package import PagerState

/// A pager over raw pages, described by a document.
package typealias DocumentPagerEngine = PagerEngine<DocumentPagerTypes>

/// What subscribers of such a pager are told.
package typealias DocumentUpdate = PagerUpdate<DocumentPagerTypes>

extension PagerEngine<DocumentPagerTypes> {
  /// Makes a pager of a client.
  package convenience init(client: GraphQLClient, plan: DocumentPlan, retention: PageRetention) {
    self.init(
      initialRequest: plan.initialCursor, retention: retention,
      loader: DocumentPageLoader(client: client, plan: plan))
  }
}
