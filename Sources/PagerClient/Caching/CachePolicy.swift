/// Whether a request is answered from the cache, from the server, or from both.
public enum CachePolicy: Sendable, Hashable, CaseIterable {
  /// The cache's answer where it is complete, else the server's.
  case returnCacheDataElseFetch
  /// The server's answer, which then enters the cache.
  case fetchIgnoringCacheData
  /// The server's answer, which leaves the cache alone: it does not enter it, and is not watched.
  case fetchIgnoringCacheCompletely
  /// The cache's answer; a failure where it is not complete.
  case returnCacheDataDontFetch
  /// The cache's answer first where it is complete, then the server's.
  case returnCacheDataAndFetch
  /// The server's answer, which then enters the cache; the cache's where there is none and the cache is
  /// complete.
  case fetchElseReturnCacheData

  /// Whether the cache is asked before the server is.
  package var readsCache: Bool {
    switch self {
    case .returnCacheDataElseFetch, .returnCacheDataDontFetch, .returnCacheDataAndFetch: true
    case .fetchIgnoringCacheData, .fetchIgnoringCacheCompletely, .fetchElseReturnCacheData: false
    }
  }
}
