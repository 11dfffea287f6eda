package import PagerTransport

/// What a call says of the requests that are made for it.
public struct RequestTerms: Sendable {
  /// What the cache has to do with them.
  public let policy: CachePolicy
  /// Sent beside the client's headers; one of the same name takes the place of the client's.
  package let headers: [HTTPHeader]

  /// What its requests do not share with the client's others.
  package var options: RequestOptions { RequestOptions(headers: headers) }

  public init(_ policy: CachePolicy, headers: RequestHeaders = .none) {
    self.policy = policy
    self.headers = headers.headers
  }

  package init(_ policy: CachePolicy, headers: [HTTPHeader]) {
    self.policy = policy
    self.headers = headers
  }
}
