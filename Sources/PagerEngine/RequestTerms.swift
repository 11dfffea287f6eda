public import PagerClient
package import PagerTransport

/// What the requests of a call have in common.
public struct RequestTerms: Sendable {
  /// How the requests use the cache.
  public let policy: CachePolicy
  /// What they do not share with the client's other requests.
  package let options: RequestOptions

  /// Makes the terms of a call.
  public init(_ policy: CachePolicy, headers: RequestHeaders = .none) {
    self.init(policy, RequestOptions(headers: headers.headers))
  }

  package init(_ policy: CachePolicy, _ options: RequestOptions) {
    self.policy = policy
    self.options = options
  }
}
