import PagerClient
import PagerCore
import PagerJSON

extension NestedRule {
  private static let words: KeyValuePairs<String, NestedRule> = [
    "report": .report, "error": .error, "drain": .drain(DrainRules()),
  ]

  /// Reads what is done about lists inside the pages that are not whole: a word, or an object that says more.
  ///
  /// - Parameter hooks: the functions that read the pages; nil where there are none.
  init(reading reader: inout ConfigReader, hooks: HookFunctions?) throws(ErrorReport) {
    if reader.isObject("nested") {
      self = try reader.object("nested") { nested throws(ErrorReport) in try NestedRule(readingObject: &nested) } ?? .report
    } else {
      self = try reader.choice("nested", Self.words) ?? .report
    }
    if drains, hooks?.resolve != nil {
      throw ErrorReport(
        .invalidConfig,
        "with the hook resolve_page, pages may be asked for with queries that are not known yet, so none can be written for "
          + "the rest of their lists: \"drain\" does not go with it", path: reader.path.appending("nested"))
    }
  }

  private init(readingObject nested: inout ConfigReader) throws(ErrorReport) {
    guard let mode = try nested.choice("mode", Self.words) else {
      throw ErrorReport(.invalidConfig, "`mode` is missing: it has to be given", path: nested.path.appending("mode"))
    }
    var rules = DrainRules()
    let limit = Int64(DrainRules.requestLimit)
    let maximum = try nested.integer("max_requests", in: 1...limit)
    let parallel = try nested.integer("parallel", in: 1...64)
    rules.maximumRequests = maximum ?? rules.maximumRequests
    rules.parallel = parallel ?? rules.parallel
    self = mode.drains ? .drain(rules) : mode
    guard !drains else { return }
    for (key, isGiven) in [("max_requests", maximum != nil), ("parallel", parallel != nil)] where isGiven {
      throw ErrorReport(
        .invalidConfig, "only \"drain\" makes requests: leave `\(key)` out", path: nested.path.appending(key))
    }
  }
}
