/// What a client does about the limits that a server sets on how often, or for how much, it is asked.
public enum RateLimitPolicy: Sendable, Hashable {
  /// Nothing before it is refused; then it waits, as `RetryOptions` say.
  case react
  /// It reads what the server says of its budget, and slows down before that is used up: `docs/retrying.md`.
  case pace
}
