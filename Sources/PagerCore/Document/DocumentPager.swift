package import PagerClient
package import PagerState

/// A pager that is described by a document and a config: its pages are raw responses.
package enum DocumentPagerTypes: PagerTypes {
  package typealias Request = PageRequest
  package typealias Page = ConnectionPage
  package typealias Failure = RequestFailure

  package static func fingerprint(of request: PageRequest) -> UInt64 { request.fingerprint }
}

/// A pager over raw pages, described by a document.
package typealias DocumentPagerEngine = PagerEngine<DocumentPagerTypes>

/// The updates of such a pager's subscribers.
package typealias DocumentUpdate = PagerUpdate<DocumentPagerTypes>

extension PagerEngine<DocumentPagerTypes> {
  /// Makes a pager of a client.
  ///
  /// - Parameter position: where its list continues; nil: it begins.
  package convenience init(
    client: GraphQLClient, plan: DocumentPlan, retention: PageRetention,
    resumingAt position: ListPosition<PageRequest>? = nil
  ) {
    self.init(
      initialRequest: plan.initialRequest, toward: plan.initialRequest.end, retention: retention,
      resumingAt: position,
      loader: DocumentPageLoader(client, plan))
  }
}

/// Loads raw pages. It only adds a concrete type to what it wraps, so that the compiler makes specialized code for it:
/// the network thread runs that code for every page.
private struct DocumentPageLoader: PageLoader {
  private let reading: ReadingLoader<DocumentPageReader>

  /// Not inlined, so that its part of a caller's stack, which may be small, is not added to the engine's.
  @inline(never)
  init(_ client: GraphQLClient, _ plan: DocumentPlan) {
    reading = ReadingLoader(
      client: client, executor: InlineExecutor(),
      reader: DocumentPageReader(responses: client.responses, plan: plan))
  }

  var watchesPages: Bool { reading.watchesPages }
  var unreadablePages: Int { reading.unreadablePages }

  func pagerHolds(_ places: HeldPages) {
    reading.pagerHolds(places)
  }

  func prepare(
    _ request: PageRequest, _ load: LoadID, _ terms: RequestTerms, _ demand: PageDemand,
    for engine: PagerEngine<DocumentPagerTypes>
  ) -> any PageExecution {
    reading.prepare(request, load, terms, demand, for: engine)
  }

  func prepareAhead(_ request: PageRequest, _ terms: RequestTerms, _ number: Int?) -> (any PageExecution)? {
    reading.prepareAhead(request, terms, number)
  }

  func operationEnds() -> (any PageExecution)? { reading.operationEnds() }
}
