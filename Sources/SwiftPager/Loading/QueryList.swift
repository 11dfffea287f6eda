import Dispatch
import PagerClient
import PagerEngine
import PagerLists
import PagerState
import PagerThreads

/// A list of queries, as the user of a pager describes it: what its engines share.
struct QueryList<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>: Sendable {
  let client: GraphQLClient
  let initialRequest: PageQuery<InitialQuery, PaginatedQuery>
  let strategy: PageStrategy<InitialQuery, PaginatedQuery>
  let strictness: Strictness
  /// The queue of the app on which the user's functions run; nil: the list has its own.
  let target: DispatchQueue?

  init(
    client: GraphQLClient, initialQuery: InitialQuery, queue target: DispatchQueue?, strictness: Strictness,
    strategy: PageStrategy<InitialQuery, PaginatedQuery>
  ) {
    self.client = client
    initialRequest = PageQuery(initial: initialQuery, dates: client.dates)
    self.strategy = strategy
    self.strictness = strictness
    self.target = target
  }

  /// A queue for the user's functions. It is serial even on top of a queue with many threads or one that another pager
  /// uses.
  func makeQueue() -> SerialQueue { SerialQueue(label: "swiftpager.pager", target: target) }

  /// An engine that begins the list.
  ///
  /// - Parameters:
  ///   - queue: runs the user's functions, one at a time.
  ///   - strategy: the user's functions; nil: those of the list.
  func makeEngine(
    on queue: SerialQueue, retaining retention: PageRetention,
    strategy: PageStrategy<InitialQuery, PaginatedQuery>? = nil
  ) -> PagerEngine {
    PagerEngine(
      initialRequest: initialRequest, retention: retention,
      loader: ReadingLoader(
        client: client, executor: queue,
        // A separate queue: a slow transform delays neither a request nor the cache's writes of its answer.
        arrivals: SerialQueue(label: "swiftpager.arrivals"),
        reader: QueryPageReader(strategy: strategy ?? self.strategy, strictness: strictness, dates: client.dates)))
  }
}
