import PagerClient
import PagerJSON
import PagerLists
import PagerState
import Testing

@Suite("A run that cannot tell what is new says which row is at fault")
struct SinceFaultTests {
  /// What a walk over rows with these values says, and of which place.
  private func fault(_ story: SinceStory, after pages: Int? = nil) throws -> (message: String, path: String) {
    let runs = try story.runs(.descending)
    if let pages { try runs.run(pages: pages) }
    let end = try runs.run().end
    guard case .failure(let failure)? = end,
      case .notOrdered(let message, let path)? = (failure as? RequestFailure)?.error
    else {
      Issue.record("the run ended with \(end?.notation ?? "nothing")")
      return ("", "")
    }
    return (message, path)
  }

  @Test("Two rows that are out of order are both named")
  func both() throws {
    let story = SinceStory("", SinceStory.values(90, 80, 70, 60, 85, 10), isSorted: false)
    let (message, path) = try fault(story)
    #expect(
      message == """
        the list is not in descending order of /v: the item with index 1 on page 2 (/id: 5) has 85, which is greater \
        than the 60 of the item with index 0 on page 2 (/id: 4). Sort the list by this field, or say with `tolerate` \
        of `since` how much disorder there may be
        """)
    #expect(path == "/data/list/nodes/1/v")
  }

  @Test("A row of another page is named with its page, also after a cut", arguments: [nil, 1])
  func pages(cut: Int?) throws {
    let (message, _) = try fault(SinceStory("", SinceStory.values(9, 8, 7, 8), isSorted: false), after: cut)
    #expect(
      message.contains(
        "the item with index 0 on page 2 (/id: 4) has 8, which is greater than the 7 of the item with index 2 on page 1"
      ))
  }

  @Test(
    "The allowed disorder is told",
    arguments: [
      (SinceTolerance.items(1), "(/id: 2), and more than 1 items later. Sort"),
      (.distance(2), "(/id: 3), by more than the tolerated 2 ms. Sort"),
    ])
  func tolerance(tolerance: SinceTolerance, words: String) throws {
    let story = SinceStory(
      "", SinceStory.values(9, 2, 1, 5), isSorted: false, size: 4, tolerance: tolerance)
    #expect(try fault(story).message.contains(words))
  }

  @Test(
    "A value that cannot be compared is shown",
    arguments: [
      ("null", SinceType.time, "has null at /v, and not a time like \"2026-03-01T12:00:00Z\""),
      ("null", .time, "or say with `on_missing` of `since` what becomes of items without it"),
      (#""yesterday""#, .time, #"has "yesterday" at /v"#),
      ("1772366400", .time, "or set its `type` to \"integer\" if the field has whole numbers"),
      ("-5", .time, "or set its `type` to \"integer\" if the field has whole numbers"),
      ("true", .time, "has true or false at /v"), ("{}", .time, "has an object at /v"),
      ("1.5", .integer, "has 1.5 at /v, and not an integer, or a string of digits"),
      ("5", .text, "has 5 at /v, and not a string of at most"),
      (#""\#(String(repeating: "9", count: 100))""#, .time, "has a string that begins with"),
    ])
  func unusable(value: String, type: SinceType, words: String) throws {
    let good = type == .time ? #""2026-03-01""# : type == .text ? #""z""# : "7"
    let (message, path) = try fault(SinceStory("", [(1, good), (2, value)], isSorted: false, type: type))
    #expect(message.hasPrefix("the item with index 1 on page 1 (/id: 2) has"))
    #expect(message.contains(words), "\(message)")
    #expect(path == "/data/list/nodes/1/v")
    // Only what may be absent is advised to be left out, and only numbers to be read as numbers.
    #expect(message.contains("on_missing") == (value == "null"))
    #expect(message.contains("set its `type`") == (type == .time && (value.last?.isNumber ?? false)))
  }

  @Test("A value of another type ends the walk, whatever becomes of rows without one", arguments: ["true", "[]"])
  func otherType(value: String) throws {
    for missing in [SinceMissing.deliver, .skip] {
      _ = try fault(SinceStory("", [(1, value)], isSorted: false, missing: missing))
    }
  }

  @Test("Texts are shown in quotes, because they may be empty or have spaces at their ends")
  func texts() throws {
    let story = SinceStory("", [(1, #""""#), (2, #""a ""#)], isSorted: false, type: .text)
    #expect(try fault(story).message.contains(#"has "a ", which is greater than the "" of"#))
  }

  // MARK: What a plan refuses

  private func refusal(_ change: (SinceRuns) throws -> Void) throws -> DocumentPlanError {
    let runs = try SinceStory("").runs(.descending)
    try change(runs)
    return try #require(throws: DocumentPlanError.self) { try runs.next() }
  }

  /// The query of a list that it sorts.
  private func sorted(_ argument: String, backward: Bool = false) -> String {
    let (cursor, info) =
      backward ? ("before", "hasPreviousPage startCursor") : ("after", "hasNextPage endCursor")
    return """
      query ($c: String) { list(\(cursor): $c, \(argument)) { nodes { id updatedAt v } pageInfo { \(info) } } }
      """
  }

  @Test(
    "A document that sorts the list by another field or in another order is refused",
    arguments: [
      ("orderBy: {field: CREATED_AT, direction: DESC}", "path", "sorts it by \"CREATED_AT\", and `path` is /updatedAt"),
      (#"sort: "-created_at""#, "path", "created_at"), ("order_by: [{created_at: desc}]", "path", "created_at"),
      ("sortBy: CREATED_AT_DESC", "path", "CREATED_AT"),
      ("orderBy: {field: UPDATED_AT, direction: ASC}", "order", "sorts it in ascending order, and `order` is \"desc"),
      ("sort: updatedAt_ASC", "order", "ascending"), ("sort: ASC", "order", "ascending"),
    ])
  func sortedOtherwise(argument: String, key: String, words: String) throws {
    let error = try refusal {
      ($0.query, $0.rule.path) = (sorted(argument), .path("updatedAt"))
    }
    #expect(error.part.description == "/since/\(key)")
    #expect(error.message.contains(words), "\(error.message)")
    #expect(error.position != nil)
  }

  @Test(
    "A document that sorts the list by this field, or does not say how, is accepted",
    arguments: [
      "orderBy: {field: UPDATED_AT, direction: DESC}", #"sort: "-updated_at""#, "orderBy: [{updated_at: desc}]",
      "sort: UPDATED_AT_DESC", "sort: UPDATED_DESC", "orderBy: updatedAt_DESC", "sort: 3", "sort: UPDATED_AT",
      "by: CREATED_AT",
    ])
  func sortedLikeThis(argument: String) throws {
    let runs = try SinceStory("").runs(.descending)
    (runs.query, runs.rule.path) = (sorted(argument), .path("updatedAt"))
    #expect(throws: Never.self) { try runs.next() }
  }

  @Test("A list that is read from its end is sorted the other way")
  func backward() throws {
    let runs = try SinceStory("", paging: .backward).runs(.descending)
    runs.query = sorted("orderBy: {field: V, direction: ASC}", backward: true)
    #expect(throws: Never.self) { try runs.next() }
    let error = try refusal { $0.query = sorted("orderBy: {field: V, direction: DESC}", backward: true) }
    #expect(error.message.contains("in descending order, which is read from its end, and `order` is \"descending\""))
  }

  @Test("A filtered list may have any order")
  func filtered() throws {
    let runs = try SinceStory("").runs(.filtered)
    runs.query = """
      query ($after: String, $from: Int) {
        list(after: $after, from: $from, orderBy: CREATED_AT_ASC) { nodes { id v } pageInfo { hasNextPage endCursor } }
      }
      """
    #expect(throws: Never.self) { try runs.next() }
  }

  @Test("A list that cannot be read since a mark is refused before any request")
  func refused() throws {
    let path = try refusal { $0.rule.path = .path("createdAt") }
    #expect(path.part.description == "/since/path")
    #expect(path.message == "the query does not select /createdAt of the items: add it" && path.position != nil)
    for order in [SinceOrder.ascending, .filtered] {
      let without = try refusal { $0.rule.order = order }
      #expect(without.part.description == "/since/variable")
      #expect(without.message.contains("with `order` \"\(order.rawValue)\" it names the variable"))
      let offsets = try refusal {
        ($0.rule.order, $0.variable, $0.rules.type) = (order, try SinceVariable("from", template: nil), .offset)
        $0.query = "query ($offset: Int, $from: Int) { list(offset: $offset, from: $from) { id v } }"
      }
      #expect(offsets.part.description == "/since/order")
      #expect(offsets.message.contains("cannot be read in \(order.rawValue) order"))
    }
    let undeclared = try refusal { $0.variable = try SinceVariable("nothing", template: nil) }
    #expect(undeclared.part.description == "/since/variable" && undeclared.message.contains("nothing"))
    let bothWays = try refusal {
      $0.query = """
        query ($a: String, $b: String) {
          list(after: $a, before: $b) { nodes { id v } pageInfo { hasNextPage endCursor hasPreviousPage startCursor } }
        }
        """
      $0.rules.direction = .bidirectional
    }
    #expect(bothWays.part.description == "/pagination/direction")
    let nameless = try refusal {
      $0.query = "query ($a: String) { list(after: $a) { nodes { v } pageInfo { hasNextPage endCursor } } }"
    }
    #expect(nameless.part.description == "/pagination/identity")
    #expect(nameless.message.contains("must tell its items apart"))
  }

  @Test("A value below an object, and in a scalar without a selection, is found in the query")
  func deepValue() throws {
    let runs = try SinceStory("").runs(.descending)
    runs.rule.path = .path("dates", "updated")
    let list = { (items: String) in
      "query ($a: String) { list(after: $a) { nodes { id \(items) } pageInfo { hasNextPage endCursor } } }"
    }
    for items in ["dates { updated }", "dates"] {
      runs.query = list(items)
      #expect(throws: Never.self) { try runs.next() }
    }
    runs.query = list("dates { created }")
    #expect(throws: DocumentPlanError.self) { try runs.next() }
  }

  // MARK: Variables and templates

  @Test(
    "A place for the value that cannot be is refused",
    arguments: [
      ("from", "no place", "template"), ("from", "{value}{value}", "template"), ("/", nil, "variable"),
      ("/a~2", nil, "variable"),
    ])
  func places(variable: String, template: String?, key: String) throws {
    let error = try #require(throws: DocumentPlanError.self) { try SinceVariable(variable, template: template) }
    #expect(error.part.description == "/since/\(key)")
  }

  @Test("A variable with something else than an object in the way of the place is refused")
  func placeInText() throws {
    let runs = try SinceStory("").runs(.filtered)
    runs.variable = try SinceVariable("/where/v/gte", template: nil)
    try runs.run()
    runs.variables["where"] = ["v": "text"]
    let error = try #require(throws: DocumentPlanError.self) { try runs.next() }
    #expect(error.message.contains("`$where` has no object at the place that `variable` points into"))
  }

  // MARK: Checkpoints

  @Test("A checkpoint of another list, of another value or with damage is refused with what differs")
  func otherCheckpoint() throws {
    let runs = try SinceStory("").runs(.descending)
    try runs.run()
    runs.rule.type = .text
    let other = try #require(throws: ResumeTokenError.self) { try runs.next() }
    #expect(
      other.message == """
        the checkpoint belongs to another `since`: its mark is a value of the type "integer" at /v, and the config \
        names the type "text" at /v; leave the checkpoint out to begin anew
        """)
    runs.rule.type = .integer
    runs.query = runs.list.query.replacing("name", with: "title: name")
    let query = try #require(throws: ResumeTokenError.self) { try runs.next() }
    #expect(query.message.hasPrefix("the checkpoint belongs to another list: the query is diff"))
  }

  @Test(
    "A text that is not a checkpoint is refused",
    arguments: [
      ("{}", "its fields are not those of a checkpoint"), ("[]", "it is not an object"), ("{", "it is not valid JSON"),
      (#"{"fingerprints":"","version":1}"#, "it is a resume token: pass it as `resume`"),
      (#"{"version":2,"window":[]}"#, "the checkpoint has version 2, and this library reads up to 1"),
      (#"{"version":1,"window":[],"checksum":"0"}"#, "its checksum does not match its content"),
    ])
  func notACheckpoint(text: String, words: String) throws {
    let error = try #require(throws: ResumeTokenError.self) { try SinceCheckpoint(.string(text)) }
    #expect(error.message.contains(words), "\(error.message)")
  }

  @Test("A checkpoint may be the object in its text, and a changed one is damaged")
  func object() throws {
    let runs = try SinceStory("").runs(.descending)
    guard var fields = try runs.run().checkpoint.object else { return }
    #expect(try SinceCheckpoint(.object(fields)).hasMark)
    fields["known"] = ""
    #expect(throws: ResumeTokenError.self) { try SinceCheckpoint(.object(fields)) }
  }
}
