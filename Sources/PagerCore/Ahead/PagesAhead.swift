package import PagerClient
package import PagerState

/// Sends requests for pages before the engine asks for them, side by side.
///
/// The engine does not know: it goes on asking for one page after the other, and gets their answers in that order. What
/// was sent for a page that it does not ask for next is given up.
package protocol PagesAhead<Types>: Sendable {
  associatedtype Types: PagerTypes

  /// Makes ready what loads a page, and what will be asked for after it; nil where the page is to be asked for like any other.
  /// Called under the engine's lock.
  ///
  /// - Parameter report: takes what becomes of the page's own request.
  func prepare(
    _ request: Types.Request, _ terms: RequestTerms, _ demand: PageDemand, report: @escaping Execution.Report
  ) -> (any PageExecution)?
  /// Makes ready a request that will be asked for soon; nil where it can wait until then. Called under the engine's lock.
  func prepareAhead(_ request: Types.Request, _ terms: RequestTerms, _ number: Int?) -> (any PageExecution)?
  /// A page was taken into the list.
  func note(_ page: Types.Page, to request: Types.Request)
  /// What was sent and not asked for; nil where there is none. Called under the engine's lock.
  func takeAll() -> (any PageExecution)?
}

extension PagesAhead {
  package func prepareAhead(
    _ request: Types.Request, _ terms: RequestTerms, _ number: Int?
  ) -> (any PageExecution)? { nil }

  package func note(_ page: Types.Page, to request: Types.Request) {}
}
