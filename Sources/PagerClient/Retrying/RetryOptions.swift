/// When a request that brought no answer is sent again, and for how long that goes on.
///
/// Queries are; a mutation only where the server surely did nothing for it. The rules: `docs/retrying.md`.
public struct RetryOptions: Sendable, Hashable {
  /// Whether anything is sent again.
  public var isEnabled: Bool
  /// How often a request is sent at most, the first time included.
  public var maximumAttempts: Int
  /// The longest wait before the second attempt, where the server names none; each further one may take twice as long. How
  /// long it is in fact is left to chance, so that many clients do not come back all at once.
  public var baseDelay: Duration
  /// The longest of these waits.
  public var maximumDelay: Duration
  /// How long all waits of one request may take together. A server that asks for more ends the request at once.
  public var budget: Duration
  /// The HTTP statuses after which a request is sent again.
  public var statuses: Set<Int>
  /// Whether a page that is too much for the server is asked for with half as many items.
  public var shrinksPages: Bool
  /// The codes of GraphQL errors that say so, also beside data, and the HTTP statuses 502 and 504 do.
  public var shrinkCodes: Set<String>

  public init(
    isEnabled: Bool = true, maximumAttempts: Int = 4, baseDelay: Duration = .milliseconds(250),
    maximumDelay: Duration = .seconds(30), budget: Duration = .seconds(120),
    statuses: Set<Int> = [429, 502, 503, 504], shrinksPages: Bool = true,
    shrinkCodes: Set<String> = ["MAX_NODE_LIMIT_EXCEEDED", "MAX_COST_EXCEEDED", "RESOURCE_LIMITS_EXCEEDED"]
  ) {
    self.isEnabled = isEnabled
    self.maximumAttempts = maximumAttempts
    self.baseDelay = baseDelay
    self.maximumDelay = maximumDelay
    self.budget = budget
    self.statuses = statuses
    self.shrinksPages = shrinksPages
    self.shrinkCodes = shrinkCodes
  }

  /// Every request is sent once.
  public static let never = RetryOptions(isEnabled: false)
}
