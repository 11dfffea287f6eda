package import PagerClient
package import PagerState

/// Reads what an answer says about a list. The loaders of the faces differ only in this.
package protocol PageReader<Types>: Sendable {
  associatedtype Types: PagerTypes

  /// The name of its operation; nil if that has none.
  func operationName(of request: Types.Request) -> String?
  /// Writes the request for a page.
  func body(of request: Types.Request) throws -> [UInt8]
  /// Writes the request with the number of items halved this many times; nil if no page is that small.
  func body(of request: Types.Request, halvings: Int) throws -> [UInt8]?
  /// Reads the page in an answer to a request.
  func page(in answer: Answer, to request: Types.Request) throws -> Types.Page
  /// What the page says about the pages around it, given all held pages including this one.
  func inspect(
    _ page: Types.Page, to request: Types.Request, among pages: PageSnapshot<Types.Page>
  ) -> PageInspection<Types.Request>
  /// The same, if it is known before the page is among the held pages; nil otherwise.
  func foreseen(_ page: Types.Page) -> PageInspection<Types.Request>?
  /// Why the operation ends with a page; nil if it does not. The page is kept even so.
  func objection(to page: Types.Page) -> Types.Failure?
  /// Completes the page of one load before it enters the list; nil if pages enter as they are.
  func completion(
    of request: Types.Request, by client: GraphQLClient, _ terms: RequestTerms
  ) -> (any PageCompletion<Types>)?
  /// Sends requests for pages in advance; nil if the pager does not want that.
  func pagesAhead(by client: GraphQLClient, _ scale: PageScale) -> (any PagesAhead<Types>)?
  /// The page in the form that enters the list. Called once for each new page, in the order of the list.
  func admit(_ page: Types.Page, to request: Types.Request, _ load: LoadID) -> Types.Page
  /// What takes the changed pages that take the place of a page that was admitted. It must not keep that page alive.
  func admitChanges(of page: Types.Page) -> @Sendable (Types.Page) -> Types.Page
  /// The failure for subscribers: a `ClientError`, or the error that a user's code threw.
  ///
  /// - Parameter attempts: how often the request was sent.
  func failure(_ error: any Error, attempts: Int) -> Types.Failure
}

extension PageReader {
  /// The request with the wanted number of items, or with fewer if the server cannot send that many.
  func requestBody(of request: Types.Request, _ scale: PageScale) -> RequestBody {
    RequestBody(halvings: scale.halvings) {
      try body(of: request)
    } smaller: {
      try body(of: request, halvings: $0)
    }
  }
}

extension PageReader {
  package func operationName(of request: Types.Request) -> String? { nil }

  package func foreseen(_ page: Types.Page) -> PageInspection<Types.Request>? { nil }

  package func objection(to page: Types.Page) -> Types.Failure? { nil }

  package func completion(
    of request: Types.Request, by client: GraphQLClient, _ terms: RequestTerms
  ) -> (any PageCompletion<Types>)? { nil }

  package func pagesAhead(by client: GraphQLClient, _ scale: PageScale) -> (any PagesAhead<Types>)? { nil }

  package func admit(_ page: Types.Page, to request: Types.Request, _ load: LoadID) -> Types.Page { page }

  package func admitChanges(of page: Types.Page) -> @Sendable (Types.Page) -> Types.Page { { $0 } }

  /// The subject of a request, for observers.
  func subject(of request: Types.Request, number: Int?) -> RequestSubject {
    RequestSubject(operationName: operationName(of: request), page: number)
  }
}

/// Loads pages through a client, and reads them with a reader.
package struct ReadingLoader<Reader: PageReader>: PageLoader {
  package typealias Types = Reader.Types

  private let client: GraphQLClient
  private let executor: any RequestExecutor
  private let arrivals: any RequestExecutor
  private let reader: Reader
  private let watches: PageWatches?
  private let scale: PageScale
  private let ahead: (any PagesAhead<Types>)?

  /// - Parameters:
  ///   - executor: takes pages into the list, and has the reader inspect them.
  ///   - arrivals: reads answers that enter the cache, and writes them to it; nil: `executor` does. For an executor
  ///     that a user's code can delay.
  package init(
    client: GraphQLClient, executor: any RequestExecutor, arrivals: (any RequestExecutor)? = nil, reader: Reader
  ) {
    self.client = client
    self.executor = executor
    self.arrivals = arrivals ?? executor
    self.reader = reader
    watches = PageWatches(client)
    scale = PageScale()
    ahead = reader.pagesAhead(by: client, scale)
  }

  package var watchesPages: Bool { watches != nil }
  package var unreadablePages: Int { watches?.unreadableCount ?? 0 }

  package func pagerHolds(_ places: HeldPages) {
    watches?.keep(places)
  }

  package func prepareAhead(_ request: Types.Request, _ terms: RequestTerms, _ number: Int?) -> (any PageExecution)? {
    ahead?.prepareAhead(request, terms, number)
  }

  package func operationEnds() -> (any PageExecution)? { ahead?.takeAll() }

  package func prepare(
    _ request: Types.Request, _ load: LoadID, _ terms: RequestTerms, _ demand: PageDemand,
    for engine: PagerEngine<Types>
  ) -> any PageExecution {
    let completion = reader.completion(of: request, by: client, terms)
    let subject = reader.subject(of: request, number: demand.number)
    // What goes past the cache has nowhere to be in time.
    let arrivals = client.cache == nil || terms.policy == .fetchIgnoringCacheCompletely ? executor : arrivals
    let report: Execution.Report = { event in
      do {
        switch event {
        case .answered(let answer):
          let page = try reader.page(in: answer, to: request)
          scale.note(answer.halvings)
          if let completion {
            return completion.complete(page, in: answer) { result in
              switch result {
              case .success(let page): take(page, in: answer, to: request, load, subject, engine)
              case .failure(let failure): engine.fail(load, failure)
              }
            }
          }
          if answer.isKeptLater, let inspection = reader.foreseen(page) { engine.foresee(inspection, of: load) }
          answer.whenKept(on: executor) { error in
            if let error { return engine.fail(load, reader.failure(error, attempts: answer.attempts)) }
            take(page, in: answer, to: request, load, subject, engine)
          }
        case .failed(let error, _):
          throw error
        }
      } catch {
        // After the page that came ahead of it.
        executor.execute { engine.fail(load, reader.failure(error, attempts: event.attempts)) }
      }
    }
    let execution: any PageExecution =
      ahead?.prepare(request, terms, demand, report: report)
      ?? client.prepare(
        with: terms.options, for: subject, terms.policy,
        reader.requestBody(of: request, scale), on: arrivals, report: report)
    return completion.map { CompletedExecution(execution: execution, completion: $0) } ?? execution
  }

  private func take(
    _ page: Types.Page, in answer: Answer, to request: Types.Request, _ load: LoadID, _ subject: RequestSubject,
    _ engine: PagerEngine<Types>
  ) {
    let page = reader.admit(page, to: request, load)
    let admitChange = reader.admitChanges(of: page)
    engine.take(answer, of: load, subject, watches, objection: reader.objection(to: page)) {
      // A page that is not wanted any more is not looked at: that runs a user's code.
      engine.place(page, of: load, isFinal: answer.isFinal).map {
        ahead?.note(page, to: request)
        return reader.inspect(page, to: request, among: $0)
      }
    } changed: { [weak engine, weak watches, arrivals, executor, reader] answer, id in
      guard let engine, let watches else { return }
      arrivals.execute {
        // A page that can no longer be read stays as it is, like a page that the cache lost.
        guard let changed = try? reader.page(in: answer, to: request) else { return }
        let page = admitChange(changed)
        // Pages enter the list on the executor, because a user's code may read what the page says about the list.
        executor.execute {
          watches.show(id) {
            guard let pages = engine.read({ $0.pages(with: page, at: id) }) else { return false }
            return engine.replace(page, reader.inspect(page, to: request, among: pages), at: id, from: .cache)
          }
        }
      }
    }
  }
}
