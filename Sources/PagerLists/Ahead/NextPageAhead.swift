import PagerClient
import PagerEngine
import PagerState
import PagerThreads

/// The request for the page after a page that goes into a cache's file. It is under way while the page is written.
///
/// A page is shown after it is in the file, and the write may take longer than a load. The engine says what it will
/// request, so this sends only requests that the engine would send a moment later.
final class NextPageAhead: PagesAhead {
  private let maker: HeldExecution.Maker
  private let place = ReadingPlace()
  /// The request that was sent and not used.
  private let held = Lock<(request: ListRequest, execution: HeldExecution)?>(nil)

  /// Nil if pages are not written to a file.
  init?(_ client: GraphQLClient, _ reader: DocumentPageReader, _ scale: PageScale) {
    guard client.keepsResponsesInFile else { return nil }
    maker = HeldExecution.Maker(client: client, reader: reader, scale: scale)
  }

  func prepareAhead(_ request: ListRequest, _ terms: RequestTerms, _ number: Int?) -> (any PageExecution)? {
    held.withLock { held in
      // The answer to one load asks for one page.
      guard held == nil else { return nil }
      let execution = maker.execution(of: request, terms, number)
      held = (request, execution)
      return execution
    }
  }

  func prepare(
    _ request: ListRequest, _ terms: RequestTerms, _ demand: PageDemand, report: @escaping Execution.Report
  ) -> (any PageExecution)? {
    guard let sent = held.withLock({ $0.take() }) else { return nil }
    guard sent.request == request else {
      let own = maker.execution(of: request, terms, demand.number)
      return PageAmongOthers(own: own, unwanted: [sent.execution], report: report, place: place)
    }
    return PageAmongOthers(own: sent.execution, report: report, place: place)
  }

  func takeAll() -> (any PageExecution)? {
    held.withLock { $0.take() }.map { UnwantedPages(executions: [$0.execution]) }
  }
}
