package import PagerTransport

/// The terms of a call for the requests that are made for it.
public struct RequestTerms: Sendable {
  /// How the cache is involved in them.
  public let policy: CachePolicy
  /// Headers in addition to the client's. A header replaces the client's header of the same name.
  package let headers: [HTTPHeader]

  /// The options that its requests do not share with the client's other requests.
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
