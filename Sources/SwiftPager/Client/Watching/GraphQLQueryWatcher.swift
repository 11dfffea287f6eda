public import Dispatch
import PagerClient

/// A query that is watched.
///
/// A handler gets its first response and each later change of the objects in it, until the watcher is cancelled or
/// dropped.
public final class GraphQLQueryWatcher<Query: GraphQLQuery>: Sendable {
  private let watched: WatchedQuery<Query>

  init(_ watched: WatchedQuery<Query>) {
    self.watched = watched
  }

  deinit {
    watched.cancel()
  }

  /// Asks again, by default the server. The handler gets the response. The watcher aborts a request that is under way.
  public func refetch(cachePolicy: CachePolicy = .fetchIgnoringCacheData) {
    watched.fetch(cachePolicy)
  }

  /// Ends the watcher: a request under way is aborted.
  ///
  /// A call of the handler that is under way on another thread continues. No further call begins.
  public func cancel() {
    watched.cancel()
  }
}

extension GraphQLClient {
  /// Asks for a query, and watches the objects in its response until the returned watcher is cancelled or dropped.
  ///
  /// Another query, a page, a mutation or a write to `store` can change an object of the response. The handler then
  /// gets the query's data as the cache has it now, without a request. If the cache has lost a part of the data, the
  /// client asks the server, once; with `returnCacheDataDontFetch` nothing happens. Apollo iOS's watcher does the same.
  /// Removing objects and clearing the cache do not count as changes. Without a cache, or with
  /// `fetchIgnoringCacheCompletely`, the handler gets only the first response.
  ///
  /// - Parameters:
  ///   - query: the query to watch.
  ///   - cachePolicy: whether the cache or the server gives the first response.
  ///   - headers: headers of all its requests, in addition to the client's.
  ///   - callbackQueue: where the handler runs. While the handler is busy, consecutive changes become one, the newest.
  ///   - handler: takes responses, and failures of the network, the server and the cache.
  public func watch<Query: GraphQLQuery>(
    _ query: Query, cachePolicy: CachePolicy = .returnCacheDataElseFetch, headers: RequestHeaders = .none,
    callbackQueue: DispatchQueue = .main,
    handler: @escaping @Sendable (Result<GraphQLResponse<Query>, any Error>) -> Void
  ) -> GraphQLQueryWatcher<Query> {
    let watched = WatchedQuery(query, of: self, cachePolicy, headers, watches: true, on: callbackQueue) { news in
      handler(news.result)
    }
    watched.start()
    return GraphQLQueryWatcher(watched)
  }

  /// The responses of a watched query as an asynchronous sequence.
  ///
  /// They are the first one, and each later change of the objects in it. A failure of the network, the server or the
  /// cache is an element, too: a `Result` with a `ClientError`. The iteration itself does not throw, and a failure does
  /// not end it. A reader that is slower than the changes gets the newest of consecutive changes. The sequence ends
  /// when the task that reads it is cancelled or the sequence is dropped.
  public func watch<Query: GraphQLQuery>(
    _ query: Query, cachePolicy: CachePolicy = .returnCacheDataElseFetch, headers: RequestHeaders = .none
  ) -> AsyncStream<Result<GraphQLResponse<Query>, any Error>> {
    let reader = ChangeReader<Result<GraphQLResponse<Query>, any Error>>()
    let watched = WatchedQuery(query, of: self, cachePolicy, headers, watches: true) { news in
      reader.put(news.result, isChange: news.isChange)
    }
    watched.start()
    // Lives as long as the sequence, and then ends the watching.
    let watcher = GraphQLQueryWatcher(watched)
    return AsyncStream(
      unfolding: { await withExtendedLifetime(watcher) { reader }.next() },
      onCancel: {
        watched.cancel()
        reader.cancel()
      })
  }

  /// The responses of a query.
  ///
  /// `returnCacheDataAndFetch` brings two: the cache's if it is complete, then the server's. The request leaves at
  /// once. It is aborted when the task that reads the sequence is cancelled, or when the sequence is dropped.
  ///
  /// - Throws: the iteration throws what `fetch` throws.
  public func responses<Query: GraphQLQuery>(
    to query: Query, cachePolicy: CachePolicy = .returnCacheDataAndFetch, headers: RequestHeaders = .none
  ) -> AsyncThrowingStream<GraphQLResponse<Query>, any Error> {
    AsyncThrowingStream { continuation in
      let asked = WatchedQuery(query, of: self, cachePolicy, headers, watches: false) { news in
        switch news.result {
        case .success(let response):
          continuation.yield(response)
          if news.isFinal { continuation.finish() }
        case .failure(let error):
          continuation.finish(throwing: error)
        }
      }
      continuation.onTermination = { _ in asked.cancel() }
      asked.start()
    }
  }
}
