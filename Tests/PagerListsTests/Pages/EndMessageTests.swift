import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import Testing

@Suite("An error of a list that cannot be completed says what to do")
struct EndMessageTests {
  private func plan(_ kind: String) throws -> DocumentPlan {
    let isOfCursors = kind == "cursor"
    let info = isOfCursors ? "pageInfo { hasNextPage endCursor }" : "total pages more"
    let arguments = isOfCursors ? "after: $after" : "page: $page, offset: $offset"
    var rules = ListRules()
    rules.type = isOfCursors ? .cursor : .offset
    return try PagerListsTests.plan(
      "query ($after: ID, $page: Int, $offset: Int) { list(\(arguments)) { nodes { id } \(info) } }", rules: rules
    ) {
      $0.connection = .path("list")
      if kind == "pages" { ($0.page, $0.pageCount) = ("page", .path("pages")) }
      if kind == "offset" { ($0.offset, $0.total) = ("offset", .path("total")) }
    }
  }

  @Test(
    "In each kind of list",
    arguments: [
      ("cursor", .cursorStuck, "its cursor at /data/list/pageInfo/endCursor is the cursor of the request"),
      ("cursor", .cursorCycle, "its cursor at /data/list/pageInfo/endCursor is that of an earlier page"),
      ("cursor", .missingPageInfo, "no true or false at /data/list/pageInfo/hasNextPage, or no usable cursor at"),
      ("cursor", .nullCursor, "the cursor at /data/list/pageInfo/endCursor is null or absent"),
      ("cursor", .nullList, "if it does, set \"null_list\": \"empty\""),
      ("offset", .cursorStuck, "the page has no items and says there is more, so the next offset is the same"),
      ("offset", .cursorCycle, "the server ignores the offset, or goes round in circles"),
      ("offset", .missingPageInfo, "nothing usable at /data/list/total"),
      ("offset", .repeatedPage, "If two pages of the list may be equal, set \"repeats\": \"allow\""),
      ("pages", .missingPageInfo, "nothing usable at /data/list/pages"),
      ("pages", .emptyPages, "raise \"max_empty_pages\" if the server may leave so many pages empty. If it counts its"),
      ("pages", .firstPageUnknown, "name the first page in the variables, as in {\"page\": 0}"),
      ("pages", .nullAbove(NullPlace("/data/list")), "the response has null at /data/list, and no error says why:"),
      ("pages", .nullAbove(nil), "the response has null on the way to the list, and no error says why: there is no"),
    ] as [(String, IncompleteReason, String)])
  func words(kind: String, reason: IncompleteReason, words: String) throws {
    let message = try plan(kind).words.message(for: reason)
    #expect(message.contains(words), "\(message)")
  }

  @Test("A token keeps that a null was above the items, without its place")
  func token() throws {
    let plan = try plan("cursor")
    let scene = ListScene(plan)
    try scene.walk(answers: #"{"data":{"list":null}}"#)
    #expect(scene.history.last == "end: nullAbove(Optional(/data/list))")
    let token = try plan.resumeToken(for: scene.engine.read { $0.finishedPosition }, at: "http://server/")
    let position = try plan.position(of: .string(token), at: "http://server/")
    #expect(position.next == .broken(.nullAbove(nil)))
  }

  @Test("Flags may be 1 and 0, and counts may be texts", arguments: ["more", "pages", "total"])
  func otherTypes(word: String) throws {
    var rules = ListRules()
    rules.type = .offset
    let plan = try PagerListsTests.plan(
      "query ($page: Int) { list(page: $page) { nodes { id } total pages more } }", rules: rules
    ) {
      $0.connection = .path("list")
      if word == "more" { $0.hasMore = .path("more") }
      if word == "pages" { $0.pageCount = .path("pages") }
      if word == "total" { $0.total = .path("total") }
    }
    let scene = ListScene(plan)
    let page = { (number: Int) in
      let words = #""total":"3","pages":"3","more":\#(number < 3 ? 1 : 0)"#
      return #"{"data":{"list":{"nodes":[{"id":\#(number)}],\#(words)}}}"#
    }
    try scene.walk(answers: page(1), page(2), page(3))
    #expect(scene.history.last == "end: success")
    #expect(scene.variables.count == 3)
  }

  @Test("An object in place of an array that has no name shows the arrays to name")
  func arrays() throws {
    var rules = ListRules()
    rules.type = .offset
    let plan = try PagerListsTests.plan(
      "query ($page: Int) { Page(page: $page) { info { total } media { id } } }", rules: rules
    ) { $0.connection = .path("Page") }
    let scene = ListScene(plan)
    try scene.walk(answers: #"{"data":{"Page":{"info":{"total":1},"media":[{"id":1}],"more":[]}}}"#)
    #expect(
      scene.history.last?.hasSuffix(
        "not an array; name the array of items below it as `items`, for example /media or /more"
      )
        == true)
  }

  @Test(
    "A list of cursors has no rules of the other kinds",
    arguments: ["concurrency", "inclusive"])
  func foreignRules(key: String) throws {
    var rules = ListRules()
    rules.type = .cursor
    if key == "concurrency" { rules.concurrency = 2 } else { rules.isInclusive = true }
    let error = try #require(throws: DocumentPlanError.self) { try PagerListsTests.plan(shopQuery, rules: rules) }
    #expect(error.part.description == "/pagination/\(key)")
    #expect(error.message == "a list of the type \"cursor\" has no `\(key)`: leave it out")
  }
}
