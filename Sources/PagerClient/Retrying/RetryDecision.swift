/// Whether a request is sent again: nothing but numbers goes in, and nothing happens here.
enum RetryDecision: Sendable, Hashable {
  case again(after: Duration)
  /// With half as many items. That is no attempt: it is another request.
  case smaller(after: Duration)
  case giveUp

  /// What a request is at when it fails.
  struct Progress: Sendable, Hashable {
    /// How often it was sent, halvings not counted.
    var attempts = 1
    /// How many of these a limit refused because other requests of the client had used it up. They do not count: those go
    /// first now.
    var contests = 0
    /// How long it has waited.
    var waited = Duration.zero
    /// Whether the server may do the same thing twice: a query, and not a mutation.
    var isRepeatable = true
    /// Whether there is a request for fewer items.
    var canBeSmaller = false
  }

  /// - Parameter chance: at least 0 and less than 1, another one each time.
  init(_ fault: RequestFault, _ progress: Progress, _ options: RetryOptions, chance: Double) {
    self = .giveUp
    guard options.isEnabled, progress.isRepeatable || fault.isUnprocessed else { return }
    if fault.mayBeTooLarge, progress.canBeSmaller, options.shrinksPages {
      let delay = fault.wait ?? (fault.kind == .tooLarge ? .zero : options.backoff(after: 1, chance))
      if progress.waited + delay <= options.budget { self = .smaller(after: delay) }
      return
    }
    let attempts = progress.attempts - progress.contests
    guard fault.kind != .tooLarge, attempts < options.maximumAttempts else { return }
    let delay = fault.wait ?? options.backoff(after: attempts, chance)
    if progress.waited + delay <= options.budget { self = .again(after: delay) }
  }
}

extension RetryOptions {
  /// Exponential, with full jitter: anything between nothing and the longest wait.
  func backoff(after attempts: Int, _ chance: Double) -> Duration {
    let doublings = min(max(attempts - 1, 0), 30)
    let longest = min(maximumDelay, baseDelay * (1 << doublings))
    return longest * min(max(chance, 0), 1)
  }
}
