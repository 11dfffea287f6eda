/// Whether a request is answered from the cache, from the server, or from both.
public enum CachePolicy: Sendable, Hashable, CaseIterable {
  /// The cache's answer if it is complete, else the server's.
  case returnCacheDataElseFetch
  /// The server's answer, which then enters the cache.
  case fetchIgnoringCacheData
  /// The server's answer, without the cache: the answer does not enter the cache, and is not watched.
  case fetchIgnoringCacheCompletely
  /// The cache's answer; a failure if it is not complete.
  case returnCacheDataDontFetch
  /// The cache's answer first if it is complete, then the server's.
  case returnCacheDataAndFetch
  /// The server's answer, which then enters the cache. If the server does not answer, the cache's answer if it is
  /// complete.
  case fetchElseReturnCacheData

  /// Whether a request asks the cache before the server.
  package var readsCache: Bool {
    switch self {
    case .returnCacheDataElseFetch, .returnCacheDataDontFetch, .returnCacheDataAndFetch: true
    case .fetchIgnoringCacheData, .fetchIgnoringCacheCompletely, .fetchElseReturnCacheData: false
    }
  }
}
