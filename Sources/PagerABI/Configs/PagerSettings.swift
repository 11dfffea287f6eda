import PagerClient
import PagerJSON
import PagerLists
import PagerState

/// The settings in the config of a pager, except for variables, before its documents are read. A class, because copies
/// of it would take stack from the parser of the documents.
final class PagerSettings: Sendable {
  /// The document of the first page.
  private let first: PagedDocument
  /// The document of all further pages, if it is another one.
  private let further: PagedDocument?
  let rules: ListRules
  let nested: NestedRule
  let retention: PageRetention
  let walk: Walk
  let policies: LoadPolicies
  /// The place at which another process stopped.
  let token: JSONValue?
  let errorRule: ErrorRule
  /// What it says about the items that are new.
  let since: SinceConfig

  /// What the token, or that of the checkpoint, keeps of a list that the library found; nil if it found none.
  var keptList: JSONValue? {
    (token ?? since.checkpoint?.token).flatMap { try? ListToken($0).found } ?? since.checkpoint?.found
  }

  /// The documents with their variables.
  func documents(_ variables: ConfigVariables) -> PagerDocuments { PagerDocuments(first, further, variables) }

  /// Whether another pager with this config may have the same settings: nothing in it is secret, or of one run alone.
  var mayBeShared: Bool {
    if case .drain(let rules) = nested, rules.queries.contains(where: { !$0.variables.isEmpty }) { return false }
    return token == nil && since.mayBeShared
  }

  /// The rules.
  ///
  /// - Parameter finding: whether the library may look for a list in the documents.
  func rules(finding: Bool) -> ListRules {
    var rules = rules
    if !finding { (rules.finds, rules.completesQuery) = (false, false) }
    return rules
  }

  /// - Parameters:
  ///   - text: the config, with empty objects in place of variables.
  ///   - query: the document as a separate argument.
  @inline(never)
  init(
    _ text: String, query: String?, hasCache: Bool, hooks: HookFunctions?
  ) throws(ErrorReport) {
    var reader = try ConfigReader("config_json", text: text)
    var first = try PagedDocument(reading: &reader, query: query)
    var rules = ListRules()
    first.pagination =
      try reader.object("pagination") { pagination throws(ErrorReport) in
        try rules.read(&pagination)
        return try DocumentPagination(reading: &pagination)
      } ?? DocumentPagination()
    (self.first, self.rules) = (first, rules)
    further = try reader.object("next_query") { next throws(ErrorReport) in
      var document = try PagedDocument(reading: &next)
      document.pagination = try DocumentPagination(reading: &next)
      return document
    }
    retention = try reader.retention() ?? .all
    let nested = try NestedRule(reading: &reader, hooks: hooks)
    self.nested = nested
    errorRule = try reader.errorRule()
    let reason = nested.drains ? PastCacheReason.drains : rules.scrolls == true ? .scrolls : nil
    policies = LoadPolicies(
      hasCache: hasCache, pastCache: reason, given: try reader.cachePolicy(hasCache: hasCache, pastCache: reason))
    var walk =
      try reader.object("load_all") { loadAll throws(ErrorReport) in
        var walk = Walk(emitsEachPage: try Walk.emitsEachPage(&loadAll) ?? true)
        try walk.readCaps(&loadAll)
        return walk
      } ?? Walk(emitsEachPage: true)
    walk.reportsErrors = errorRule == .report
    walk.isStrict = try reader.bool("strict") ?? false
    self.walk = walk
    token = try reader.token("resume", "a resume token")
    since = try SinceConfig(reading: &reader, isResumed: token != nil)
    try reader.finish()
  }
}

/// The documents of a pager, with their variables. A class, because a caller's stack may be small.
final class PagerDocuments {
  /// The document of the first page.
  let first: PagedDocument
  /// The document of all further pages, if it is another one.
  let further: PagedDocument?

  @inline(never)
  fileprivate init(_ first: PagedDocument, _ further: PagedDocument?, _ variables: ConfigVariables) {
    var (first, further) = (first, further)
    first.variables = variables.first
    further?.variables = variables.further
    (self.first, self.further) = (first, further)
  }
}

/// The variables of a config as written, and the rest of the config.
struct ConfigVariables {
  let first: [String: RawJSON]
  let further: [String: RawJSON]
  let rest: String

  /// The rest, whatever its layout is: an empty object has the same text as the variables that stood there.
  var outline: String {
    String(decoding: RawJSON(validated: Array(rest.utf8)).textWithoutWhiteSpace, as: UTF8.self)
  }

  @inline(never)
  init(in text: String) throws(ErrorReport) {
    do {
      let first = try RawMembers(of: ["variables"], in: text)
      let further = try RawMembers(of: ["next_query", "variables"], in: first.rest)
      (self.first, self.further, rest) = (first.values, further.values, further.rest)
    } catch {
      throw ErrorReport(error, in: "config_json")
    }
  }
}

extension PagedDocument {
  /// - Parameter query: the document as a separate argument.
  fileprivate init(reading reader: inout ConfigReader, query: String? = nil) throws(ErrorReport) {
    self.init(
      query: try reader.string("query", orBeside: query), operationName: try reader.string("operation_name"))
    // The place of the variables, which is empty here, has to hold an object.
    _ = try reader.members("variables")
  }
}

extension ListRules {
  fileprivate mutating func read(_ reader: inout ConfigReader) throws(ErrorReport) {
    type = try reader.choice("type", ["cursor": .cursor, "offset": .offset, "keyset": .keyset])
    direction = try reader.choice(
      "direction", ["forward": .forward, "reverse": .reverse, "bidirectional": .bidirectional])
    trustsOppositeFlag = try reader.bool("trust_opposite_flag")
    scrolls = try reader.choice("cursor", ["page": false, "scroll": true])
    ending = try reader.choice(
      "end",
      [
        "null_cursor": .nullCursor, "empty_page": .emptyPage, "short_page": .shortPage, "first_page": .firstPage,
      ])
    concurrency = try reader.integer("concurrency", in: 1...64).map { Int($0) }
    identity = try reader.pointer("identity")
    isInclusive = try reader.bool("inclusive")
    acceptsNull = try reader.choice("null_list", ["error": false, "empty": true])
    allowsRepeats = try reader.choice("repeats", ["error": false, "allow": true])
    emptyPageLimit = try reader.integer("max_empty_pages", in: 0...1_000_000).map { Int64($0) }
    checksTotal = try reader.bool("check_total")
    finds = try reader.bool("find")
    completesQuery = try reader.bool("complete_query")
  }
}

extension DocumentPagination {
  fileprivate init(reading reader: inout ConfigReader) throws(ErrorReport) {
    self.init()
    connection = try reader.pointer("connection")
    items = try reader.pointer("items")
    pageInfo = try reader.pointer("page_info")
    hasNextPage = try reader.pointer("has_next_page")
    endCursor = try reader.pointer("end_cursor")
    hasPreviousPage = try reader.pointer("has_previous_page")
    startCursor = try reader.pointer("start_cursor")
    (after, afterPlaces) = try reader.places("after")
    (before, beforePlaces) = try reader.places("before")
    first = try reader.string("first")
    last = try reader.string("last")
    offset = try reader.string("offset")
    page = try reader.string("page")
    limit = try reader.string("limit")
    total = try reader.pointer("total", orAbsentIn: &absent)
    pageCount = try reader.pointer("page_count", orAbsentIn: &absent)
    hasMore = try reader.pointer("has_more", orAbsentIn: &absent)
    key = try reader.pointers("key")
  }
}

extension ConfigReader {
  /// A pointer, or null, which says that the list is read without this part.
  fileprivate mutating func pointer(
    _ key: String, orAbsentIn absent: inout Set<String>
  ) throws(ErrorReport) -> JSONPointer? {
    if try takeNull(key) {
      absent.insert(key)
      return nil
    }
    return try pointer(key)
  }

  /// One name, or several.
  fileprivate mutating func places(_ key: String) throws(ErrorReport) -> (String?, [String]?) {
    let places = try strings(key)
    return places?.isList == true ? (nil, places?.texts) : (places?.texts.first, nil)
  }

  /// One pointer, or several.
  fileprivate mutating func pointers(_ key: String) throws(ErrorReport) -> [JSONPointer]? {
    guard let texts = try strings(key)?.texts else { return nil }
    var pointers: [JSONPointer] = []
    for text in texts {
      do {
        pointers.append(try JSONPointer(parsing: text))
      } catch {
        throw ErrorReport(.invalidConfig, error.message, path: path.appending(key))
      }
    }
    return pointers
  }

  /// A string, or an array of strings that is not empty.
  private mutating func strings(_ key: String) throws(ErrorReport) -> (texts: [String], isList: Bool)? {
    let place = path.appending(key)
    return try read(key, "a string or an array of at least one string") { value throws(ErrorReport) in
      if let text = value.string { return ([text], false) }
      let texts = try Self.elements(of: value, at: place, "a string", \.string) ?? []
      return texts.isEmpty ? nil : (texts, true)
    }
  }

  /// What a pager does about errors beside data.
  fileprivate mutating func errorRule() throws(ErrorReport) -> ErrorRule {
    try choice("errors", ["report": .report, "keep": .keep, "fail": .fail]) ?? .report
  }

  /// Which pages stay in memory.
  mutating func retention() throws(ErrorReport) -> PageRetention? {
    try choice("retain", ["all": .all, "last": .last, "none": .none])
  }
}

extension Walk {
  /// Reads the options of one load_all. Missing ones keep the values of the pager's config.
  mutating func read(_ options: inout ConfigReader) throws(ErrorReport) {
    fromInitialPage = try options.bool("fetch_from_initial_page") ?? fromInitialPage
    emitsEachPage = try Self.emitsEachPage(&options) ?? emitsEachPage
    try readCaps(&options)
  }

  fileprivate static func emitsEachPage(_ reader: inout ConfigReader) throws(ErrorReport) -> Bool? {
    try reader.choice("emit", ["each": true, "end": false])
  }

  fileprivate mutating func readCaps(_ reader: inout ConfigReader) throws(ErrorReport) {
    maximumPages = try reader.integer("max_pages", in: 1...Int64.max) ?? maximumPages
    maximumItems = try reader.integer("max_items", in: 1...Int64.max) ?? maximumItems
  }
}
