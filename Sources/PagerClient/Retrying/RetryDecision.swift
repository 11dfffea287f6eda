/// Whether a request is sent again. The decision takes only numbers and has no side effects.
enum RetryDecision: Sendable, Hashable {
  case again(after: Duration)
  /// With half as many items. This does not count as an attempt, because it is a different request.
  case smaller(after: Duration)
  case giveUp

  /// The progress of a request when it fails.
  struct Progress: Sendable, Hashable {
    /// How often the request was sent, without halvings.
    var attempts = 1
    /// How many of these attempts a limit refused because other requests of the client had used it up. They do not
    /// count, because those other requests go first now.
    var contests = 0
    /// How long the request has waited.
    var waited = Duration.zero
    /// Whether the server may carry it out twice: true for a query, false for a mutation.
    var isRepeatable = true
    /// Whether there is a request for fewer items.
    var canBeSmaller = false
  }

  /// - Parameter chance: a random number of at least 0 and less than 1, a new one each time.
  init(_ fault: RequestFault, _ progress: Progress, _ options: RetryOptions, chance: Double) {
    self = .giveUp
    guard options.isEnabled, progress.isRepeatable || fault.isUnprocessed else { return }
    let mayPass = fault.kind == .executionFailed && progress.attempts == 1
    if fault.mayBeTooLarge, !mayPass, progress.canBeSmaller, options.shrinksPages {
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
