import PagerJSON
import PagerLists
import Testing

/// A list that changes, and what each run gets of it.
struct SinceStory: Sendable, CustomTestStringConvertible {
  enum Change: Sendable {
    case put(Int, Int)
    /// Another name, and the same value.
    case edit(Int)
    case delete(Int)
    /// Other rows, in this order.
    case rows([(Int, Int)])
    /// Whether errors come beside the data.
    case errors(Bool)
    case expire(Bool)
    case size(Int)
    case date(String)
  }

  enum Step: Sendable {
    case change([Change])
    /// Before the answer to the request of this number, in the next run.
    case during(Int, [Change])
    /// A run to the end of the list, and what it got.
    case run(String)
    /// A run that breaks off after so many pages.
    case cut(Int, String)
  }

  var testDescription: String
  var rows: [(Int, String)]
  /// Whether the list is sorted. Otherwise its rows come as they stand.
  var isSorted = true
  var paging = MarkedList.Paging.keys
  var size = 3
  var type = SinceType.integer
  var lag: Int64 = 0
  var tolerance = SinceTolerance.none
  var missing = SinceMissing.error
  var errors = ErrorRule.report
  var value: Int64?
  var steps: [Step]

  init(
    _ testDescription: String, _ rows: [(Int, String)] = ten, isSorted: Bool = true,
    paging: MarkedList.Paging = .keys, size: Int = 3, type: SinceType = .integer, lag: Int64 = 0,
    tolerance: SinceTolerance = .none, missing: SinceMissing = .error, errors: ErrorRule = .report,
    value: Int64? = nil, steps: [Step] = []
  ) {
    self.testDescription = testDescription
    (self.rows, self.isSorted, self.paging, self.size, self.type) = (rows, isSorted, paging, size, type)
    (self.lag, self.tolerance, self.missing, self.errors, self.value) = (lag, tolerance, missing, errors, value)
    self.steps = steps
  }

  /// Ten rows, each with its identity as its value.
  static let ten = (1...10).map { ($0, "\($0)") }

  /// Rows with these values and the identities 1, 2, and so on.
  static func values(_ values: Int...) -> [(Int, String)] { values.enumerated().map { ($0 + 1, "\($1)") } }

  func runs(_ order: SinceOrder) throws -> SinceRuns {
    var list = MarkedList(rows, order: isSorted ? (paging == .backward ? .ascending : order) : nil)
    (list.paging, list.size) = (paging, size)
    let rule = SinceRule(
      path: .path("v"), type: type, order: order, lag: lag, tolerance: tolerance, missing: missing)
    let runs = try SinceRuns(list, rule)
    runs.errors = errors
    runs.value = value.flatMap { SinceValue(.integer($0), as: type) }
    return runs
  }

  /// Carries the story out.
  ///
  /// - Parameter told: what is compared of a run.
  func check(_ order: SinceOrder, _ told: (SinceRun) -> String = { "\($0)" }) throws {
    let runs = try runs(order)
    var during: [Int: [Change]] = [:]
    for step in steps {
      var (run, expected): (SinceRun?, String) = (nil, "")
      runs.beforeAnswer = { number in for change in during[number] ?? [] { change.make(to: &runs.list) } }
      switch step {
      case .change(let changes): for change in changes { change.make(to: &runs.list) }
      case .during(let number, let changes): during[number] = changes
      case .run(let text): (run, expected) = (try runs.run(), text)
      case .cut(let pages, let text): (run, expected) = (try runs.run(pages: pages), text)
      }
      guard let run else { continue }
      #expect(told(run) == expected, "\(testDescription), \(order)")
      during = [:]
    }
    runs.beforeAnswer = { _ in }
  }
}

extension SinceStory.Change {
  func make(to list: inout MarkedList) {
    switch self {
    case .put(let id, let value): list.put(id, value)
    case .edit(let id): list.edit(id, name: "edited")
    case .delete(let id): list.delete(id)
    case .rows(let rows):
      for row in list.rows { list.delete(row.id) }
      for (id, value) in rows { list.put(id, value) }
    case .errors(let hasErrors): list.hasErrors = hasErrors
    case .expire(let isExpired): list.isExpired = isExpired
    case .size(let size): list.size = size
    case .date(let date): list.date = date
    }
  }
}
