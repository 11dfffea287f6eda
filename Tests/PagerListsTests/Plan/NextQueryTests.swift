import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import PagerSyntax
import TestSupport
import Testing

@Suite("Further pages may have a query of their own")
struct NextQueryTests {
  private let opening =
    "query Home($n: Int) { home { list: goods(first: $n) { nodes { id } pageInfo { ...Both } } } } "
    + "fragment Both on PageInfo { hasNextPage endCursor hasPreviousPage startCursor }"
  private let further = """
    query More($size: Int!, $from: String!) {
      goods(first: $size, after: $from) { edges { node { id } } pageInfo { hasNextPage endCursor } }
    }
    """

  @Test func theFirstPageIsOfOneAndTheOthersOfAnother() throws {
    let scene = ListScene(
      try plan(opening, variables: ["n": 2], further: paged(further, operationName: "More", variables: ["size": 3])))
    try scene.walk(
      answers: #"{"data":{"home":{"list":{"nodes":[1,2],"pageInfo":{"hasNextPage":true,"endCursor":"A"}}}}}"#,
      #"{"data":{"goods":{"edges":[3,4,5],"pageInfo":{"hasNextPage":true,"endCursor":"B"}}}}"#,
      #"{"data":{"goods":{"edges":[6],"pageInfo":{"hasNextPage":false,"endCursor":"C"}}}}"#)
    #expect(scene.variables == [#"{"n":2}"#, #"{"size":3,"from":"A"}"#, #"{"size":3,"from":"B"}"#])
    #expect(scene.transport.bodies.map { $0.contains("query Home") } == [true, false, false])
    #expect(scene.transport.bodies.map { $0.contains(#""operationName":"More""#) } == [false, true, true])
    #expect(scene.history.last == "end: success")
    #expect(scene.engine.read { $0.summary.itemsLoaded } == 6)
  }

  @Test func aRepeatedCursorIsNoticedHereToo() throws {
    let scene = ListScene(try plan(opening, further: paged(further, variables: ["size": 3])))
    let page = #"{"data":{"goods":{"edges":[1],"pageInfo":{"hasNextPage":true,"endCursor":"A"}}}}"#
    try scene.walk(
      answers: #"{"data":{"home":{"list":{"nodes":[1],"pageInfo":{"hasNextPage":true,"endCursor":"A"}}}}}"#, page)
    #expect(scene.history.last == "end: cursorStuck")
  }

  @Test func offsetsGoOnInTheOtherQuery() throws {
    let scene = ListScene(
      try plan(
        "{ home { goods { id } } }",
        further: paged("query ($skip: Int!) { goods(skip: $skip) { items { id } total } }") {
          ($0.connection, $0.offset, $0.total) = (.path("goods"), "skip", .path("total"))
        }, rules: ListRules()
      ) { $0.connection = .path("home", "goods") })
    try scene.walk(
      answers: #"{"data":{"home":{"goods":[1,2,3]}}}"#, #"{"data":{"goods":{"items":[4],"total":4}}}"#)
    #expect(scene.variables == ["{}", #"{"skip":3}"#])
    #expect(scene.history.last == "end: success")
  }

  @Test("A number among the variables keeps every digit")
  func numbers() throws {
    let size = RawJSON(validated: Array("12345678901234567890".utf8))
    let document = PagedDocument(query: further, variables: ["size": size], pagination: DocumentPagination())
    let scene = ListScene(try plan(opening, further: document))
    try scene.walk(
      answers: #"{"data":{"home":{"list":{"nodes":[1,2],"pageInfo":{"hasNextPage":true,"endCursor":"A"}}}}}"#)
    #expect(scene.variables.last == #"{"size":12345678901234567890,"from":"A"}"#)
  }

  @Test("The name of an operation is one of the second query's")
  func operationName() {
    let error = #expect(throws: DocumentPlanError.self) {
      try plan(opening, further: paged(further, operationName: "Home", variables: ["size": 3]))
    }
    #expect(error?.part.description == "/next_query/operation_name")
  }

  private static let plain = "query ($a: String) { x(after: $a) { pageInfo { hasNextPage endCursor } } }"

  @Test(
    "A mistake in the second query is reported with a place below next_query",
    arguments: [
      PlanRefusal(query: "{", part: "/next_query/query", words: "the query does not parse"),
      PlanRefusal(
        query: "query ($a: String) { x(after: $a) { id } }", part: "/next_query/query", words: "no connection"),
      PlanRefusal(
        query: plain, pagination: { $0.connection = .path("y") }, part: "/next_query/connection",
        words: "selects nothing at \"/y\""),
      PlanRefusal(
        query: plain, pagination: { $0.after = "b" }, part: "/next_query/after", words: "declares no variable `$b`"),
      PlanRefusal(
        query: plain, variables: ["b": 1], part: "/next_query/variables/b", words: "declares no variable `$b`"),
      PlanRefusal(
        query: "{ x { pageInfo { hasNextPage endCursor } } }", part: "/next_query/query",
        words: "name the variable that takes the cursor as `next_query.after`"),
      PlanRefusal(
        query: "query ($a: String, $n: Int!) { x(first: $n, after: $a) { pageInfo { hasNextPage endCursor } } }",
        part: "/next_query/variables", words: "the variable `$n` of type Int! has no value"),
    ])
  func refusals(refusal: PlanRefusal) {
    refusal.check {
      try plan(opening, further: paged($0.query, variables: $0.variables, $0.pagination))
    }
  }
}
