/// The wait of a request before it is sent, or sent again.
public struct RequestWait: Sendable, Hashable {
  /// The reason in one word: `connection`, `http_503`, `rate_limit`, `too_large`; `pace` before the request is sent for
  /// the first time.
  public let reason: String
  /// How often the request has been sent.
  public let attempt: Int
  /// When the request will be sent, in milliseconds since 1970.
  public let until: Int64
}

extension Duration {
  /// Rounded up; at most a thousand years.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return min(seconds, 32_000_000_000) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
