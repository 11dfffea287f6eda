/// Whether a request is answered from the cache, from the server, or from both.
///
/// This version has no cache yet: every policy asks the server.
public enum CachePolicy: Sendable, Hashable, CaseIterable {
  /// The cache's answer where it is complete, else the server's.
  case returnCacheDataElseFetch
  /// The server's answer, which then enters the cache.
  case fetchIgnoringCacheData
  /// The server's answer, which leaves the cache alone.
  case fetchIgnoringCacheCompletely
  /// The cache's answer, or none.
  case returnCacheDataDontFetch
  /// The cache's answer first where it is complete, then the server's.
  case returnCacheDataAndFetch
}
