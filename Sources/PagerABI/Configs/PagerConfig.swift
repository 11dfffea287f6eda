import PagerCore
import PagerJSON
import PagerState

/// The config of a pager.
struct PagerConfig {
  let plan: DocumentPlan
  let retention: PageRetention
  let walk: Walk

  /// - Parameters:
  ///   - query: the document where it stands beside the config; the config must have none then.
  ///   - variables: an object with the variables, likewise.
  init(_ text: String, query: String? = nil, variables given: String? = nil) throws(ErrorReport) {
    var variables = try Self.variables(in: text)
    var reader = try ConfigReader("config_json", text: variables.rest)
    let query = try reader.string("query", orBeside: query)
    let operationName = try reader.string("operation_name")
    // Their place, which is empty here, has to hold an object.
    let hasVariables = try reader.members("variables") != nil
    if let given {
      if hasVariables { throw ConfigReader.givenTwice("variables", at: reader.path) }
      variables = try Self.variables(givenAs: given)
    }
    let pagination = try reader.object("pagination", DocumentPagination.init(reading:)) ?? DocumentPagination()
    retention = try reader.choice("retain", ["all": PageRetention.all, "last": .last, "none": .none]) ?? .all
    walk =
      try reader.object("load_all") { loadAll throws(ErrorReport) in
        let emitsEachPage = try loadAll.choice("emit", ["each": true, "end": false]) ?? true
        var walk = Walk(emitsEachPage: emitsEachPage)
        try walk.readCaps(&loadAll)
        return walk
      } ?? Walk(emitsEachPage: true)
    try reader.finish()
    do {
      plan = try DocumentPlan(
        query: query, operationName: operationName, variables: variables.values, pagination: pagination)
    } catch {
      throw ErrorReport(error)
    }
  }

  /// The variables as they were written, and the rest of the config.
  private static func variables(in text: String) throws(ErrorReport) -> RawMembers {
    do {
      return try RawMembers(of: "variables", in: text)
    } catch {
      throw ErrorReport(error, in: "config_json")
    }
  }

  /// The variables that were given beside the config, as they were written.
  private static func variables(givenAs text: String) throws(ErrorReport) -> RawMembers {
    do {
      guard let variables = try RawMembers(object: text, called: "variables_json") else {
        throw ErrorReport(.invalidConfig, "variables_json is not an object", path: JSONPointer(tokens: ["variables"]))
      }
      return variables
    } catch let error as JSONTextError {
      throw ErrorReport(error, in: "variables_json", at: JSONPointer(tokens: ["variables"]))
    } catch let error as ErrorReport {
      throw error
    } catch {
      throw ErrorReport(.internal, "\(error)")
    }
  }
}

extension DocumentPagination {
  fileprivate init(reading reader: inout ConfigReader) throws(ErrorReport) {
    self.init()
    _ = try reader.choice("type", ["cursor": ()])
    _ = try reader.choice("direction", ["forward": ()])
    connection = try reader.pointer("connection")
    pageInfo = try reader.pointer("page_info")
    items = try reader.pointer("items")
    hasNextPage = try reader.pointer("has_next_page")
    endCursor = try reader.pointer("end_cursor")
    after = try reader.string("after")
  }
}

extension Walk {
  /// Reads the options of one load_all; what they leave out stays as the pager's config has it.
  mutating func read(_ options: inout ConfigReader) throws(ErrorReport) {
    fromInitialPage = try options.bool("fetch_from_initial_page") ?? fromInitialPage
    try readCaps(&options)
  }

  fileprivate mutating func readCaps(_ reader: inout ConfigReader) throws(ErrorReport) {
    maximumPages = try reader.integer("max_pages", in: 1...Int64.max) ?? maximumPages
    maximumItems = try reader.integer("max_items", in: 1...Int64.max) ?? maximumItems
  }
}
