/// What a request waits for before it is sent, or sent again.
public struct RequestWait: Sendable, Hashable {
  /// One word for it: `connection`, `http_503`, `rate_limit`, `too_large`; `pace` before it is sent
  /// for the first time.
  public let reason: String
  /// How often it has been sent.
  public let attempt: Int
  /// When it will be sent, in milliseconds since 1970.
  public let until: Int64
}

extension Duration {
  /// Rounded up; at most a thousand years.
  package var wholeMilliseconds: Int64 {
    let (seconds, attoseconds) = components
    return min(seconds, 32_000_000_000) * 1000 + (attoseconds + 999_999_999_999_999) / 1_000_000_000_000_000
  }
}
