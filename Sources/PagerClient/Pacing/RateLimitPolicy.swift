/// What a client does about a server's limits on how often, or for how much, the client may ask.
public enum RateLimitPolicy: Sendable, Hashable {
  /// The client does nothing until a limit refuses a request. Then the request waits, as `RetryOptions` say.
  case react
  /// The client reads what the server says about its budget, and slows down before the budget is used up:
  /// `docs/retrying.md`.
  case pace
}
