import PagerClient
package import PagerJSON
import PagerState
import PagerSyntax
import PagerThreads

/// A plan, and the words about it. A class, because plans are large.
package final class SharedPlan: Sendable {
  package let plan: DocumentPlan
  package let words: ListWords
  // What each page needs, because an access to the plan would copy all of it.
  private let first: QueryPlan
  private let further: QueryPlan
  let since: SincePlan?
  let errorRule: ErrorRule
  let reportsNested: Bool
  /// Whether each request moves the list, so that no token can name a place in it.
  let movesList: Bool

  init(
    _ plan: DocumentPlan, _ errorRule: ErrorRule? = nil, _ found: FoundList? = nil, _ addition: QueryAddition? = nil
  ) {
    var plan = plan
    if let errorRule { plan.errorRule = errorRule }
    (plan.found, plan.addition) = (found, addition)
    (first, further, since) = (plan.first, plan.further ?? plan.first, plan.since)
    self.errorRule = plan.errorRule
    reportsNested = plan.nested == .report
    movesList = plan.initialRequest.movesList
    words = plan.words
    self.plan = plan
  }

  /// The query that a request is one of.
  subscript(query: QueryRole) -> QueryPlan { query == .first ? first : further }
}

/// The plan by which a pager reads its list.
///
/// A config or a document describes most lists completely. If the library has found a list by the words in its
/// document, the first answer shows which field has the items, and completes the plan as a config would.
package final class CurrentPlan: Sendable {
  /// The plan before the first answer.
  package let opening: SharedPlan
  /// What completes the plan; nil if it is complete.
  private let source: PlanSource?
  private let latest: Lock<SharedPlan>

  /// A plan that is complete.
  package convenience init(_ plan: DocumentPlan) {
    self.init(SharedPlan(plan))
  }

  private init(_ plan: SharedPlan) {
    opening = plan
    source = nil
    latest = Lock(opening)
  }

  private init(_ plan: SharedPlan, _ source: PlanSource) {
    opening = plan
    self.source = source
    latest = Lock(opening)
  }

  /// The plan, as far as it is known.
  @inline(__always)
  package var current: SharedPlan { source == nil ? opening : latestPlan }

  @inline(never)
  private var latestPlan: SharedPlan { latest.withLock { $0 } }

  /// Whether a walk over the whole list needs as many items as its pages name.
  package var requiresTotal: Bool {
    guard let source, comparesTotal else { return opening.plan.totalRule == .fail }
    let names = [source.first.pagination, source.further?.pagination].compactMap { $0 }
    return source.since != nil || names.contains { $0.total != nil }
  }

  /// Whether the totals of pages can say how many items the list has.
  package var comparesTotal: Bool {
    source?.rules.checksTotal != false && !opening.plan.opensInMiddle
      && (source != nil || opening.plan.totalRule != .ignore)
  }

  /// Whether the pager tells items apart.
  var identifiesItems: Bool {
    opening.plan.first.shape.identity != nil || opening.plan.since != nil || source?.since != nil
  }

  /// Whether an answer of a query has to show its list.
  @inline(__always)
  func isPending(_ query: QueryRole) -> Bool { source != nil && latestPlan.plan.found?.pending[query] != nil }

  /// Completes the plan by an answer, if that is the first one of its query with a list.
  ///
  /// - Parameter names: reads the answer.
  /// - Throws: what `names` throws, and `DocumentPlanError` if the items lack what the config wants of them.
  func complete(
    _ query: QueryRole, _ names: (PendingList) throws -> DocumentPagination?
  ) throws {
    guard let source, let found = current.plan.found, let list = found.pending[query], let names = try names(list)
    else {
      return
    }
    let plan = try source.plan(found.completed(query, names))
    latest.withLock { $0 = plan }
  }
}

extension CurrentPlan {
  /// The plan of the list that config and documents describe, or else of the list that the documents show.
  ///
  /// - Parameters:
  ///   - kept: what a token keeps of a list that was found.
  ///   - queries: what is known of documents.
  /// - Throws: `DocumentPlanError` as a plan does, and if the documents can be read as several lists.
  package static func make(
    _ first: PagedDocument, further: PagedDocument? = nil, _ rules: ListRules = ListRules(),
    nested: NestedRule = .report, since: SinceSettings? = nil, errors: ErrorRule = .report, kept: JSONValue? = nil,
    _ queries: KnownQueries = KnownQueries()
  ) throws(DocumentPlanError) -> CurrentPlan {
    try ScrollRules.check((first, further), rules, isReadSinceMark: since != nil)
    return try make(
      PlanSource(first, further: further, rules, nested: nested, since: since, errors, queries), kept)
  }

  @inline(never)
  private static func make(_ source: PlanSource, _ kept: JSONValue?) throws(DocumentPlanError) -> CurrentPlan {
    let failure: DocumentPlanError
    do {
      let plan = try source.plan(nil)
      guard let found = try source.searchItems(of: plan) else { return CurrentPlan(plan) }
      return try make(found, source, kept)
    } catch {
      failure = error
    }
    guard failure.mayBeFound else { throw failure }
    switch try source.search() {
    case .list(let found): return try make(found, source, kept)
    case .incomplete(let completed):
      do {
        return try make(source.with(completed), kept)
      } catch {
        throw error.inCompleted(completed.text)
      }
    case nil: throw try source.explained(failure)
    }
  }

  /// The plan of a list that was found, completed if a token keeps what its first answer showed.
  private static func make(
    _ found: FoundList, _ source: PlanSource, _ kept: JSONValue?
  ) throws(DocumentPlanError) -> CurrentPlan {
    if let known = kept.flatMap(FoundList.init(kept:)) { return CurrentPlan(try source.plan(known)) }
    return CurrentPlan(try source.plan(found), source)
  }
}

extension PlanSource {
  /// Whether the list may be another one than a keyset list, which only a config describes.
  fileprivate var mayBeSearched: Bool {
    let documents = [first, further].compactMap { $0 }
    return rules.type != .keyset && rules.isInclusive == nil
      && !documents.contains { $0.pagination.isOfKeyset || $0.pagination.pageInfo != nil }
  }

  /// The connections of a plan whose items have another name than those of connections; nil if it has none.
  @inline(never)
  fileprivate func searchItems(of shared: SharedPlan) throws(DocumentPlanError) -> FoundList? {
    guard rules.finds != false, case .cursor = shared.plan.first.kind else { return nil }
    var readings: [QueryRole: ListReading] = [:]
    for query in further == nil ? [QueryRole.first] : [.first, .further] where lacksItems(query, shared) {
      let place = shared.plan[query].shape.connection
      readings[query] = ListReading.connection(at: place, in: try parsed(query))
    }
    return readings.isEmpty ? nil : FoundList(readings, .cursor)
  }

  /// Whether a query's connection has items that neither the config nor the document names.
  private func lacksItems(_ query: QueryRole, _ shared: SharedPlan) -> Bool {
    guard shared.plan[query].shape.items.isEmpty else { return false }
    return (query == .first ? first.pagination : further?.pagination)?.items == nil
  }

  /// A document, parsed. Not inlined: a query's depth adds to the stack.
  @inline(never)
  private func parsed(_ query: QueryRole) throws(DocumentPlanError) -> ParsedDocument {
    if query == .further, let further { return try ParsedDocument(further, at: .further, queries) }
    return try ParsedDocument(first, at: .first, queries)
  }

  /// What a search for the list of the documents has found.
  fileprivate enum Finding {
    case list(FoundList)
    /// The list is there once the query says how it is paged.
    case incomplete(CompletedDocument)
  }

  /// The list that the documents show, or could show; nil if they show none.
  @inline(never)
  fileprivate func search() throws(DocumentPlanError) -> Finding? {
    guard mayBeSearched else { return nil }
    let asker = ListFinder(parsed: try parsed(further == nil ? .first : .further), rules: rules)
    return try further == nil
      ? reading(by: asker) : reading(by: asker, ListFinder(parsed: try parsed(.first), rules: rules))
  }

  /// - Parameter opener: looks for the list in the query of the first page, if that is another one.
  @inline(never)
  private func reading(by asker: ListFinder, _ opener: ListFinder? = nil) throws(DocumentPlanError) -> Finding? {
    guard let reading = rules.finds == false ? nil : try asker.reading() else {
      return completion(of: asker.parsed, nil).map(Finding.incomplete)
    }
    if let literal = reading.literal {
      return completion(of: asker.parsed, (literal, reading.field)).map(Finding.incomplete)
    }
    // In a connection, a flag says more than a cursor.
    if reading.names.endsByCursor, reading.field.selection.contains(where: { $0.name == "pageInfo" }),
      let completed = completion(of: asker.parsed, nil)
    {
      return .incomplete(completed)
    }
    guard let opener else { return .list(FoundList([.first: reading], reading.type)) }
    // A connection needs no words.
    return .list(
      FoundList(
        [.further: reading, .first: reading.type == .cursor ? opener.opener() : try opener.reading()]
          .compactMapValues { $0 }, reading.type))
  }

  /// The query with what it lacks; nil if the library may not add it, or does not know it.
  ///
  /// - Parameter literal: the value that asks for the first page, and the list; nil: the list is a connection.
  private func completion(
    of parsed: ParsedDocument, _ literal: (word: ArgumentWord, list: ListField)?
  ) -> CompletedDocument? {
    guard rules.completesQuery != false else { return nil }
    let query = parsed.document.query
    if let literal {
      return CompletedDocument(
        query, parsed.operation, variableAt: literal.word.path, of: literal.list.responsePath,
        type: [.offset, .page].contains(literal.word.purpose) ? "Int" : "String")
    }
    guard rules.type ?? .cursor == .cursor, parsed.pagination.isWithoutNames else { return nil }
    return CompletedDocument(query, parsed.operation) { name in
      // A cursor of another name is a cursor, too.
      let others: [WordTable.Purpose] = name == "after" ? [] : [.after, .before, .offset, .page]
      return others.contains { WordTable.shared.has(name, for: $0) }
    }
  }

  /// The error of documents that show no list, with advice for a field whose pages an object in a variable asks for.
  fileprivate func explained(_ failure: DocumentPlanError) throws(DocumentPlanError) -> DocumentPlanError {
    let parsed = try parsed(further == nil ? .first : .further)
    let finder = ListFinder(parsed: parsed, rules: rules)
    guard let (field, variable) = finder.objectForPages else {
      let page = "; docs/shapes.md has the lists of many products"
      return finder.adviceOnPlace.map { failure.with(advice: $0 + page) } ?? failure
    }
    return failure.with(
      advice: "; the field \(field.label) takes an object in `$\(variable)`: if that says which page to send, name the "
        + "place in it, as in {\"page\": \"/\(variable)/page\"} or {\"after\": \"/\(variable)/after\"}")
  }
}
