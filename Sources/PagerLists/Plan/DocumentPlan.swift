import PagerClient
import PagerJSON
import PagerState
package import PagerSyntax

/// How a list is paged: what to send for a page, and where to look in the answer. Found without a request.
package struct DocumentPlan: Sendable {
  /// The query for the first page, and for all pages if there is no other query.
  package let first: QueryPlan
  /// The query that asks for the further pages.
  package let further: QueryPlan?
  /// What asks for the first page.
  package let initialRequest: PageRequest
  /// What the pager does about incomplete lists inside the pages.
  package let nested: NestedRule
  /// What list it is, for resume tokens.
  package let identity: ListIdentity
  /// What a walk does about errors that come with the data of its pages.
  package var errorRule = ErrorRule.report
  /// How it finds the items that are new; nil: all are wanted.
  package var since: SincePlan?
  /// How many requests for its pages may be under way at once.
  package let concurrency: Int
  /// What a walk over the whole list does if that has fewer items than its pages name.
  package internal(set) var totalRule = TotalRule.ignore
  /// Whether the list is opened in its middle, and the items before are not read.
  let opensInMiddle: Bool
  /// What the library found of the list; nil if config and documents describe it.
  package internal(set) var found: FoundList?
  /// What the library added to the query; nil if it added nothing.
  package internal(set) var addition: QueryAddition?

  /// Makes the plan from documents. The config has precedence over a document.
  ///
  /// - Parameters:
  ///   - isPending: whether an answer has to show which field has the items.
  ///   - queries: what is known of documents. If they describe a list, their queries are kept there.
  /// - Throws: `DocumentPlanError` for a document that does not parse, is not a query, has no list or more than one to
  ///   choose from, or does not fit the variables.
  package init(
    _ first: PagedDocument, further: PagedDocument? = nil, _ rules: ListRules = ListRules(),
    nested: NestedRule = .report, since: SinceSettings? = nil, isPending: Bool = false,
    _ queries: KnownQueries = KnownQueries()
  ) throws(DocumentPlanError) {
    concurrency = rules.concurrency ?? 1
    self.nested = nested
    let parsed = try Self.parsed(first, at: .first, since, queries)
    let parsedFurther = try further.map { document throws(DocumentPlanError) in
      try Self.parsed(document, at: .further, since, queries)
    }
    let list: any PlannedList
    do throws(DocumentPlanError) {
      list = try Self.type([parsed, parsedFurther].compactMap { $0 }, rules).list(
        first: parsed, further: parsedFurther, rules)
    } catch {
      throw error.ofList()
    }
    (initialRequest, identity, opensInMiddle) = (list.initialRequest, list.identity, list.opensInMiddle)
    self.first = try QueryPlan(parsed, list.queries.first, nested, isPending: isPending)
    if let parsedFurther, let parts = list.queries.further {
      self.further = try QueryPlan(parsedFurther, parts, nested, isPending: isPending)
    } else {
      self.further = nil
    }
    self.since = try since.map { settings throws(DocumentPlanError) in
      try settings.plan(of: self, [parsed, parsedFurther].compactMap { $0 }, rules)
    }
    totalRule = TotalRule(for: self, checks: rules.checksTotal != false)
    queries.keep(parsed.known)
    if let parsedFurther { queries.keep(parsedFurther.known) }
  }

  // Not inlined: what the functions for lists since a mark hold would take stack from the parser.

  @inline(never)
  private static func parsed(
    _ document: PagedDocument, at config: ConfigPlace, _ since: SinceSettings?, _ queries: KnownQueries
  ) throws(DocumentPlanError) -> ParsedDocument {
    guard let since, since.variable != nil else { return try ParsedDocument(document, at: config, queries) }
    return try parsed(document, at: config, readSince: since, queries)
  }

  @inline(never)
  private static func parsed(
    _ document: PagedDocument, at config: ConfigPlace, readSince since: SinceSettings, _ queries: KnownQueries
  ) throws(DocumentPlanError) -> ParsedDocument {
    try ParsedDocument(since.applied(to: document, at: config, queries), at: config, queries)
  }

  /// The connections inside the items of the list, of both queries.
  package var innerConnections: [InnerConnection] {
    let all = [first.shape, further?.shape].compactMap { $0?.inner }.flatMap(\.connections)
    var seen: Set<[String]> = []
    return all.filter { seen.insert($0.path).inserted }
  }

  /// The query that a request is one of.
  package subscript(query: QueryRole) -> QueryPlan {
    switch query {
    case .first: first
    case .further: further ?? first
    }
  }

  /// In which direction the list is read; nil if functions of the host decide on that.
  package var direction: ListDirection? {
    let list = first.kind.list
    return switch (list.reads(.next), list.reads(.previous)) {
    case (true, true): .bidirectional
    case (true, false): .forward
    case (false, true): .reverse
    case (false, false): nil
    }
  }

  /// Why the list cannot be completed, in words.
  package var words: ListWords { ListWords(first, further, addition) }

  /// The type that the config names, or else the type that its keys belong to. Refuses keys of the other types.
  private static func type(_ documents: [ParsedDocument], _ rules: ListRules) throws(DocumentPlanError) -> ListType {
    let type = rules.type ?? Self.type(of: documents, rules)
    for document in documents {
      guard let key = document.pagination.foreignKey(to: type.keys) else { continue }
      throw document.config.error(
        inNames: key, "a list of the type \"\(type.rawValue)\" has no `\(key)`: leave it out")
    }
    if let rule = rules.foreignRule(to: type.keys) {
      throw DocumentPlanError(
        ["pagination", rule], "a list of the type \"\(type.rawValue)\" has no `\(rule)`: leave it out")
    }
    if rules.ending == .firstPage, type == .keyset {
      throw DocumentPlanError(
        ["pagination", "end"], "a list that ends with its first page has no keys that ask for another one")
    }
    if rules.ending == .nullCursor, type != .cursor {
      throw DocumentPlanError(
        ["pagination", "end"], "a list of the type \"\(type.rawValue)\" has no cursor that could end it")
    }
    return type
  }

  private static func type(of documents: [ParsedDocument], _ rules: ListRules) -> ListType {
    let names = documents.map(\.pagination)
    if rules.isInclusive != nil || names.contains(where: \.isOfKeyset) { return .keyset }
    if rules.ending == .nullCursor || rules.scrolls != nil { return .cursor }
    let hasCursor = names.contains { $0.endCursor != nil || $0.startCursor != nil }
    let isOffsetList =
      (rules.ending != nil && !(rules.ending == .emptyPage && hasCursor))
      || names.contains { $0.foreignKey(to: ListType.cursor.keys) != nil }
    if isOffsetList { return .offset }
    // Every kind of list may have a total. One without page info has no cursors.
    let isBareList = names.contains { $0.total != nil } && !names.contains { $0.pageInfo != nil }
    return isBareList && documents.allSatisfy({ ConnectionFinder.connections(in: $0.operation).isEmpty })
      ? .offset : .cursor
  }
}

extension ListType {
  /// The keys of `pagination` that lists of this kind have, and not all others.
  var keys: Set<String> {
    switch self {
    case .cursor: CursorList.keys
    case .offset: OffsetList.keys
    case .keyset: KeysetList.keys
    }
  }

  // Not inlined: what it holds would take stack from the parser.
  @inline(never)
  func list(
    first: ParsedDocument, further: ParsedDocument?, _ rules: ListRules
  ) throws(DocumentPlanError) -> any PlannedList {
    switch self {
    case .cursor: try CursorList(first: first, further: further, rules)
    case .offset: try OffsetList(first: first, further: further, rules)
    case .keyset: try KeysetList(first: first, further: further, rules)
    }
  }
}

/// One query of a list: how to write its requests, and where to look in its answers.
///
/// A class, because copies of it would take too much of the small stack that a caller may have.
package final class QueryPlan: Sendable {
  package let requests: PageRequestEncoder
  package let shape: ConnectionShape
  /// How the list continues at its ends.
  package let kind: ListKind
  package let variables: PageVariables
  /// The name of its operation; nil if that has none.
  let operationName: String?
  /// How the rest of lists inside its pages is fetched; nil if that is not wanted, or there are none.
  let drain: DrainPlan?

  /// Not inlined, like the functions of a plan: its copies of a shape would take stack from the parser.
  @inline(never)
  init(
    _ parsed: ParsedDocument, _ parts: QueryParts, _ nested: NestedRule, isPending: Bool = false
  ) throws(DocumentPlanError) {
    operationName = parsed.definition.name
    variables = parts.variables
    kind = parts.kind
    var shape = parts.shape
    if !isPending { shape = shape.showing(parsed.executed.itemsShown(of: shape)) }
    let total = TotalPlace(of: shape, in: parsed)
    shape = shape.with { $0.total = total }
    self.shape = shape
    if !isPending {
      try parsed.refuseVariables(parts.variables.moving, insideItems: shape.items, of: shape.connection)
    }
    drain = try shape.inner.flatMap { inner throws(DocumentPlanError) in
      try nested.check(inner)
      guard case .drain(let rules) = nested else { return nil }
      return try DrainPlan(rules, inner, shape, parts.kind, parsed)
    }
    do {
      requests = try PageRequestEncoder(
        parsed.known.opening.get(), constants: parts.constants, sizes: parts.sizes, setting: parts.variables.places)
    } catch {
      throw parsed.config.error(unwritable: error)
    }
  }
}

/// What a pager does about errors that come with the data of its pages.
package enum ErrorRule: Sendable, Hashable {
  /// A walk gets to the end of the list and then ends with `partialData`.
  case report
  /// A walk ends well. The errors still count.
  case keep
  /// The page ends the operation that requested it.
  case fail
}
