import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import PagerSyntax
import TestSupport
import Testing

@Suite("An offset list")
struct OffsetListTests {
  private static let query = """
    query ($offset: Int, $limit: Int, $page: Int) {
      list(offset: $offset, limit: $limit) { items { id } total more }
      array(offset: $offset, limit: $limit) { id }
      paged(page: $page) { items { id } total more }
    }
    """

  private func scene(
    at field: String = "list", variables: [String: JSONValue] = ["limit": 2], ending: ListEnding? = nil,
    acceptsNull: Bool? = nil, _ change: (inout DocumentPagination) -> Void = { _ in }
  ) throws -> ListScene {
    var rules = ListRules()
    rules.type = .offset
    rules.ending = ending
    rules.acceptsNull = acceptsNull
    return ListScene(
      try plan(Self.query, variables: variables, rules: rules) {
        $0.connection = .path(field)
        change(&$0)
      })
  }

  private func page(_ items: String, _ more: String = "") -> String {
    #"{"data":{"list":{"items":\#(items)\#(more)}}}"#
  }

  @Test("I3, I4: offsets grow by the items that came, and an empty page ends the list")
  func offsets() throws {
    let scene = try scene()
    try scene.walk(answers: page("[1,2]"), page("[3]"), page("[4,5]"), page("[]"))
    #expect(
      scene.variables == [
        #"{"limit":2,"offset":0}"#, #"{"limit":2,"offset":2}"#, #"{"limit":2,"offset":3}"#, #"{"limit":2,"offset":5}"#,
      ])
    #expect(scene.history.suffix(2) == ["next [], 4 pages", "end: success"])
  }

  @Test func theListCanBeTheArrayItself() throws {
    let scene = try scene(at: "array") { $0.items = .path() }
    try scene.walk(answers: #"{"data":{"array":[1,2]}}"#, #"{"data":{"array":[]}}"#)
    #expect(scene.history == ["initial [1,2], 1 page", "next [], 2 pages", "end: success"])
  }

  @Test func thePlainArrayNeedsNoPointer() throws {
    let scene = try scene(at: "array")
    try scene.walk(answers: #"{"data":{"array":[1,2]}}"#, #"{"data":{"array":[]}}"#)
    #expect(scene.history == ["initial [1,2], 1 page", "next [], 2 pages", "end: success"])
  }

  @Test(
    "A null in place of the list is not its end, unless that was agreed or the page says so",
    arguments: [
      ("array", #"{"array":null}"#, false, "nullList"),
      ("array", #"{"array":null}"#, true, "success"),
      ("list", #"{"list":null}"#, false, "nullList"),
      ("more", #"{"list":null}"#, false, "nullAbove(Optional(/data/list))"),
      ("list", #"{"list":{"items":null}}"#, false, "nullList"),
      ("list", #"{"list":{"items":null}}"#, true, "success"),
      ("total", #"{"list":{"items":null,"total":2}}"#, false, "success"),
      ("total", #"{"list":{"items":null,"total":3}}"#, false, "nullList"),
    ] as [(String, String, Bool, String)])
  func null(field: String, data: String, acceptsNull: Bool, end: String) throws {
    let scene = try scene(at: field == "array" ? field : "list", acceptsNull: acceptsNull) {
      if field == "total" { $0.total = .path("total") }
      if field == "more" { $0.hasMore = .path("more") }
    }
    let first = field == "array" ? #"{"array":[1,2]}"# : #"{"list":{"items":[1,2],"total":3,"more":true}}"#
    try scene.walk(answers: #"{"data":\#(first)}"#, #"{"data":\#(data)}"#)
    #expect(scene.history.last == "end: \(end)")
  }

  @Test func theTotalEndsTheList() throws {
    let scene = try scene { $0.total = .path("total") }
    try scene.walk(answers: page("[1,2]", #","total":3"#), page("[3]", #","total":3"#))
    #expect(scene.history.last == "end: success")
    #expect(scene.transport.bodies.count == 2)
  }

  @Test func theFlagEndsTheList() throws {
    let scene = try scene { $0.hasMore = .path("more") }
    try scene.walk(answers: page("[1,2]", #","more":true"#), page("[3]", #","more":false"#))
    #expect(scene.history.last == "end: success")
    #expect(scene.transport.bodies.count == 2)
  }

  @Test("A short page ends the list where it was agreed", arguments: [true, false])
  func shortPage(agreed: Bool) throws {
    let scene = try scene(ending: agreed ? .shortPage : .emptyPage)
    try scene.walk(answers: page("[1,2]"), page("[3]"))
    #expect(scene.history.contains("end: success") == agreed)
    #expect(scene.transport.bodies.count == (agreed ? 2 : 3))
  }

  @Test func pagesHaveNumbers() throws {
    let scene = try scene(at: "paged", variables: [:])
    try scene.walk(
      answers: #"{"data":{"paged":{"items":[1,2]}}}"#, #"{"data":{"paged":{"items":[3]}}}"#,
      #"{"data":{"paged":{"items":[]}}}"#)
    #expect(scene.variables == [#"{"page":1}"#, #"{"page":2}"#, #"{"page":3}"#])
    #expect(scene.history.last == "end: success")
  }

  @Test(
    "A list is opened where its variables say",
    arguments: [
      ("list", ["offset": 40], #"{"offset":42}"#), ("list", ["offset": .null], #"{"offset":2}"#),
      ("paged", ["page": 0], #"{"page":1}"#), ("paged", ["page": 7], #"{"page":8}"#),
    ] as [(String, [String: JSONValue], String)])
  func opening(field: String, variables: [String: JSONValue], second: String) throws {
    let scene = try scene(at: field, variables: variables)
    try scene.walk(answers: #"{"data":{"\#(field)":{"items":[1,2]}}}"#)
    #expect(scene.variables.last == second)
  }

  @Test("The items before the offset at which a list is opened count toward its total")
  func itemsBefore() throws {
    let scene = try scene(variables: ["offset": 4, "limit": 2]) { $0.total = .path("total") }
    try scene.walk(answers: page("[5,6]", #","total":6"#))
    #expect(scene.history.last == "end: success")
    let more = try self.scene(variables: ["offset": 3, "limit": 2]) { $0.total = .path("total") }
    try more.walk(answers: page("[4,5]", #","total":6"#), page("[6]", #","total":6"#))
    #expect(more.variables.last == #"{"limit":2,"offset":5}"#)
    #expect(more.history.last == "end: success")
  }

  @Test("Numbered pages keep their size, because a smaller one would skip items", arguments: ["list", "paged"])
  func halving(field: String) throws {
    var rules = ListRules()
    rules.type = .offset
    let query =
      field == "list"
      ? "query ($offset: Int, $limit: Int) { list(offset: $offset, limit: $limit) { items } }"
      : "query ($page: Int, $limit: Int) { list(page: $page, limit: $limit) { items } }"
    let plan = try plan(query, variables: ["limit": 8], rules: rules) {
      $0.connection = .path("list")
    }
    let body = try plan.first.requests.body(of: plan.initialRequest, halvings: 1)
    #expect((body == nil) == (field == "paged"))
  }

  @Test func aPageNumberInTheMiddleMakesNoTotal() throws {
    let scene = try scene(at: "paged", variables: ["page": 3]) { $0.total = .path("total") }
    try scene.walk(
      answers: #"{"data":{"paged":{"items":[5,6],"total":6}}}"#, #"{"data":{"paged":{"items":[],"total":6}}}"#)
    #expect(scene.history.last == "end: success")
  }

  private func numbered(_ items: String, of pages: String) -> String {
    #"{"data":{"paged":{"items":\#(items),"total":99,"pages":\#(pages)}}}"#
  }

  @Test("The number of pages ends the list, and goes before the total")
  func pageCount() throws {
    let scene = try scene(at: "paged", variables: [:]) {
      $0.total = .path("total")
      $0.pageCount = .path("pages")
    }
    try scene.walk(answers: numbered("[1,2]", of: "2"), numbered("[3]", of: "2"))
    #expect(scene.variables == [#"{"page":1}"#, #"{"page":2}"#])
    #expect(scene.history.last == "end: success")
  }

  @Test("A page with items counts for all pages up to its number", arguments: [("3", true), ("2", false)])
  func pageCountBelowThePage(count: String, isPlausible: Bool) throws {
    let scene = try scene(at: "paged", variables: ["page": 3]) { $0.pageCount = .path("pages") }
    try scene.walk(answers: numbered("[1]", of: count))
    #expect(scene.history.last == (isPlausible ? "end: success" : "end: missingPageInfo"))
  }

  @Test("A list that counts pages from 0 ends with the page before their number")
  func pageCountFromZero() throws {
    let scene = try scene(at: "paged", variables: ["page": 0]) { $0.pageCount = .path("pages") }
    try scene.walk(answers: numbered("[1]", of: "2"), numbered("[2]", of: "2"))
    #expect(scene.variables.last == #"{"page":1}"#)
    #expect(scene.history.last == "end: success")
    #expect(!scene.engine.read { $0.doubts(comparesTotal: false) }.contains(.brokenPromise))
  }

  @Test(
    "A number of pages that is missing, or that an empty page contradicts, ends the walk with why",
    arguments: [
      ("[1]", "null", "missingPageInfo"), ("[1]", #""two""#, "missingPageInfo"),
      ("[1]", "0", "missingPageInfo"), ("[1]", "-1", "missingPageInfo"), ("[]", "-1", "missingPageInfo"),
      ("[]", "0", "success"),
    ])
  func pageCountInDoubt(items: String, count: String, reason: String) throws {
    let scene = try scene(at: "paged", variables: [:]) { $0.pageCount = .path("pages") }
    try scene.walk(answers: numbered(items, of: count))
    #expect(scene.history.last == "end: \(reason)")
  }

  @Test(
    "A page that does not say what it is asked to say, or is empty and denies the end, ends the walk with why",
    arguments: [
      (#"[1],"total":null"#, false, "missingPageInfo"), (#"[1],"total":"nine""#, false, "missingPageInfo"),
      ("[1]", false, "missingPageInfo"), (#"[1],"more":2"#, true, "missingPageInfo"),
      (#"[],"total":9"#, false, "cursorStuck"), (#"[],"more":true"#, true, "cursorStuck"),
    ])
  func incomplete(items: String, isFlag: Bool, reason: String) throws {
    let scene = try scene { if isFlag { $0.hasMore = .path("more") } else { $0.total = .path("total") } }
    try scene.walk(answers: page(items))
    #expect(scene.history.last == "end: \(reason)")
  }

  @Test func anOffsetThatOverflowsHasNoQuery() throws {
    let scene = try scene(variables: ["offset": .integer(Int64.max)])
    try scene.walk(answers: page("[1]"))
    #expect(scene.variables == [#"{"offset":9223372036854775807}"#])
    #expect(scene.history == ["initial [1], 1 page", "end: noQuery"])
  }

  @Test func aCapCountsHereToo() throws {
    let scene = try scene()
    try scene.start(.loadAll(Walk(emitsEachPage: true, maximumPages: 2)))
    scene.transport.answer(page("[1]"))
    scene.transport.answer(page("[1]"))
    #expect(scene.history.last == "end: pageLimit")
  }

  @Test(
    "A setting that does not fit is refused with its place",
    arguments: [
      PlanRefusal(
        pagination: { $0.connection = nil }, part: "/pagination/connection",
        words: "an offset list needs `connection`"),
      PlanRefusal(
        pagination: { $0.connection = .path("goods") }, part: "/pagination/connection",
        words: "selects nothing at \"/goods\""),
      PlanRefusal(
        pagination: { $0.offset = "skip" }, part: "/pagination/offset", words: "declares no variable `$skip`"),
      PlanRefusal(
        pagination: { $0.limit = "take" }, part: "/pagination/limit", words: "declares no variable `$take`"),
      PlanRefusal(
        pagination: { ($0.offset, $0.page) = ("offset", "page") }, part: "/pagination/page",
        words: "`offset` or `page`, not both"),
      PlanRefusal(
        pagination: { ($0.connection, $0.total) = (.path("array"), .path("total")) }, part: "/pagination/total",
        words: "the connection is the array of items itself"),
      PlanRefusal(
        pagination: { ($0.connection, $0.pageCount) = (.path("array"), .path("pages")) },
        part: "/pagination/page_count", words: "the connection is the array of items itself"),
      PlanRefusal(
        pagination: { ($0.items, $0.pageCount) = (.path("items"), .path("pages")) }, part: "/pagination/page_count",
        words: "needs requests with page numbers, and `$offset` takes an offset"),
      PlanRefusal(
        pagination: { $0.connection = .path("bare") }, part: "/pagination/offset",
        words: "name the variable that takes the offset"),
      PlanRefusal(
        pagination: { $0.connection = .path("fixed") }, part: "/query",
        words: "the argument `offset` of the field \"/fixed\""),
    ])
  func refusals(refusal: PlanRefusal) {
    let query = """
      query ($offset: Int, $limit: Int, $page: Int) {
        list(offset: $offset, limit: $limit) { items { id } }
        array(offset: $offset, limit: $limit) { id }
        bare { id }
        fixed(offset: 3) { id }
        paged(page: $page) { id }
      }
      """
    var rules = ListRules()
    rules.type = .offset
    refusal.check { refusal in
      try plan(query, rules: rules) {
        $0.connection = .path("list")
        refusal.pagination(&$0)
      }
    }
  }

  @Test(
    "Values that are not whole numbers are refused",
    arguments: [
      (["offset": "3"], false, "/variables/offset"), (["offset": -1], false, "/variables/offset"),
      (["offset": 1.5], false, "/variables/offset"), ([:], true, "/pagination/limit"),
      (["limit": 0], true, "/pagination/limit"),
    ] as [([String: JSONValue], Bool, String)])
  func numbers(variables: [String: JSONValue], shortPage: Bool, part: String) {
    let error = #expect(throws: DocumentPlanError.self) {
      _ = try scene(variables: variables, ending: shortPage ? .shortPage : nil)
    }
    #expect(error?.part.description == part)
  }
}
