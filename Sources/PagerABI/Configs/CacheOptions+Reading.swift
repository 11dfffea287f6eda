import PagerClient
import PagerJSON
import PagerSyntax

/// Reads the cache options of a client's config.
extension ConfigReader {
  mutating func cacheOptions() throws(ErrorReport) -> CacheOptions {
    var options = CacheOptions(store: try cacheStore() ?? .none)
    let keyFields = try keyFields()
    let maximumRecords = try integer("max_records", in: 1...Int64.max)
    let maximumAge = try maximumAge()
    let addsTypename = try bool("add_typename")
    let refetchesIncompletePages = try bool("refetch_incomplete")
    if case .none = options.store {
      try refuseWithoutCache("key_fields", isGiven: keyFields != nil)
      try refuseWithoutCache("max_records", isGiven: maximumRecords != nil)
      try refuseWithoutCache("max_age_ms", isGiven: maximumAge != nil)
      try refuseWithoutCache("add_typename", isGiven: addsTypename != nil)
      try refuseWithoutCache("refetch_incomplete", isGiven: refetchesIncompletePages != nil)
    }
    if let keyFields {
      options.keyFields = keyFields.common ?? options.keyFields
      options.keyFieldsByType = keyFields.byType
    }
    options.maximumRecords = maximumRecords
    options.maximumAge = maximumAge?.common
    options.maximumAgeByType = maximumAge?.byType ?? [:]
    options.addsTypename = addsTypename ?? options.addsTypename
    options.refetchesIncompletePages = refetchesIncompletePages ?? options.refetchesIncompletePages
    return options
  }

  /// The key for all other types.
  private static let allOthers = "*"

  private struct ByType<Value> {
    var common: Value?
    var byType: [String: Value] = [:]
  }

  private mutating func cacheStore() throws(ErrorReport) -> CacheOptions.Store? {
    if isObject("cache") {
      return try object("cache") { cache throws(ErrorReport) in
        guard let path = try cache.filePath("sqlite") else { throw cache.missing("sqlite") }
        return .sqlite(path: path)
      }
    }
    return try read("cache", "\"none\", \"memory\" or {\"sqlite\": path}") { value in
      switch value.string {
      case "none": CacheOptions.Store.none
      case "memory": .memory
      default: nil
      }
    }
  }

  private mutating func keyFields() throws(ErrorReport) -> ByType<[String]>? {
    try byType("key_fields", "a list of field names", "by type") { value, place throws(ErrorReport) in
      try Self.elements(of: value, at: place, "the name of a field") { element in
        element.string.flatMap { $0.isName ? $0 : nil }
      }
    }
  }

  private mutating func maximumAge() throws(ErrorReport) -> ByType<Duration>? {
    try byType("max_age_ms", "a whole number from 1 to \(Int64.max)", "by type") { value, _ in
      value.integer.flatMap { $0 >= 1 ? .milliseconds($0) : nil }
    }
  }

  /// A value for all types, or an object with one for each type and, at `*`, for all others.
  private mutating func byType<Value>(
    _ key: String, _ expected: String, _ suffix: String,
    _ convert: (JSONValue, JSONPointer) throws(ErrorReport) -> Value?
  ) throws(ErrorReport) -> ByType<Value>? {
    guard isObject(key) else {
      let place = path.appending(key)
      let common = try read(key, "\(expected), or an object with one \(suffix)") { value throws(ErrorReport) in
        try convert(value, place)
      }
      return common.map { ByType(common: $0) }
    }
    var values = ByType<Value>()
    for (type, value) in (try members(key) ?? [:]).sorted(by: { $0.key < $1.key }) {
      let place = path.appending(key).appending(type)
      guard type == Self.allOthers || type.isName else {
        throw ErrorReport(.invalidConfig, "expected a type's name, or \"*\" for all other types", path: place)
      }
      guard let converted = try convert(value, place) else { throw Self.unexpected(value, expected, at: place) }
      if type == Self.allOthers { values.common = converted } else { values.byType[type] = converted }
    }
    return values
  }

  private func refuseWithoutCache(_ key: String, isGiven: Bool) throws(ErrorReport) {
    guard isGiven else { return }
    throw ErrorReport(
      .invalidConfig,
      "`\(key)` needs a cache, and the client's \"cache\" is \"none\": configure a cache, or leave the key out",
      path: path.appending(key))
  }
}
