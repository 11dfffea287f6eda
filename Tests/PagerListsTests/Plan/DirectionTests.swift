import PagerJSON
import PagerLists
import PagerState
import PagerSyntax
import TestSupport
import Testing

/// A list that can be read both ways.
let bothWaysQuery = """
  query ($first: Int, $after: String, $last: Int, $before: String) {
    list(first: $first, after: $after, last: $last, before: $before) {
      nodes { id } pageInfo { hasNextPage endCursor hasPreviousPage startCursor }
    }
  }
  """

@Suite("A list is read in the directions that its document or its config says")
struct DirectionTests {
  @Test(
    "The document says it",
    arguments: [
      ("after: $a, before: $b", "hasNextPage endCursor hasPreviousPage startCursor", [.next, .previous]),
      ("after: $a, before: $b", "hasNextPage endCursor", [.next]),
      ("after: $a, before: $b", "hasPreviousPage startCursor", [.previous]),
      ("after: $a", "hasNextPage endCursor hasPreviousPage startCursor", [.next]),
      ("before: $b", "hasNextPage endCursor hasPreviousPage startCursor", [.previous]),
      ("after: $a, before: $b", "hasNextPage endCursor hasPreviousPage", [.next]),
    ] as [(String, String, Set<ListEnd>)])
  func found(arguments: String, pageInfo: String, ends: Set<ListEnd>) throws {
    let query = "query ($a: String, $b: String) { list(\(arguments)) { nodes { id } pageInfo { \(pageInfo) } } }"
    let plan = try plan(query)
    #expect(Set(ListEnd.allCases.filter { plan.first.kind.list.reads($0) }) == ends)
    #expect(plan.initialRequest == PageRequest(toward: ends.contains(.next) ? .next : .previous))
  }

  @Test("The config says it", arguments: [(ListDirection.forward, ListEnd.next), (.reverse, .previous)])
  func said(direction: ListDirection, end: ListEnd) throws {
    var rules = ListRules()
    rules.direction = direction
    let plan = try plan(bothWaysQuery, rules: rules)
    #expect(ListEnd.allCases.filter { plan.first.kind.list.reads($0) } == [end])
  }

  @Test func unusualNamesAreSaidForBothEnds() throws {
    let query = "query ($from: String, $to: String) { goods(from: $from, to: $to) { rows { id } paging { a b c d } } }"
    let plan = try plan(query) {
      $0.describeUnusual()
      ($0.hasNextPage, $0.endCursor, $0.hasPreviousPage, $0.startCursor) = (
        .path("a"), .path("b"), .path("c"), .path("d")
      )
      $0.before = "to"
    }
    #expect(plan.first.cursors?.next == .init(hasMore: .path("a"), cursor: .path("b"), variable: "from"))
    #expect(plan.first.cursors?.previous == .init(hasMore: .path("c"), cursor: .path("d"), variable: "to"))
  }

  // MARK: Variables

  /// The variables that requests toward both ends carry.
  private func variables(
    _ given: [String: JSONValue], in query: String = bothWaysQuery, direction: ListDirection? = nil,
    toward end: ListEnd
  ) throws -> String {
    var rules = ListRules()
    rules.direction = direction
    let plan = try plan(query, variables: given, rules: rules)
    let body = String(decoding: try plan.first.requests.body(of: PageRequest(toward: end)), as: UTF8.self)
    return String(body.split(separator: #""variables":"#, maxSplits: 1).last?.dropLast() ?? "")
  }

  @Test(
    "A request carries the cursor and the size of its own direction",
    arguments: [
      (["first": 2, "last": 3], #"{"first":2}"#, #"{"last":3}"#),
      (["first": 2], #"{"first":2}"#, #"{"last":2}"#),
      (["last": 3], #"{"first":3}"#, #"{"last":3}"#),
      (["first": 2, "last": .null], #"{"first":2}"#, #"{"last":2}"#),
      (["first": 2, "after": .null, "before": .null], #"{"first":2}"#, #"{"last":2}"#),
      ([:], "{}", "{}"),
    ] as [([String: JSONValue], String, String)])
  func ownVariables(given: [String: JSONValue], forward: String, backward: String) throws {
    #expect(try variables(given, toward: .next) == forward)
    #expect(try variables(given, toward: .previous) == backward)
    if given["after"] == nil {
      #expect(try variables(given, direction: .forward, toward: .next) == forward)
      #expect(try variables(given, direction: .reverse, toward: .previous) == backward)
    }
  }

  private func query(_ declarations: String, _ arguments: String) -> String {
    "query (\(declarations)) { list(\(arguments)) { nodes { id } "
      + "pageInfo { hasNextPage endCursor hasPreviousPage startCursor } } }"
  }

  @Test func aSizeThatBothDirectionsShareStays() throws {
    let query = query("$n: Int!, $a: String, $b: String", "first: $n, last: $n, after: $a, before: $b")
    for end in ListEnd.allCases { #expect(try variables(["n": 5], in: query, toward: end) == #"{"n":5}"#) }
  }

  @Test func aSizeThatIsNoneOfTheArgumentsStays() throws {
    let query = query("$size: Int!, $a: String, $b: String", "size: $size, after: $a, before: $b")
    for end in ListEnd.allCases { #expect(try variables(["size": 5], in: query, toward: end) == #"{"size":5}"#) }
  }

  @Test func aDefaultOfTheDocumentIsASizeAndIsPutOutOfForce() throws {
    let query = query("$f: Int = 7, $l: Int, $a: String, $b: String", "first: $f, last: $l, after: $a, before: $b")
    #expect(try variables([:], in: query, toward: .next) == "{}")
    #expect(try variables([:], in: query, toward: .previous) == #"{"f":null,"l":7}"#)
  }

  // MARK: Refusals

  @Test(
    "A variable that must not be left out is refused with its place",
    arguments: [
      (
        "$f: Int!, $a: String, $b: String", "first: $f, after: $a, before: $b", ["f": 1], "/query", 8,
        "the variable `$f` of type Int! belongs to the other direction, and requests for previous pages must leave it "
          + "out: declare it without `!`"
      ),
      (
        "$f: Int! = 3, $a: String, $b: String", "first: $f, after: $a, before: $b", [:], "/query", 8,
        "the variable `$f` of type Int! belongs to the other direction, and requests for previous pages must leave it "
          + "out: declare it without `!`"
      ),
      (
        "$a: String, $b: String!", "after: $a, before: $b", [:], "/query", 20,
        "the variable `$b` of type String! belongs to the other direction, and requests for next pages must leave it "
          + "out: declare it without `!`"
      ),
      (
        "$a: String, $b: String", "first: 10, after: $a, before: $b", [:], "/query", 39,
        "the argument `first` of the connection \"/list\" at line 1, column 34 is fixed in the document, and requests "
          + "for previous pages must leave it out: make it a variable, as in `first: $first`"
      ),
      (
        "$a: String, $b: String", "after: $a, before: $b", ["b": "K"], "/variables/b", nil,
        "the first request uses `after` and `first`, so it would not send this cursor: leave the cursor out, or choose "
          + "another `direction`"
      ),
      (
        "$a: String", "after: $a, before: $a", [:], "/query", 8,
        "the variable `$a` takes the cursors of both directions: use one for each"
      ),
    ] as [(String, String, [String: JSONValue], String, Int?, String)])
  func refusals(
    declarations: String, arguments: String, given: [String: JSONValue], part: String, column: Int?, message: String
  ) {
    let error = #expect(throws: DocumentPlanError.self) {
      try plan(query(declarations, arguments), variables: given)
    }
    #expect(error?.part.description == part)
    #expect(error?.position == column.map { SourcePosition(line: 1, column: $0) })
    #expect(error?.message == message)
  }

  @Test func aReverseListSaysWhatItsDocumentLacks() {
    var rules = ListRules()
    rules.direction = .reverse
    let error = #expect(throws: DocumentPlanError.self) { try plan(shopQuery, variables: ["first": 1], rules: rules) }
    #expect(error?.message.contains("does not select `hasPreviousPage`") == true)
    let found = #expect(throws: DocumentPlanError.self) {
      try plan("query ($b: String) { list(before: $b) { pageInfo { hasPreviousPage } } }")
    }
    #expect(found?.message.contains("does not select `startCursor`") == true)
  }

  @Test("Keys of the other type of list are refused", arguments: [ListType.cursor, .offset, .keyset])
  func foreignKeys(type: ListType) {
    var rules = ListRules()
    rules.type = type
    let refusal =
      switch type {
      case .cursor:
        PlanRefusal(
          pagination: { $0.limit = "n" }, part: "/pagination/limit",
          words: "a list of the type \"cursor\" has no `limit`: leave it out")
      case .offset:
        PlanRefusal(
          pagination: { $0.first = "n" }, part: "/pagination/first",
          words: "a list of the type \"offset\" has no `first`: leave it out")
      case .keyset:
        PlanRefusal(
          pagination: { $0.page = "n" }, part: "/pagination/page",
          words: "a list of the type \"keyset\" has no `page`: leave it out")
      }
    refusal.check { try plan(bothWaysQuery, rules: rules, $0.pagination) }
  }
}
