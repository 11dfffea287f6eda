import PagerClient
import PagerJSON
import PagerLists

extension NestedRule {
  private static let words: KeyValuePairs<String, NestedRule> = [
    "report": .report, "error": .error, "drain": .drain(DrainRules()),
  ]

  /// Reads what to do about incomplete lists inside the pages: a word, or an object with more options.
  ///
  /// - Parameter hooks: the functions that read the pages; nil if there are none.
  init(reading reader: inout ConfigReader, hooks: HookFunctions?) throws(ErrorReport) {
    if reader.isObject("nested") {
      self =
        try reader.object("nested") { nested throws(ErrorReport) in try NestedRule(readingObject: &nested) } ?? .report
    } else {
      self = try reader.choice("nested", Self.words, or: "an object") ?? .report
    }
    if drains, hooks?.resolves == true {
      throw ErrorReport(
        .invalidConfig,
        "\"drain\" does not work with the hook resolve_page: the hook can choose a new query for each page, and the "
          + "library cannot write queries for the inner lists of a query that it does not know yet",
        path: reader.path.appending("nested"))
    }
  }

  private init(readingObject nested: inout ConfigReader) throws(ErrorReport) {
    guard let mode = try nested.choice("mode", Self.words) else { throw nested.missing("mode") }
    var rules = DrainRules()
    let limit = Int64(DrainRules.requestLimit)
    let maximum = try nested.integer("max_requests", in: 1...limit)
    let parallel = try nested.integer("parallel", in: 1...64)
    let queries = try nested.objects("queries") { name, query throws(ErrorReport) in
      try OwnDrainQuery(reading: &query, for: name)
    }
    rules.queries = queries ?? []
    rules.maximumRequests = maximum ?? rules.maximumRequests
    rules.parallel = parallel ?? rules.parallel
    self = mode.drains ? .drain(rules) : mode
    guard !drains else { return }
    let given = [("max_requests", maximum != nil), ("parallel", parallel != nil), ("queries", queries != nil)]
    for (key, isGiven) in given where isGiven {
      throw ErrorReport(
        .invalidConfig, "only \"drain\" sends requests: leave `\(key)` out", path: nested.path.appending(key))
    }
  }
}

extension OwnDrainQuery {
  /// Reads a query for the rest of a list.
  ///
  /// - Parameter name: says which list.
  fileprivate init(reading reader: inout ConfigReader, for name: String) throws(ErrorReport) {
    let connection: JSONPointer
    do {
      connection = try JSONPointer(parsing: name)
    } catch {
      throw ErrorReport(.invalidConfig, error.message, path: reader.path)
    }
    var variables: [String: RawJSON] = [:]
    for (name, value) in try reader.members("variables") ?? [:] {
      do {
        variables[name] = try RawJSON(value)
      } catch {
        throw ErrorReport(
          .invalidConfig, error.message, path: reader.path.appending("variables").appending(name))
      }
    }
    let from = try reader.object("from") { values throws(ErrorReport) in try values.pointers() } ?? [:]
    self.init(
      connection: connection, query: try reader.requiredString("query"),
      operationName: try reader.string("operation_name"), variables: variables, from: from,
      list: try reader.pointer("connection"), cursor: try reader.string("after"))
  }
}
