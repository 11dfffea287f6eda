import PagerJSON
import PagerLists
import PagerState
import TestSupport
import Testing

@Suite("An offset list whose server ignores the offset")
struct RepeatedPageTests {
  private func scene(
    rules: ListRules = ListRules(), cache: Bool = false, _ change: (inout DocumentPagination) -> Void = { _ in }
  ) throws -> ListScene {
    ListScene(
      try plan(
        "query ($offset: Int) { list(offset: $offset) { items { id node { id } } more total pages } }", rules: rules
      ) {
        ($0.connection, $0.offset) = (.path("list"), "offset")
        change(&$0)
      })
  }

  private func page(_ items: String, _ words: String = "") -> String {
    #"{"data":{"list":{"items":\#(items)\#(words)}}}"#
  }

  @Test(
    "The second page ends the walk if its items are those of the first one",
    arguments: [
      (#"[{"id":1},{"id":2}]"#, true), (#"[{"id":1}]"#, true), (#"[{"node":{"id":1}}]"#, true),
      (#"[{"n":1},{"n":2}]"#, true),
      // Equal objects may well be different items.
      (#"[{"n":1}]"#, false), (#"[{"id":null}]"#, false), (#"[{"n":1},{"n":1}]"#, false), ("[1,2]", false),
      (#"["a"]"#, false), ("[null]", false),
    ])
  func repeated(items: String, isNoticed: Bool) throws {
    let scene = try scene()
    try scene.walk(answers: page(items), page(items))
    #expect(scene.history.last == (isNoticed ? "end: repeatedPage" : "next \(items), 2 pages"))
  }

  @Test("The last page of the list follows the rule, too", arguments: ["more", "total"])
  func last(word: String) throws {
    let scene = try scene {
      if word == "more" { $0.hasMore = .path("more") } else { $0.total = .path("total") }
    }
    let items = #"[{"id":1},{"id":2}]"#
    try scene.walk(
      answers: page(items, #","more":true,"total":4"#), page(items, #","more":false,"total":4"#))
    #expect(scene.history.last == "end: repeatedPage")
  }

  @Test("A page that moved because the list has grown is not a repeated one", arguments: [4, 5])
  func grown(total: Int) throws {
    let scene = try scene { $0.total = .path("total") }
    let items = #"[{"id":1},{"id":2}]"#
    try scene.walk(answers: page(items, #","total":4"#), page(items, #","total":\#(total)"#))
    #expect(scene.history.last?.contains("repeatedPage") == (total == 4))
  }

  @Test func equalPagesMayBeAllowed() throws {
    var rules = ListRules()
    rules.allowsRepeats = true
    let scene = try scene(rules: rules)
    let items = #"[{"id":1},{"id":2}]"#
    try scene.walk(answers: page(items), page(items), page("[]"))
    #expect(scene.history.last == "end: success")
  }

  @Test("Only neighbouring pages and the first one are compared, and never a repeated request")
  func others() throws {
    let scene = try scene()
    let items = #"[{"id":1},{"id":2}]"#
    try scene.walk(answers: page(#"[{"id":0}]"#), page(items), page(#"[{"id":3}]"#), page(items), page("[]"))
    #expect(scene.history.last == "end: success")
    try scene.walk(answers: page(items), page("[]"))
    #expect(scene.history.last == "end: success")
  }
}
