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

  init(
    _ first: PagedDocument, further: PagedDocument?, _ rules: ListRules, nested: NestedRule, since: SinceSettings?,
    _ errorRule: ErrorRule
  ) {
    (self.first, self.further, self.rules, self.nested) = (first, further, rules, nested)
    (self.since, self.errorRule) = (since, errorRule)
  }

  /// The plan of the list that was found.
  ///
  /// - Parameter found: what was found; nil: config and documents describe the list.
  func plan(_ found: FoundList?) throws(DocumentPlanError) -> DocumentPlan {
    var (first, further, rules) = (first, further, rules)
    if let found {
      rules.type = found.type
      if let names = found.names(of: .first) { first.pagination = names }
      if let names = found.names(of: .further) { further?.pagination = names }
    }
    // What the items have is not known before an answer.
    let isPending = found?.isPending == true
    var plan = try DocumentPlan(
      first, further: further, rules, nested: isPending ? .report : nested, since: isPending ? nil : since,
      isPending: isPending)
    plan.errorRule = errorRule
    plan.found = found
    return plan
  }
}
