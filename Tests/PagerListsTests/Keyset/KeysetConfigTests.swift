import PagerClient
import PagerJSON
import PagerLists
import PagerState
import PagerSyntax
import TestSupport
import Testing

@Suite("The config of a keyset list")
struct KeysetConfigTests {
  @Test(
    "Pages are made smaller, but not if a page's size says that the list ends",
    arguments: [
      (ListRules(), true), (KeysetResumingTests.inclusive, false),
      (
        { () -> ListRules in
          var rules = ListRules()
          rules.ending = .shortPage
          return rules
        }(), false
      ),
    ])
  func halving(rules: ListRules, isPossible: Bool) throws {
    let plan = try plan(keysetQuery, variables: ["limit": 8], rules: rules) {
      ($0.connection, $0.key, $0.after) = (.path("orders"), [.path("id")], "lastId")
    }
    let body = try plan.first.requests.body(of: plan.initialRequest, halvings: 1)
    #expect((body != nil) == isPossible)
    if let body { #expect(String(decoding: body, as: UTF8.self).contains(#""limit":4"#)) }
  }

  @Test(
    "A setting that does not fit is refused with its place",
    arguments: [
      PlanRefusal(
        pagination: { $0.connection = nil }, part: "/pagination/connection", words: "a keyset list needs `connection`"),
      PlanRefusal(
        pagination: { $0.key = nil }, part: "/pagination/key", words: "a keyset list needs `key`"),
      PlanRefusal(
        pagination: { $0.key = [.path("number")] }, part: "/pagination/key",
        words: #"does not select "/number" of the items"#),
      PlanRefusal(
        pagination: { ($0.connection, $0.key) = (.path("edges"), [.path("name")]) }, part: "/pagination/key",
        words: #"does not select "/name" of the items"#),
      PlanRefusal(
        pagination: { $0.after = nil }, part: "/pagination/after", words: "name the variable that takes the key"),
      PlanRefusal(
        pagination: { $0.after = "skip" }, part: "/pagination/after", words: "declares no variable `$skip`"),
      PlanRefusal(
        pagination: { $0.after = "/skip/id" }, part: "/pagination/after", words: "declares no variable `$skip`"),
      PlanRefusal(
        pagination: { $0.after = "/where/a~2" }, part: "/pagination/after", words: "has a \"~\""),
      PlanRefusal(
        pagination: { $0.after = "/where" + String(repeating: "/a", count: 70) }, part: "/pagination/after",
        words: "the place has 71 steps"),
      PlanRefusal(
        pagination: { $0.afterPlaces = ["lastId", "at"] }, part: "/pagination/after",
        words: "`key` names 1 and `after` 2"),
      PlanRefusal(
        pagination: { ($0.after, $0.before) = ("/where/id", "/where/id/_lt") }, part: "/pagination/before",
        words: "two keys have the same place in `$where`"),
      PlanRefusal(
        pagination: { $0.after = "/filter/id" }, part: "/pagination/after", words: "the document has a default"),
      PlanRefusal(
        variables: ["where": "open"], pagination: { $0.after = "/where/id" }, part: "/variables/where",
        words: "expected an object with the place \"/id\", found a string"),
      PlanRefusal(
        variables: ["where": [1]], pagination: { $0.after = "/where/1/id" }, part: "/variables/where",
        words: "found an array of 1 elements"),
      PlanRefusal(
        variables: ["firstId": 3], pagination: { $0.before = "firstId" }, part: "/variables/firstId",
        words: "it would not send the key for `before`"),
      PlanRefusal(
        pagination: { $0.offset = "at" }, part: "/pagination/offset", words: #"type "keyset" has no `offset`"#),
      PlanRefusal(
        pagination: { $0.first = "limit" }, part: "/pagination/first", words: #"type "keyset" has no `first`"#),
      PlanRefusal(
        pagination: { $0.hasMore = .path("more") }, part: "/pagination/has_more",
        words: "the connection is the array of items itself"),
    ])
  func refusals(refusal: PlanRefusal) {
    var rules = ListRules()
    rules.type = .keyset
    refusal.check { refusal in
      try plan(keysetQuery, variables: refusal.variables, rules: rules) {
        ($0.connection, $0.key, $0.after) = (.path("orders"), [.path("id")], "lastId")
        refusal.pagination(&$0)
      }
    }
  }

  @Test("Rules of other lists are refused", arguments: ["concurrency", "trust_opposite_flag", "inclusive"])
  func rules(name: String) {
    var rules = ListRules()
    switch name {
    case "concurrency": rules.concurrency = 2
    case "inclusive": rules.isInclusive = true
    default: rules.trustsOppositeFlag = true
    }
    let error = #expect(throws: DocumentPlanError.self) { _ = try keysetScene(rules: rules) }
    #expect(error?.part.description == "/pagination/\(name)")
  }

  @Test("A variable that the first page leaves out must not be non-null")
  func nonNull() {
    let error = #expect(throws: DocumentPlanError.self) {
      _ = try plan("query ($id: ID!) { orders(after: $id) { id } }") {
        ($0.connection, $0.key, $0.after) = (.path("orders"), [.path("id")], "id")
      }
    }
    #expect(error?.message.contains("the first page has no key") == true)
  }

  @Test("Another query asks for the further pages, with names of its own")
  func nextQuery() throws {
    let further = paged("query More($from: ID!) { orders(after: $from) { number } }") {
      ($0.connection, $0.key, $0.after) = (.path("orders"), [.path("number")], "from")
    }
    let scene = ListScene(
      try plan("{ orders { id } }", further: further) {
        ($0.connection, $0.key) = (.path("orders"), [.path("id")])
      })
    try scene.walk(
      answers: #"{"data":{"orders":[{"id":1}]}}"#, #"{"data":{"orders":[{"number":2}]}}"#, #"{"data":{"orders":[]}}"#)
    #expect(scene.variables == ["{}", #"{"from":1}"#, #"{"from":2}"#])
    #expect(scene.history.last == "end: success")
  }
}
