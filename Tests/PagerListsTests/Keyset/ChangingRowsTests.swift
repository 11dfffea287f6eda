import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("A keyset list that changes while a walk reads it")
struct ChangingRowsTests {
  @Test(
    "A row that stands still is shown once, or the walk says why not",
    arguments: RowKey.allCases, Array(0..<StressChance.count(20, long: 1_000)))
  func drawn(key: RowKey, seed: Int) throws {
    var generator = SeededGenerator(seed: UInt64(seed))
    let schedule = RowSchedule(drawnBy: &generator)
    var rows = ChangingRows(schedule.times, limit: schedule.limit)
    let before = rows.ids
    let walk = try RowWalk(key, schedule, &rows)
    let still = before.intersection(rows.ids)
    let counts = Dictionary(walk.shown.map { ($0.id, 1) }, uniquingKeysWith: +)
    switch (key, walk.end) {
    case (.time, let end):
      // Equal keys that the end of a page divides cannot be seen. Two on one page can.
      let isDivided = walk.pages.contains { Set($0.map(\.time)).count < $0.count }
      #expect(end.hasPrefix("end: duplicateKey") == isDivided, "\(schedule): \(end)")
      #expect(isDivided || end == "end: success", "\(schedule): \(end)")
    case (_, "end: success"):
      #expect(counts.values.allSatisfy { $0 == 1 }, "\(schedule): \(walk.shown)")
      // If a server gives one row a page, whatever it is asked for, the second row of a time looks like the end.
      guard key != .timeInclusive || schedule.pageSize > 1 else { return }
      #expect(still.isSubset(of: counts.keys), "\(schedule): \(walk.shown)")
    default:
      // A page of equal keys may be cut off by the server, so it does not say that the list ends.
      #expect(key == .timeInclusive && walk.end == "end: cursorStuck", "\(schedule): \(walk.end)")
      #expect(schedule.hasTies || schedule.pageSize == 1, "\(schedule)")
    }
  }
}

/// By what the rows are read.
enum RowKey: CaseIterable, Sendable {
  case id, timeAndID, time, timeInclusive
}

/// A row of the list.
private struct Row: Hashable {
  let id: Int
  let time: Int
}

/// A list, how it is read, and what changes before which request.
private struct RowSchedule: CustomStringConvertible {
  enum Change {
    case insert(time: Int)
    case delete(index: Int)
  }

  var times: [Int] = []
  let size: Int
  /// What the server gives at most.
  let limit: Int
  var changes: [(request: Int, change: Change)] = []
  /// The number of pages after which the walk is cut off, and continued from its token.
  let cut: Int?

  init(drawnBy generator: inout SeededGenerator) {
    for _ in 0..<Int.random(in: 0...25, using: &generator) { times.append(Int.random(in: 0...12, using: &generator)) }
    size = Int.random(in: 1...6, using: &generator)
    limit = [1, 2, 3, 100, 100].randomElement(using: &generator) ?? 100
    for _ in 0..<Int.random(in: 0...6, using: &generator) {
      let value = Int.random(in: 0...30, using: &generator)
      let isInsert = generator.chance(1, of: 2)
      changes.append(
        (Int.random(in: 1...8, using: &generator), isInsert ? .insert(time: value % 13) : .delete(index: value)))
    }
    cut = generator.chance(1, of: 2) ? Int.random(in: 1...4, using: &generator) : nil
  }

  var pageSize: Int { min(size, limit) }

  /// Whether two rows may have one time.
  var hasTies: Bool {
    let inserted = changes.compactMap { _, change -> Int? in if case .insert(let time) = change { time } else { nil } }
    return Set(times + inserted).count < times.count + inserted.count
  }

  var description: String { "times \(times), size \(size) of \(limit), changes \(changes), cut \(cut ?? 0)" }
}

/// The rows on their server.
private struct ChangingRows {
  private var rows: [Row] = []
  private let limit: Int
  private var lastID = 0

  init(_ times: [Int], limit: Int) {
    self.limit = limit
    for time in times { insert(at: time) }
  }

  var ids: Set<Int> { Set(rows.map(\.id)) }

  mutating func change(_ change: RowSchedule.Change) {
    switch change {
    case .insert(let time): insert(at: time)
    case .delete(let index): if !rows.isEmpty { rows.remove(at: index % rows.count) }
    }
  }

  private mutating func insert(at time: Int) {
    lastID += 1
    rows.append(Row(id: lastID, time: time))
  }

  /// The answer to a request.
  func answer(_ variables: JSONValue, _ key: RowKey) -> String {
    let after = variables["where"]
    func bound(_ field: String, _ comparison: String) -> Int? {
      (after?[field]?[comparison]?.integer).map { Int($0) }
    }
    let page = rows.filter { row in
      if let least = bound("id", "_gt"), row.id <= least { return false }
      if let least = bound("time", "_gt"), row.time <= least { return false }
      if let least = bound("time", "_gte"), row.time < least { return false }
      guard let time = variables["time"]?.integer, let id = variables["id"]?.integer else { return true }
      return (row.time, row.id) > (Int(time), Int(id))
    }
    let ordered = page.sorted { key == .id ? $0.id < $1.id : ($0.time, $0.id) < ($1.time, $1.id) }
    let count = min(Int(variables["first"]?.integer ?? 0), limit)
    let texts = ordered.prefix(count).map { #"{"id":\#($0.id),"time":\#($0.time)}"# }
    return #"{"data":{"rows":[\#(texts.joined(separator: ","))]}}"#
  }
}

/// A walk over the rows, in two parts if the schedule says so.
private struct RowWalk {
  private(set) var pages: [[Row]] = []
  private(set) var end = ""
  private var requestCount = 0

  var shown: [Row] { pages.flatMap(\.self) }

  init(_ key: RowKey, _ schedule: RowSchedule, _ rows: inout ChangingRows) throws {
    let first = ListScene(try Self.plan(key, schedule.size))
    try first.start(.loadAll(Walk(emitsEachPage: true, maximumPages: schedule.cut)))
    read(first, key, schedule, &rows)
    guard end == "end: pageLimit" else { return }
    let position = first.engine.read { $0.finishedPosition }
    let token = try Self.plan(key, schedule.size).resumeToken(for: position, at: "http://server")
    let again = try Self.plan(key, schedule.size)
    let rest = ListScene(again, resumingAt: try again.position(of: .string(token), at: "http://server"))
    try rest.walk()
    read(rest, key, schedule, &rows)
  }

  private mutating func read(_ scene: ListScene, _ key: RowKey, _ schedule: RowSchedule, _ rows: inout ChangingRows) {
    while scene.transport.inFlight > 0, requestCount < 1_000 {
      requestCount += 1
      for (request, change) in schedule.changes where request == requestCount { rows.change(change) }
      scene.transport.answer(rows.answer(scene.transport.requests.last ?? .null, key))
    }
    end = scene.history.last ?? ""
    guard let held = scene.engine.read({ $0.current?.pages }) else { return }
    pages += (0..<held.count).compactMap { held.page(at: $0)?.page }.map { Self.rows(on: ConnectionPage.open($0)) }
  }

  /// The rows that a page shows.
  private static func rows(on page: ConnectionPage) -> [Row] {
    let items = (try? JSONValue(parsing: page.text(page.items) ?? "[]"))?.array ?? []
    let omitted = Set(page.omission?.indexes ?? [])
    return items.enumerated().compactMap { index, item in
      guard !omitted.contains(index), let id = item["id"]?.integer, let time = item["time"]?.integer else { return nil }
      return Row(id: Int(id), time: Int(time))
    }
  }

  private static func plan(_ key: RowKey, _ size: Int) throws -> DocumentPlan {
    var rules = ListRules()
    if key == .timeInclusive { (rules.isInclusive, rules.identity) = (true, .path("id")) }
    let query = """
      query ($first: Int!, $where: Where, $time: Int, $id: Int) {
        rows(first: $first, where: $where, time: $time, id: $id) { id time }
      }
      """
    return try PagerListsTests.plan(query, variables: ["first": .integer(Int64(size))], rules: rules) {
      $0.connection = .path("rows")
      switch key {
      case .id: ($0.key, $0.after) = ([.path("id")], "/where/id/_gt")
      case .time: ($0.key, $0.after) = ([.path("time")], "/where/time/_gt")
      case .timeInclusive: ($0.key, $0.after) = ([.path("time")], "/where/time/_gte")
      case .timeAndID: ($0.key, $0.afterPlaces) = ([.path("time"), .path("id")], ["time", "id"])
      }
    }
  }
}
