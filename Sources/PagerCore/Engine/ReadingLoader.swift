package import PagerClient
package import PagerState

/// What an answer says of a list: all that the loaders of the faces differ in.
package protocol PageReader<Types>: Sendable {
  associatedtype Types: PagerTypes

  /// The name of its operation; nil where that has none.
  func operationName(of request: Types.Request) -> String?
  /// Writes the request for a page.
  func body(of request: Types.Request) throws -> [UInt8]
  /// Writes it with the number of items halved so many times; nil where there is no page as small.
  func body(of request: Types.Request, halvings: Int) throws -> [UInt8]?
  /// Reads the page in an answer to a request.
  func page(in answer: Answer, to request: Types.Request) throws -> Types.Page
  /// What the page says of the pages around it, given all pages held, this one included.
  func inspect(
    _ page: Types.Page, to request: Types.Request, among pages: PageSnapshot<Types.Page>
  ) -> PageInspection<Types.Request>
  /// The same where it can be known before the page is among those held; nil where it cannot.
  func foreseen(_ page: Types.Page) -> PageInspection<Types.Request>?
  /// Why the operation ends with a page, which is kept all the same; nil where it does not.
  func objection(to page: Types.Page) -> Types.Failure?
  /// What makes the page of one load whole before it is taken into the list; nil where pages are taken as they are.
  func completion(
    of request: Types.Request, by client: GraphQLClient, _ terms: RequestTerms
  ) -> (any PageCompletion<Types>)?
  /// What sends requests for pages before they are asked for; nil where that is not wanted.
  func pagesAhead(by client: GraphQLClient, _ scale: PageScale) -> (any PagesAhead<Types>)?
  /// The page as it is taken into the list. Called once for each page that comes in, in the order of the list.
  func admit(_ page: Types.Page, to request: Types.Request, _ load: LoadID) -> Types.Page
  /// What takes the changed pages that take the place of a page that was admitted. It must not keep that page alive.
  func admitChanges(of page: Types.Page) -> @Sendable (Types.Page) -> Types.Page
  /// How a failure reads to subscribers: a `ClientError`, or what a user's own code threw.
  ///
  /// - Parameter attempts: how often the request was sent.
  func failure(_ error: any Error, attempts: Int) -> Types.Failure
}

extension PageReader {
  /// The request with the number of items that is wanted, and with less where the server cannot do that.
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

  /// What a request is for, as observers are told.
  func subject(of request: Types.Request, number: Int?) -> RequestSubject {
    RequestSubject(operationName: operationName(of: request), page: number)
  }
}

/// Loads pages through a client and has a reader say what is in them.
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
  ///   - arrivals: where answers are read that enter the cache, and so where they enter it; nil: as `executor`. For an executor
  ///     that a user's code can hold up.
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
        // A page that does not read any more stays as it is, as one that the cache lost.
        guard let changed = try? reader.page(in: answer, to: request) else { return }
        let page = admitChange(changed)
        // Where pages are taken into the list: a user's code may read what the page says of it.
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
