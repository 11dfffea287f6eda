import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport

/// Runs over one list, each with the checkpoint of the run before.
final class SinceRuns {
  static let endpoint = "http://server/"

  var list: MarkedList
  var rule: SinceRule
  /// The first mark; nil: there is none.
  var value: SinceValue?
  var variable: SinceVariable?
  /// The query; nil: that of the list.
  var query: String?
  var variables: [String: JSONValue] = [:]
  var rules = ListRules()
  var errors = ErrorRule.report
  var restartsIfRefused = true
  /// The most versions that the next run can know.
  var windowLimit = SinceSettings.windowLimit
  /// Called before the answer of each request of a run, with its number, from 1.
  var beforeAnswer: (Int) -> Void = { _ in }
  private(set) var checkpoint: String?

  init(_ list: MarkedList, _ rule: SinceRule) throws {
    (self.list, self.rule) = (list, rule)
    if rule.order != .descending { variable = try SinceVariable("from", template: nil) }
    guard list.paging == .offsets else { return }
    rules.type = .offset
    variables["limit"] = .integer(Int64(list.size))
  }

  /// Makes the plan of the next run, and where it begins.
  func next() throws -> (plan: DocumentPlan, position: ListPosition?) {
    let checkpoint = try checkpoint.map { try SinceCheckpoint(.string($0)) }
    var start = try checkpoint?.start(of: rule) ?? SinceStart()
    start.mark = start.mark ?? value
    let document = paged(query ?? list.query, variables: variables) { $0.connection = .path("list") }
    let since = SinceSettings(rule, from: start, variable: variable, windowLimit: windowLimit)
    var plan = try DocumentPlan(document, rules, since: since)
    plan.errorRule = errors
    try checkpoint?.check(plan.identity.signature(at: Self.endpoint))
    var position = try checkpoint?.token.map { try plan.position(of: $0, at: Self.endpoint) }
    position?.restartsIfRefused = restartsIfRefused
    return (plan, position)
  }

  /// Reads what is new.
  ///
  /// - Parameters:
  ///   - pages: how many pages the run may load; nil: it reads to the end.
  ///   - keeps: whether the next run has the checkpoint of this one.
  @discardableResult
  func run(pages: Int? = nil, keeps: Bool = true) throws -> SinceRun {
    let (plan, position) = try next()
    let scene = ListScene(plan, isWatched: false, resumingAt: position)
    let (shown, ends) = (Notebook<[MarkedList.Row]>(), Notebook<OperationEnd>())
    _ = scene.engine.subscribe { [weak engine = scene.engine] subscriber, update in
      if case .page(let change) = update.event { shown.note(ConnectionPage.open(change.page).shownRows) }
      engine?.finish(update.id, by: subscriber)
    }
    var walk = Walk(emitsEachPage: true, maximumPages: pages, reportsErrors: errors == .report)
    walk.requiresTotal = plan.totalRule == .fail
    _ = try scene.engine.start(.loadAll(walk)) { end, _ in ends.note(end) }
    var (requests, received): ([JSONValue], Int) = ([], 0)
    while scene.transport.inFlight > 0 {
      requests.append(scene.transport.requests[requests.count])
      beforeAnswer(requests.count)
      let body = list.body(requests[requests.count - 1])
      received += body.split(separator: #"{"id":"#).count - 1
      scene.transport.answer(list.answer(body))
    }
    let written = try plan.checkpoint(for: scene.engine.read { $0.finishedPosition }, at: Self.endpoint)
    if keeps { checkpoint = written }
    return SinceRun(
      rows: shown.history.flatMap { $0 }, received: received, requests: requests, end: ends.history.last,
      summary: scene.engine.read { $0.summary }, before: position?.itemCount ?? 0,
      checkpoint: try JSONValue(parsing: written))
  }
}

/// What one run got.
struct SinceRun: CustomStringConvertible {
  let rows: [MarkedList.Row]
  /// How many rows its answers had.
  let received: Int
  /// The variables of its requests.
  let requests: [JSONValue]
  let end: OperationEnd?
  let summary: PageListSummary
  /// How many items the walk had before this run, if the run goes on with it.
  let before: Int
  let checkpoint: JSONValue

  var ids: [Int] { rows.map(\.id) }
  /// How many items of this run the list counts.
  var loadedCount: Int { summary.itemsLoaded - before }
  var trail: SinceTrail? { summary.trail?.trail as? SinceTrail }

  /// The mark of the next run; nil: it has none.
  var mark: String? { checkpoint["mark"]?["number"]?.string ?? checkpoint["mark"]?.string }

  /// `3 11 in 1; mark 12; known`: the identities of the items, how many requests were sent, the mark for the next run
  /// (`+` if that goes on where this one broke off), and how the run ended.
  var description: String {
    let items = ids.map { "\($0)" }.joined(separator: " ")
    let token = checkpoint["token"]?.isNull == false ? "+" : ""
    return "\(items) in \(requests.count); \(mark.map { "mark \($0)" } ?? "no mark")\(token); \(word)"
  }

  /// How the run ended.
  var word: String {
    switch end {
    case .success: trail?.isAtKnown == true && trail?.isBroken == false ? "known" : "complete"
    case .failure(let failure):
      switch (failure as? RequestFailure)?.error {
      case .notOrdered: "not ordered"
      case .windowFull: "window full"
      default: "failed"
      }
    case .partialData: "partial data"
    case .withErrors, .withoutData: "errors"
    case .incomplete(.pageLimit): "cut"
    case .incomplete(let reason): "\(reason)"
    case let end?: end.notation
    case nil: "unfinished"
    }
  }
}

extension ConnectionPage {
  /// The items that the page shows. Text in place of a value stays as it was written.
  fileprivate var shownRows: [MarkedList.Row] {
    guard let text = text(items), let all = try? JSONValue(parsing: text).array else { return [] }
    return (omission?.remaining(of: all.count) ?? Array(all.indices)).map { index in
      let value = (try? all[index]["v"]?.text()) ?? "null"
      return MarkedList.Row(
        id: Int(all[index]["id"]?.integer ?? -1), value: value, name: all[index]["name"]?.string ?? "")
    }
  }
}
