import PagerJSON
import PagerState
import PagerSyntax

/// What a plan is made of: documents, rules, and the names that were found for the documents.
final class PlanSource: Sendable {
  let first: PagedDocument
  let further: PagedDocument?
  let rules: ListRules
  let nested: NestedRule
  let since: SinceSettings?
  let errorRule: ErrorRule
  /// What is known of documents.
  let queries: KnownQueries
  /// What was added to the query that asks for pages; nil if it is the caller's.
  let addition: QueryAddition?

  init(
    _ first: PagedDocument, further: PagedDocument?, _ rules: ListRules, nested: NestedRule, since: SinceSettings?,
    _ errorRule: ErrorRule, _ queries: KnownQueries, _ addition: QueryAddition? = nil
  ) {
    (self.first, self.further, self.rules, self.nested) = (first, further, rules, nested)
    (self.since, self.errorRule, self.queries, self.addition) = (since, errorRule, queries, addition)
  }

  /// The same with a query that was completed: the one that asks for pages.
  @inline(never)
  func with(_ completed: CompletedDocument) -> PlanSource {
    var (first, further) = (first, further)
    if further == nil { first.query = completed.text } else { further?.query = completed.text }
    let texts = (addition?.texts ?? []) + completed.added
    let original = addition?.original ?? (self.further ?? self.first).query
    return PlanSource(
      first, further: further, rules, nested: nested, since: since, errorRule, queries,
      QueryAddition(texts, to: original, query: completed.text))
  }

  /// The plan of the list that was found.
  ///
  /// - Parameter found: what was found; nil: config and documents describe the list.
  func plan(_ found: FoundList?) throws(DocumentPlanError) -> SharedPlan {
    if let found { return try self.with(namesOf: found).sharedPlan(found) }
    return try sharedPlan(nil)
  }

  // Not inlined: a query's depth adds to the stack of a plan, and copies of documents would take it.

  @inline(never)
  private func sharedPlan(_ found: FoundList?) throws(DocumentPlanError) -> SharedPlan {
    // What the items have is not known before an answer.
    let isPending = found?.isPending == true
    return SharedPlan(
      try DocumentPlan(
        first, further: further, rules, nested: isPending ? .report : nested, since: isPending ? nil : since,
        isPending: isPending, queries),
      errorRule, found, addition)
  }

  @inline(never)
  private func with(namesOf found: FoundList) -> PlanSource {
    var (first, further, rules) = (first, further, rules)
    rules.type = found.type
    if let names = found.names(of: .first) { first.pagination = names }
    if let names = found.names(of: .further) { further?.pagination = names }
    return PlanSource(
      first, further: further, rules, nested: nested, since: since, errorRule, queries, addition)
  }
}
