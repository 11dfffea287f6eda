import PagerBytes

/// When, and for how long, a client sends a request again that brought no answer.
///
/// The client sends queries again. It sends a mutation again only if the server certainly did nothing for it. The guide
/// “Retrying and limits” has the rules.
public struct RetryOptions: Sendable, Hashable {
  /// Whether the client sends requests again.
  public var isEnabled: Bool
  /// The largest number of times that a request is sent, including the first time.
  public var maximumAttempts: Int
  /// The longest wait before the second attempt, if the server does not name one.
  ///
  /// Each further wait may take twice as long. The actual wait is random, so that many clients do not all come back at
  /// once.
  public var baseDelay: Duration
  /// The longest of the waits that the client chooses.
  public var maximumDelay: Duration
  /// The longest total of all waits of one request. If a server asks for more, the request ends at once.
  public var budget: Duration
  /// The HTTP statuses after which a request is sent again.
  ///
  /// If the client has an authorizer, the first 401 is a question to it, as always.
  public var statuses: Set<Int>
  /// Whether the client asks with half as many items for a page that is too much for the server.
  public var shrinksPages: Bool
  /// The codes of GraphQL errors for a page that is too much, even if the response has data.
  ///
  /// They count whatever the HTTP status is. The HTTP statuses 502 and 504 mean the same.
  public var shrinkCodes: Set<String>
  /// Parts of the messages of GraphQL errors for a page that is too much, for servers without such a code.
  ///
  /// Upper and lower case are the same. They count if the response has no data. The defaults are of Linear, GitLab and
  /// GitHub. GitHub's also stands for a failure that passes, so the client asks once more for as many items first.
  public var shrinkMessages: Set<String>

  /// Makes options. The declaration shows the defaults.
  public init(
    isEnabled: Bool = true, maximumAttempts: Int = 4, baseDelay: Duration = .milliseconds(250),
    maximumDelay: Duration = .seconds(30), budget: Duration = .seconds(120),
    statuses: Set<Int> = [429, 502, 503, 504], shrinksPages: Bool = true,
    shrinkCodes: Set<String> = ["MAX_NODE_LIMIT_EXCEEDED", "MAX_COST_EXCEEDED", "RESOURCE_LIMITS_EXCEEDED"],
    shrinkMessages: Set<String> = ["query too complex", "exceeds max complexity", passingMessage]
  ) {
    self.isEnabled = isEnabled
    self.maximumAttempts = maximumAttempts
    self.baseDelay = baseDelay
    self.maximumDelay = maximumDelay
    self.budget = budget
    self.statuses = statuses
    self.shrinksPages = shrinksPages
    self.shrinkCodes = shrinkCodes
    self.shrinkMessages = shrinkMessages
  }

  /// GitHub's message for a query that took too long, and for a failure that passes.
  @usableFromInline static let passingMessage = "something went wrong while executing your query"

  /// What a message of the server says about the size of a page; nil: nothing.
  func fault(in message: String) -> RequestFault.Kind? {
    guard !shrinkMessages.isEmpty else { return nil }
    let message = message.lowercased()
    let parts = shrinkMessages.filter { !$0.isEmpty && message.has($0.lowercased()) }
    guard !parts.isEmpty else { return nil }
    return parts.allSatisfy { $0.lowercased() == Self.passingMessage } ? .executionFailed : .tooLarge
  }

  /// Every request is sent once.
  public static let never = RetryOptions(isEnabled: false)
}

/// The options of a client's channel, for all its requests.
final class RetryRules: Sendable {
  let options: RetryOptions

  init(_ options: RetryOptions) {
    self.options = options
  }
}
