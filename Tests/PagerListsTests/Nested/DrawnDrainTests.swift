import PagerBytes
import PagerClient
import PagerEngine
import PagerJSON
import PagerState
import Synchronization
import TestSupport
import Testing

@testable import PagerLists

/// Lists inside the items of drawn lists, filled before the page is shown, with and without a function of the host
/// that reads the page info. The second model has all lists whole from the beginning.
@Suite("Drawn lists inside items are filled as a server without pages would send them")
struct DrawnDrainTests {
  private static let seeds = 0..<StressChance.count(20, long: 3_000)

  @Test("A list whose page info the document shows", arguments: seeds)
  func shown(seed: Int) throws { try check(seed, hooks: nil) }

  @Test("A list whose page info a function of the host finds", arguments: seeds)
  func hooked(seed: Int) throws { try check(seed, hooks: PageReadings()) }

  private func check(_ seed: Int, hooks: PageReadings?) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let forest = Forest(using: &random)
    var rules = DrainRules()
    rules.parallel = Int.random(in: 1...4, using: &random)
    let scene = try DrainScene(forest, rules, hooks)
    let (pages, end) = try scene.walk(using: &random)
    #expect(end == "end: success", "seed \(seed)")
    #expect(pages.flatMap { $0.array ?? [] } == forest.whole, "seed \(seed)")
    #expect(scene.requestCount - forest.pageCount == scene.drainCount, "seed \(seed)")
    // The function has seen each page once, and only as it is whole.
    guard let hooks else { return }
    #expect(hooks.pages == pages, "seed \(seed)")
  }

  @Test(
    "A page that uses up its requests ends the walk and is kept, with a function of the host, too", arguments: seeds)
  func limited(seed: Int) throws {
    var random = SeededGenerator(seed: UInt64(seed))
    let forest = Forest(using: &random)
    let hooks = seed.isMultiple(of: 2) ? PageReadings() : nil
    var rules = DrainRules()
    rules.maximumRequests = Int.random(in: 1...3, using: &random)
    let scene = try DrainScene(forest, rules, hooks)
    let (pages, end) = try scene.walk(using: &random)
    let items = pages.flatMap { $0.array ?? [] }
    if end == "end: success" {
      #expect(items == forest.whole, "seed \(seed)")
    } else {
      #expect(end.contains("used up its max_requests, \(rules.maximumRequests)"), "seed \(seed): \(end)")
      #expect(items.count < forest.whole.count || items != forest.whole, "seed \(seed)")
      // The pages before are whole.
      let before = pages.dropLast().flatMap { $0.array ?? [] }
      #expect(before == Array(forest.whole.prefix(before.count)), "seed \(seed)")
    }
    if let hooks { #expect(hooks.pages == pages, "seed \(seed)") }
  }
}

/// Rows with lists inside, with lists inside these, and the server that sends them in pages.
private struct Forest {
  /// For each row, for each of its issues, how many labels that has.
  let rows: [[Int]]
  private let pageSize: Int
  private let issueSize: Int
  private let labelSize: Int

  init(using random: inout SeededGenerator) {
    rows = (0..<Int.random(in: 0...5, using: &random)).map { _ in
      (0..<Int.random(in: 0...4, using: &random)).map { _ in Int.random(in: 0...4, using: &random) }
    }
    pageSize = Int.random(in: 1...3, using: &random)
    issueSize = Int.random(in: 1...3, using: &random)
    labelSize = Int.random(in: 1...3, using: &random)
  }

  var pageCount: Int { max(1, (rows.count + pageSize - 1) / pageSize) }

  /// The rows of a server that sends every list whole.
  var whole: [JSONValue] { rows.indices.map { row($0, size: 100) } }

  /// The answer to a request.
  func answer(_ variables: JSONValue) throws -> String {
    let node = variables["swiftpagerId"]?.string?.split(separator: " ").compactMap { Int($0) }
    let cursor = variables["swiftpagerCursor"] ?? variables["after"]
    let start = cursor?.string.flatMap { Int($0) } ?? 0
    let data: JSONValue
    switch node?.count {
    case 1: data = ["node": ["issues": issues(of: node?[0] ?? 0, after: start, size: issueSize)]]
    case 2: data = ["node": ["labels": labels(of: node ?? [], after: start, size: labelSize)]]
    default: data = ["rows": list(rows.count, after: start, size: pageSize) { row($0, size: nil) }]
    }
    return try JSONValue.object(["data": data]).text()
  }

  private func list(_ count: Int, after start: Int, size: Int, _ element: (Int) -> JSONValue) -> JSONValue {
    let end = min(start + size, count)
    return [
      "nodes": .array((start..<end).map(element)),
      "pageInfo": ["hasNextPage": .bool(end < count), "endCursor": .string("\(end)")],
    ]
  }

  /// - Parameter size: how many elements the lists inside have; nil: a page of them.
  private func row(_ index: Int, size: Int?) -> JSONValue {
    [
      "__typename": "Row", "id": .string("\(index)"),
      "issues": issues(of: index, after: 0, size: size ?? issueSize, labelSize: size),
    ]
  }

  private func issues(of row: Int, after start: Int, size: Int, labelSize: Int? = nil) -> JSONValue {
    list(rows[row].count, after: start, size: size) { issue in
      [
        "__typename": "Issue", "id": .string("\(row) \(issue)"),
        "labels": labels(of: [row, issue], after: 0, size: labelSize ?? self.labelSize),
      ]
    }
  }

  private func labels(of issue: [Int], after start: Int, size: Int) -> JSONValue {
    list(rows[issue[0]][issue[1]], after: start, size: size) { ["name": .string("\(issue) \($0)")] }
  }
}

/// A walk over a forest.
private final class DrainScene {
  private static let info = "pageInfo { hasNextPage endCursor }"
  private static let query = """
    query ($after: String) {
      rows(after: $after) {
        nodes {
          __typename id
          issues(first: 1) { nodes { __typename id labels(first: 1) { nodes { name } \(info) } } \(info) }
        }
        \(info)
      }
    }
    """

  private let forest: Forest
  private let transport = ScriptedTransport(holding: true)
  private let engine: PagerEngine
  private let (ends, counts, pages) = (Notebook<String>(), Notebook<Int>(), Notebook<String>())

  init(_ forest: Forest, _ rules: DrainRules, _ hooks: PageReadings?) throws {
    self.forest = forest
    let document = paged(Self.query) { ($0.connection, $0.items) = (.path("rows"), .path("nodes")) }
    let plan =
      try hooks == nil
      ? DocumentPlan(paged(Self.query) { $0.connection = .path("rows") }, nested: .drain(rules))
      : DocumentPlan(readByHook: document, resolves: false, nested: .drain(rules))
    hooks?.list.withLock { $0 = plan.first.kind.list as? HookedShape }
    engine = PagerEngine(
      client: GraphQLClient(RequestChannel(transport)), plan: CurrentPlan(plan), retention: .all, hooks: hooks)
    _ = engine.subscribe { [counts, pages, weak engine] subscriber, update in
      if case .page(let change) = update.event {
        let page = ConnectionPage.open(change.page)
        pages.note(page.text(page.items) ?? "null")
        counts.note(page.nested?.requestCount ?? 0)
      }
      engine?.finish(update.id, by: subscriber)
    }
  }

  var requestCount: Int { transport.requests.count }
  /// How many requests the pages say that they made for their lists.
  var drainCount: Int { counts.history.reduce(0, +) }

  /// Loads all pages. The server may answer any of the requests that are under way first.
  func walk(using random: inout SeededGenerator) throws -> (pages: [JSONValue], end: String) {
    _ = try engine.start(.loadAll(Walk(emitsEachPage: true))) { [ends] end, _ in ends.note("end: \(end.notation)") }
    var waiting: [JSONValue] = []
    var seen = 0
    while transport.inFlight > 0 {
      waiting += transport.requests.dropFirst(seen)
      seen = transport.requests.count
      let next = waiting.remove(at: Int.random(in: waiting.indices, using: &random))
      transport.answer(try forest.answer(next), to: next)
    }
    return (try pages.history.map { try JSONValue(parsing: $0) }, ends.history.last ?? "")
  }
}

/// Reads the page info of pages as a function of a host does, and keeps the items that each page had then.
private final class PageReadings: PageHooks {
  let list = Mutex<HookedShape?>(nil)
  private let seen = Notebook<JSONValue>()

  var pages: [JSONValue] { seen.history }

  func enqueue(_ work: @escaping @Sendable () -> Void, whenLeft: @escaping @Sendable () -> Void) { work() }

  func read(
    _ page: ListPage, to request: ListRequest, isWanted: () -> Bool
  ) throws(ClientError) -> ListPage {
    let page = ConnectionPage.open(page)
    let body = page.body.withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
    guard let rows = (try? JSONValue(parsing: body))?["data"]?["rows"], let info = rows["pageInfo"],
      let cursor = try? VariableValue(parsing: "\"\(info["endCursor"]?.string ?? "")\""),
      let list = list.withLock({ $0 })
    else { throw .hook(message: "the page cannot be read") }
    seen.note(rows["nodes"] ?? .null)
    return page.with { page in
      page.facts[.next] = info["hasNextPage"] == true ? list.frontier(at: .next, cursor) : .closed
      page.facts[.previous] = .closed
    }
  }
}
