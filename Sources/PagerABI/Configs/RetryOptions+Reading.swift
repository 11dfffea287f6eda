import PagerClient
import PagerJSON

/// Reads the retry options of a client's config. Missing keys keep the defaults of `RetryOptions`.
extension ConfigReader {
  mutating func retryOptions() throws(ErrorReport) -> RetryOptions? {
    try object("retry") { retry throws(ErrorReport) in
      var options = RetryOptions()
      options.isEnabled = try retry.bool("enabled") ?? options.isEnabled
      options.maximumAttempts = try retry.integer("max_attempts", in: 1...1000) ?? options.maximumAttempts
      options.baseDelay = try retry.milliseconds("base_delay_ms", atLeast: 0) ?? options.baseDelay
      options.maximumDelay = try retry.milliseconds("max_delay_ms", atLeast: 0) ?? options.maximumDelay
      options.budget = try retry.milliseconds("budget_ms", atLeast: 0) ?? options.budget
      options.statuses = try retry.statuses() ?? options.statuses
      options.shrinksPages = try retry.bool("shrink") ?? options.shrinksPages
      options.shrinkCodes = try retry.shrinkCodes() ?? options.shrinkCodes
      return options
    }
  }

  private mutating func statuses() throws(ErrorReport) -> Set<Int>? {
    try read("statuses", "a list of HTTP statuses from 402 to 599") { value in
      guard let elements = value.array else { return nil }
      let statuses = elements.compactMap(\.integer).filter { (402...599).contains($0) }
      return statuses.count == elements.count ? Set(statuses.map { Int($0) }) : nil
    }
  }

  private mutating func shrinkCodes() throws(ErrorReport) -> Set<String>? {
    try read("shrink_codes", "a list of GraphQL error codes") { value in
      guard let elements = value.array else { return nil }
      let codes = elements.compactMap(\.string)
      return codes.count == elements.count ? Set(codes) : nil
    }
  }
}
