import PagerClient
import PagerEngine
import PagerState
import PagerThreads

/// Requests for pages of an offset list. Their offsets are known after a page has reported the total.
///
/// The engine requests a page while the slowest consumer works on the page before it. That page and the requests ahead
/// of it together make up the allowed number of requests. No request is therefore more than that number ahead of the
/// consumer.
final class OffsetPagesAhead: PagesAhead {
  private struct Guarded {
    var forecast: PageForecast
    /// The requests that were sent and not used, by their offsets.
    var held: [Int64: HeldExecution] = [:]

    /// Takes what was sent for the page that has a number; nil if nothing was.
    mutating func claim(_ number: Int64?) -> HeldExecution? {
      number.flatMap { held.removeValue(forKey: $0) }
    }
  }

  private let maker: HeldExecution.Maker
  private let list: OffsetShape
  private let concurrency: Int
  private let place = ReadingPlace()
  private let guarded: Lock<Guarded>

  /// Nil if the pager sends requests one by one.
  init?(_ client: GraphQLClient, _ reader: DocumentPageReader, _ scale: PageScale) {
    let shared = reader.shared
    guard shared.plan.concurrency > 1,
      case .offset(let list) = shared.plan[shared.plan.first.shape.furtherQuery].kind
    else { return nil }
    maker = HeldExecution.Maker(client: client, reader: reader, scale: scale)
    self.list = list
    concurrency = shared.plan.concurrency
    guarded = Lock(Guarded(forecast: PageForecast(countsPages: list.countsPages, limit: list.limit)))
  }

  func prepare(
    _ request: ListRequest, _ terms: RequestTerms, _ demand: PageDemand, report: @escaping Execution.Report
  ) -> (any PageExecution)? {
    let number = PageRequest.open(request).place.number
    return guarded.withLock { guarded in
      let own = guarded.claim(number) ?? maker.execution(of: request, terms, demand.number)
      var further: [HeldExecution] = []
      var wanted: [Int64: HeldExecution] = [:]
      if let number {
        let ahead = guarded.forecast.numbers(after: number, demand, atMost: concurrency - 1)
        for (index, number) in ahead.enumerated() {
          if let sent = guarded.held.removeValue(forKey: number) {
            wanted[number] = sent
          } else {
            let page = demand.number.map { $0 + index + 1 }
            let execution = maker.execution(of: self.request(at: number), terms, page)
            wanted[number] = execution
            further.append(execution)
          }
        }
      }
      let unwanted = Array(guarded.held.values)
      guarded.held = wanted
      return PageAmongOthers(own: own, further: further, unwanted: unwanted, report: report, place: place)
    }
  }

  func note(_ page: ListPage, to request: ListRequest) {
    let (page, request) = (ConnectionPage.open(page), PageRequest.open(request))
    guard case .offset(let offset) = request.place, !page.hasFailed else { return }
    guarded.withLock { $0.forecast.note(page.facts.measure, at: offset) }
  }

  func takeAll() -> (any PageExecution)? {
    guarded.withLock { guarded in
      let held = Array(guarded.held.values)
      guarded.held = [:]
      return held.isEmpty ? nil : UnwantedPages(executions: held)
    }
  }

  /// Like the request that the page before it gives, but without the number of items before it. That number is not
  /// known yet, and is not sent.
  private func request(at number: Int64) -> PageRequest {
    list.request(
      maker.reader.shared.plan.first.shape.furtherQuery, at: ListOffset(number: number, itemsBefore: nil),
      after: .unknown)
  }
}
