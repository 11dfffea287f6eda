import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

/// A list that changes between its runs and during them, and a copy that takes in what the runs show.
final class SinceWorld {
  private let runs: SinceRuns
  private let order: SinceOrder
  /// Whether a row that leaves its place moves the rows behind it to other pages.
  private let shifts: Bool
  private let seed: Int
  private var random: SeededGenerator
  /// The moment on the server. Rows that are written in one moment have one value.
  private var now = 10
  private var lastID = 0
  private let lag: Int
  private var copy: [Int: MarkedList.Row] = [:]

  /// - Parameter shrinks: whether the lag may shrink.
  init(_ seed: Int, _ order: SinceOrder, _ paging: MarkedList.Paging, shrinks: Bool = false) throws {
    (self.seed, self.order) = (seed, order)
    random = SeededGenerator(seed: UInt64(seed))
    shifts = paging == .offsets || paging == .positions
    var list = MarkedList(order: paging == .backward ? .ascending : order)
    list.paging = paging
    list.size = paging == .backward ? 3 : .random(in: (shifts ? 2 : 1)...4, using: &random)
    let lag = Int.random(in: 0...3, using: &random)
    var rule = SinceRule(path: .path("v"), type: .integer, order: order, lag: Int64(lag))
    // Small integers are seconds.
    if shrinks { (rule.lag, rule.lagShrinks) = (Int64(lag) * 1_000, true) }
    (runs, self.lag) = (try SinceRuns(list, rule), lag)
    runs.errors = [.report, .keep, .fail][number(0...2)]
    // A page below the mark has to find room, too, if pages shift.
    if shrinks || !shifts, isTrue(1, of: 2) { runs.windowLimit = number(2...8) }
    for _ in 0..<number(0...12) { insert() }
  }

  // MARK: Changes

  private func number(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &random) }
  private func isTrue(_ count: Int, of total: Int) -> Bool { random.chance(count, of: total) }

  private func insert(late: Int = 0) {
    now += number(0...1)
    lastID += 1
    runs.list.put(lastID, max(now - late, min(now, againFrom)), name: "new")
  }

  private func update() {
    guard let row = row(above: 0) else { return }
    now += number(0...1)
    runs.list.put(row.id, now, name: "updated \(number(0...9_999))")
  }

  /// Changes a row without a change of its value, as two writes in one moment do.
  private func edit() {
    guard let row = row(above: max(now - lag, againFrom)) else { return }
    runs.list.edit(row.id, name: "edited \(number(0...9_999))")
  }

  /// Any row with at least a value.
  private func row(above least: Int) -> MarkedList.Row? {
    let rows = runs.list.rows.filter { Int($0.value) ?? 0 >= least }
    return rows.isEmpty ? nil : rows[number(0...rows.count - 1)]
  }

  /// - Parameter isReading: whether a walk has begun and is not at its end.
  private func change(isReading: Bool) {
    // In another order a walk has passed the place of what changes, or comes to it with a greater mark: it needs a lag
    // that is longer than the walk.
    if isReading, order != .descending {
      guard order == .ascending else { return }
      now += 1
      return isTrue(1, of: 2) ? insert() : update()
    }
    switch number(0...6) {
    case 0, 1: insert()
    case 2, 3: update()
    case 4 where !(isReading && (shifts || runs.rule.lagShrinks)): edit()
    case 5 where !(isReading && shifts):
      if let row = row(above: 0) { runs.list.delete(row.id) }
    // A lag that shrinks in this run may leave out what comes behind it.
    case 6 where !(isReading && (shifts || runs.rule.lagShrinks)): insert(late: number(0...lag))
    default: break
    }
  }

  // MARK: Runs

  /// Some changes, a run that may be cut off or find errors, and so on. At the end nothing changes any more.
  func live() throws {
    for _ in 0..<8 {
      let isResumed = try runs.next().position != nil
      for _ in 0..<number(0...5) where !isResumed || !shifts { change(isReading: isResumed) }
      let isDisturbed = order == .descending && isTrue(1, of: 2)
      runs.list.hasErrors = isTrue(1, of: 8)
      let pages = !shifts && isTrue(1, of: 3) ? number(1...3) : nil
      let run = try run(pages: pages, keeps: isTrue(7, of: 8), isDisturbed: isDisturbed)
      if !isResumed, !isDisturbed, !runs.list.hasErrors, ["complete", "known"].contains(run.word) { expectCopy() }
    }
    runs.list.hasErrors = false
    // The first of these may end a walk that was cut off.
    _ = try run()
    let run = try run()
    if run.word == "window full" || run.trail?.isHeld == true {
      #expect(windowCount > runs.windowLimit, "seed \(seed): the window has room")
    }
    #expect(!runs.rule.lagShrinks || run.word != "window full", "seed \(seed): a lag that shrinks is never too long")
    guard run.word != "window full" else { return }
    expectCopy()
    let isHeld = run.trail?.isHeld == true
    let last = try self.run()
    // A checkpoint that is full has no room for the page below the mark, whose rows may then come again.
    let mayRepeat = isHeld || shifts && runs.rule.lagShrinks
    #expect(mayRepeat || last.ids == [], "seed \(seed): the next run shows \(last)")
  }

  /// The value from which the next run reads again, if the lag has shrunk.
  private var againFrom: Int { kept("again_from") ?? .min }

  /// A value of the checkpoint with which the next run begins.
  private func kept(_ key: String) -> Int? {
    let value = runs.checkpoint.flatMap { try? JSONValue(parsing: $0)[key] }
    return value?["number"]?.string.flatMap { Int($0) }
  }

  /// How many rows are within the lag of the greatest value.
  private var windowCount: Int {
    let values = runs.list.rows.map { Int($0.value) ?? 0 }
    return values.filter { $0 >= (values.max() ?? 0) - lag }.count
  }

  private func run(pages: Int? = nil, keeps: Bool = true, isDisturbed: Bool = false) throws -> SinceRun {
    runs.beforeAnswer = { [unowned self] _ in
      // One change, because more new rows than a page has would move all of the next page.
      if isDisturbed, isTrue(1, of: 2) { change(isReading: true) }
    }
    let mark = kept("mark")
    let run = try runs.run(pages: pages, keeps: keeps)
    runs.beforeAnswer = { _ in }
    #expect(!["not ordered", "failed", "unfinished"].contains(run.word), "seed \(seed): \(run)")
    if run.word == "markNotReached" {
      // All that the run before had left behind is gone, or has a newer value.
      let least = runs.list.rows.compactMap { Int($0.value) }.min() ?? .max
      #expect(mark.map { $0 < least } == true, "seed \(seed): \(run)")
      runs.rule.acceptsUnreached = true
    }
    #expect(Set(run.rows).count == run.rows.count, "seed \(seed): a row came twice in \(run)")
    // What came is shown, or counts as known or as repeated.
    let leftOut = run.summary.knownCount + run.summary.duplicateCount
    #expect(run.rows.count + leftOut == run.received, "seed \(seed): \(run)")
    #expect(run.loadedCount == run.rows.count, "seed \(seed): the list counts other items than \(run)")
    for row in run.rows { copy[row.id] = row }
    return run
  }

  private func expectCopy() {
    for row in runs.list.rows {
      #expect(copy[row.id] == row, "seed \(seed): the copy has another row, or none")
    }
  }
}
