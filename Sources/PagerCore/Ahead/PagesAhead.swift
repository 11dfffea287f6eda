package import PagerClient
package import PagerState

/// Sends requests for pages before the engine asks for them, side by side.
///
/// The engine does not know about this: it requests one page after the other, and gets their answers in that order. A
/// request for a page that the engine does not request next is cancelled.
package protocol PagesAhead<Types>: Sendable {
  associatedtype Types: PagerTypes

  /// Prepares the load of a page and of the pages after it; nil if the page needs only an ordinary load. Called under
  /// the engine's lock.
  ///
  /// - Parameter report: takes what becomes of the page's own request.
  func prepare(
    _ request: Types.Request, _ terms: RequestTerms, _ demand: PageDemand, report: @escaping Execution.Report
  ) -> (any PageExecution)?
  /// Prepares a request that the engine will need soon; nil if it can wait until then. Called under the engine's lock.
  func prepareAhead(_ request: Types.Request, _ terms: RequestTerms, _ number: Int?) -> (any PageExecution)?
  /// A page was taken into the list.
  func note(_ page: Types.Page, to request: Types.Request)
  /// The requests that were sent and not used; nil if there are none. Called under the engine's lock.
  func takeAll() -> (any PageExecution)?
}

extension PagesAhead {
  package func prepareAhead(
    _ request: Types.Request, _ terms: RequestTerms, _ number: Int?
  ) -> (any PageExecution)? { nil }

  package func note(_ page: Types.Page, to request: Types.Request) {}
}
