import PagerClient
import PagerEngine
import PagerState
import PagerThreads

/// A walk over a list whose reader takes the pages one by one.
protocol PageWalk<Page>: AnyObject, Sendable {
  associatedtype Page: Sendable

  /// The next page; nil after the last one.
  func next() async throws -> Page?
}

/// What the requests of a walk have in common.
struct WalkTerms: Sendable {
  let request: RequestTerms
  /// The longest time to wait for one page; nil: as long as its attempts take.
  let timeout: Duration?

  init(_ cachePolicy: CachePolicy, _ headers: RequestHeaders, _ timeout: Duration?) {
    request = RequestTerms(cachePolicy, headers: headers)
    self.timeout = timeout
  }
}

/// A walk on an engine of its own, which keeps no page.
///
/// The engine requests one page ahead of the reader, and waits until the reader has finished with a page.
final class QueryWalk<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery, Page: Sendable>: PageWalk {
  /// Makes of a page what the reader gets, given the page's place in the list.
  typealias Reading = @Sendable (PaginationOutput<InitialQuery, PaginatedQuery>.Page, PageID?) throws -> Page

  private let client: GraphQLClient
  private let engine: PagerEngine
  private let terms: WalkTerms
  private let read: Reading
  private let inbox = WalkInbox()
  /// Nil before the first page.
  private let inWork = Lock<(update: UpdateID, reader: SubscriberID)?>(nil)
  private let hasBegun = Lock(false)

  /// - Parameters:
  ///   - strategy: the functions of the list; nil: as the list has them.
  ///   - read: runs in the reader's task.
  init(
    _ list: QueryList<InitialQuery, PaginatedQuery>, _ terms: WalkTerms,
    strategy: PageStrategy<InitialQuery, PaginatedQuery>? = nil,
    read: @escaping Reading
  ) {
    client = list.client
    // Functions that look at all pages would see none.
    let retention: PageRetention = list.strategy.readsAllPages ? .all : .none
    engine = list.makeEngine(on: list.makeQueue(), retaining: retention, strategy: strategy)
    self.terms = terms
    self.read = read
  }

  deinit {
    engine.close()
  }

  func next() async throws -> Page? {
    finishPage()
    while true {
      guard let (change, update, reader) = try await nextPage() else { return nil }
      inWork.withLock { $0 = (update, reader) }
      // The cache's page comes before the server's. Only one of them is the page of this walk.
      if change.source == .cache, terms.request.policy == .returnCacheDataAndFetch {
        finishPage()
        continue
      }
      do {
        return try read(QueryPage.open(change.page).output, change.id)
      } catch {
        end(with: nil)
        throw error
      }
    }
  }

  /// The reader has finished with the page that it has, so the walk may go on.
  private func finishPage() {
    guard let (update, reader) = inWork.withLock({ $0.take() }) else { return }
    engine.finish(update, by: reader)
  }

  private func nextPage() async throws -> (PageChange, UpdateID, SubscriberID)? {
    switch try await nextItem() {
    case .update(let update, let reader):
      // The end of the walk says why a page could not be loaded.
      guard case .page(let change) = update.event else { return try await nextPage() }
      return (change, update.id, reader)
    case .end(let error):
      if let error { throw error }
      return nil
    }
  }

  private func nextItem() async throws -> WalkInbox.Item {
    try await withTaskCancellationHandler {
      begin()
      if let item = inbox.take() { return item }
      let limit = try terms.timeout.map { timeout in
        try client.limit(timeout) { [weak self] in
          self?.end(with: ClientError.timedOut(message: "no page within \(timeout), with all attempts"))
        }
      }
      defer { limit?.cancel() }
      return await inbox.next()
    } onCancel: {
      end(with: CancellationError())
    }
  }

  private func begin() {
    let isFirst = hasBegun.withLock { hasBegun in
      defer { hasBegun = true }
      return !hasBegun
    }
    guard isFirst else { return }
    var walk = Walk(emitsEachPage: true, reportsErrors: true)
    walk.requiresTotal = true
    do {
      _ = try engine.start(
        .loadAll(walk), terms.request, reader: { [inbox] in inbox.put(.update($1, $0)) }, readsFailedPages: false,
        completion: { [inbox] end, _ in inbox.put(.end(end.cause)) })
    } catch {
      // Only a walk that was cancelled before has a closed engine, and it has its end.
      inbox.end(with: CancellationError())
    }
  }

  /// Ends the walk, and aborts its request.
  private func end(with error: (any Error)?) {
    if inbox.end(with: error) { engine.close() }
  }
}
