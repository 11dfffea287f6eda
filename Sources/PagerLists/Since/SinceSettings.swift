import PagerJSON
import PagerSyntax

/// What a config says about the items that are new, before its documents are read. A class, because a caller's stack
/// may be small.
package final class SinceSettings: Sendable {
  let rule: SinceRule
  let start: SinceStart
  let variable: SinceVariable?
  private let windowLimit: Int

  /// - Parameter windowLimit: the most versions around the mark that the next run can know.
  package init(
    _ rule: SinceRule, from start: SinceStart, variable: SinceVariable?, windowLimit: Int = SinceSettings.windowLimit
  ) {
    self.rule = rule
    self.windowLimit = windowLimit
    self.start = start
    self.variable = variable
  }

  /// The document with a variable for the value since which the list is read.
  @inline(never)
  func applied(
    to document: PagedDocument, at config: ConfigPlace, _ queries: KnownQueries
  ) throws(DocumentPlanError) -> PagedDocument {
    guard let variable else { return document }
    return try variable.applied(to: document, since: rule.filterValue(from: start), at: config, queries)
  }

  /// The plan for a list, once its documents were read.
  ///
  /// - Throws: `DocumentPlanError` if the list cannot be read since a mark.
  @inline(never)
  func plan(
    of plan: DocumentPlan, _ documents: [ParsedDocument], _ rules: ListRules
  ) throws(DocumentPlanError) -> SincePlan {
    if plan.direction == .bidirectional {
      throw DocumentPlanError(
        ["pagination", "direction"],
        "a list that is read since a mark has one direction: set `direction` to \"forward\" or \"reverse\"")
    }
    let offsets = if case .offset(let list) = plan.first.kind { list } else { OffsetShape?.none }
    if offsets != nil, rule.order != .descending {
      throw Self.error(
        "order",
        "an offset list cannot be read in \(rule.order.rawValue) order: an item that is updated or deleted leaves its "
          + "place, and the next page skips another one; sort the newest items first and set `order` to "
          + "\"descending\", or page by cursors")
    }
    if rule.order != .descending, variable == nil {
      throw Self.error(
        "variable",
        "`variable` is missing: with `order` \"\(rule.order.rawValue)\" it names the variable that takes the value "
          + "from which the server sends items")
    }
    var nodeKeys: [[String]] = []
    var identity = rules.identity
    for (parsed, query) in zip(documents, [plan.first, plan.further].compactMap { $0 }) {
      let items = SinceItems(query.shape, in: parsed)
      nodeKeys += items.nodeKeys
      try items.check(rule, isBackward: plan.direction == .reverse)
      if identity == nil, items.select("id") { identity = JSONPointer(tokens: ["id"]) }
    }
    guard let identity else {
      throw DocumentPlanError(
        ["pagination", "identity"],
        "a list that is read since a mark must tell its items apart: name the place of their identity as `identity` of "
          + "`pagination`, like \"/id\"")
    }
    let limit = offsets?.limit.map { Int(clamping: min($0, Int64(KnownItems.limit))) }
    return SincePlan(
      rule, from: start, identity: identity, overlap: offsets != nil ? limit ?? Self.usualPage : 0, nodeKeys: nodeKeys,
      windowLimit: windowLimit, comparesTotal: rules.checksTotal != false && !plan.opensInMiddle,
      isInclusive: rules.isInclusive == true)
  }

  /// What a checkpoint keeps of one run.
  package static let windowLimit = KnownItems.limit

  /// How many items a page of an offset list is taken to have if the config does not say it.
  private static let usualPage = 100

  static func error(_ key: String, _ message: String, at position: SourcePosition? = nil) -> DocumentPlanError {
    DocumentPlanError(["since", key], message, at: position)
  }
}
