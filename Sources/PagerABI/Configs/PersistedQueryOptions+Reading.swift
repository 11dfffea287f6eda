import PagerClient
import PagerJSON

/// Reads the option for hashes in place of queries: true, false, or an object, which means true and has further
/// options.
extension ConfigReader {
  mutating func persistedQueryOptions() throws(ErrorReport) -> PersistedQueryOptions? {
    guard isObject("persisted_queries") else {
      return try read("persisted_queries", "true, false or an object") { value in
        value.bool.map { PersistedQueryOptions(isEnabled: $0) }
      }
    }
    return try object("persisted_queries") { queries throws(ErrorReport) in
      PersistedQueryOptions(usesGet: try queries.bool("get") ?? false)
    }
  }
}
