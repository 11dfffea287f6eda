/// Whether a request is answered from the cache, from the server, or from both.
public enum CachePolicy: Sendable, Hashable, CaseIterable {
  /// The cache's answer if it is complete, else the server's.
  case returnCacheDataElseFetch
  /// The server's answer, which then enters the cache.
  case fetchIgnoringCacheData
  /// The server's answer, without the cache: the answer does not enter the cache, and its objects are not watched.
  case fetchIgnoringCacheCompletely
  /// The cache's answer; a failure if it is not complete.
  case returnCacheDataDontFetch
  /// The cache's answer first if it is complete, then the server's.
  case returnCacheDataAndFetch
  /// The server's answer, which then enters the cache.
  ///
  /// If the server does not answer, the cache's answer if it is complete.
  case fetchElseReturnCacheData

  /// Whether a request asks the cache before the server.
  package var readsCache: Bool {
    switch self {
    case .returnCacheDataElseFetch, .returnCacheDataDontFetch, .returnCacheDataAndFetch: true
    case .fetchIgnoringCacheData, .fetchIgnoringCacheCompletely, .fetchElseReturnCacheData: false
    }
  }
}

/// Apollo iOS 2's names for how a request uses the cache; each stands for a ``CachePolicy``.
public struct FetchBehavior: Sendable, Hashable {
  /// The policy that the name stands for.
  public let cachePolicy: CachePolicy

  private init(_ cachePolicy: CachePolicy) {
    self.cachePolicy = cachePolicy
  }

  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The cache's answer if it is complete, else the server's.
  public static let CacheFirst = FetchBehavior(.returnCacheDataElseFetch)
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The server's answer, or the cache's answer when the server has none.
  public static let NetworkFirst = FetchBehavior(.fetchElseReturnCacheData)
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The server's answer.
  public static let NetworkOnly = FetchBehavior(.fetchIgnoringCacheData)
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The cache's answer; a failure if it is not complete.
  public static let CacheOnly = FetchBehavior(.returnCacheDataDontFetch)
  // swift-format-ignore: AlwaysUseLowerCamelCase
  /// The cache's answer first if it is complete, then the server's.
  public static let CacheAndNetwork = FetchBehavior(.returnCacheDataAndFetch)
}

extension CachePolicy {
  /// The policies of Apollo iOS 2, by the number of responses that they bring.
  public enum Query: Sendable, Hashable {
    /// Policies that bring one response.
    public enum SingleResponse: Sendable, Hashable, CaseIterable {
      /// The cache's answer if it is complete, else the server's.
      case cacheFirst
      /// The server's answer, or the cache's answer when the server has none.
      case networkFirst
      /// The server's answer.
      case networkOnly
    }

    /// The policy that asks only the cache.
    public enum CacheOnly: Sendable, Hashable, CaseIterable {
      /// The cache's answer; no answer if it is not complete.
      case cacheOnly
    }

    /// The policy that brings two responses.
    public enum CacheAndNetwork: Sendable, Hashable, CaseIterable {
      /// The cache's answer first if it is complete, then the server's.
      case cacheAndNetwork
    }
  }

  /// The policy that another spelling stands for.
  public init(_ policy: Query.SingleResponse) {
    switch policy {
    case .cacheFirst: self = .returnCacheDataElseFetch
    case .networkFirst: self = .fetchElseReturnCacheData
    case .networkOnly: self = .fetchIgnoringCacheData
    }
  }

  /// The policy that another spelling stands for.
  public init(_ policy: Query.CacheOnly) { self = .returnCacheDataDontFetch }

  /// The policy that another spelling stands for.
  public init(_ policy: Query.CacheAndNetwork) { self = .returnCacheDataAndFetch }

  /// The policy that another spelling stands for.
  public init(_ behavior: FetchBehavior) { self = behavior.cachePolicy }
}
