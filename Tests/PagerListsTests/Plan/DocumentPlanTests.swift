import PagerJSON
import PagerLists
import PagerState
import PagerSyntax
import Testing

@Suite("A plan is worked out from a document")
struct DocumentPlanTests {
  @Test func aPlainConnectionNeedsNothingSaid() throws {
    let plan = try plan(shopQuery, variables: ["first": 2])
    #expect(
      plan.first.shape
        == ConnectionShape(
          connection: .path("shop", "products"), items: [.path("nodes")], nodeKeys: [.path("nodes"): []]))
    #expect(
      plan.first.cursors
        == CursorShape(
          pageInfo: .path("pageInfo"),
          next: .init(hasMore: .path("hasNextPage"), cursor: .path("endCursor"), variable: "after")))
    #expect(plan.initialRequest == PageRequest(toward: .next))
  }

  @Test func aliasesAndFragmentsAreFollowed() throws {
    let query = """
      query ($c: String) { s: shop { ...List } }
      fragment List on Shop { all: products(after: $c) { rows: edges { node { id } } info: pageInfo { ...Info } } }
      fragment Info on PageInfo { more: hasNextPage last: endCursor }
      """
    let first = try plan(query).first
    #expect(
      first.shape
        == ConnectionShape(connection: .path("s", "all"), items: [.path("rows")], nodeKeys: [.path("rows"): ["node"]]))
    #expect(
      first.cursors
        == CursorShape(
          pageInfo: .path("info"), next: .init(hasMore: .path("more"), cursor: .path("last"), variable: "c")))
  }

  @Test(
    "Items are the nodes, or else the edges, or else none",
    arguments: [
      ("nodes { id } edges { node { id } }", [.path("nodes"), .path("edges")]),
      ("edges { node { id } }", [.path("edges")]), ("totalCount", []),
    ] as [(String, [JSONPointer])])
  func items(selection: String, items: [JSONPointer]) throws {
    let query = "query ($a: String) { list(after: $a) { \(selection) pageInfo { hasNextPage endCursor } } }"
    #expect(try plan(query).first.shape.items == items)
  }

  @Test(
    "Items are not looked for where the variables leave them out",
    arguments: [
      ([:], [.path("edges")]),
      (["nodes": true], [.path("nodes"), .path("edges")]),
      (["nodes": true, "edges": false], [.path("nodes")]),
      (["edges": false], []),
    ] as [([String: JSONValue], [JSONPointer])])
  func conditions(variables: [String: JSONValue], items: [JSONPointer]) throws {
    let query = """
      query ($a: String, $nodes: Boolean = false, $edges: Boolean!, $other: Boolean) {
        list(after: $a) {
          ... @include(if: $nodes) { nodes { id } }
          ...Edges @include(if: $edges)
          ... @skip(if: true) { nodes { id } }
          pageInfo @skip(if: $other) { hasNextPage endCursor }
        }
      }
      fragment Edges on List { edges { node { id } } }
      """
    let variables = ["edges": true].merging(variables) { $1 }
    #expect(try plan(query, variables: variables).first.shape.items == items)
  }

  @Test func whatIsSaidGoesBeforeWhatIsFound() throws {
    let query = """
      query ($a: String, $b: String) {
        list(after: $a, from: $b) { nodes { id } rows { id } pageInfo { hasNextPage endCursor more { yes } last } }
      }
      """
    let plan = try plan(query) {
      $0.items = .path("rows")
      $0.hasNextPage = .path("more", "yes")
      $0.endCursor = .path("last")
      $0.after = "b"
    }
    #expect(
      plan.first.shape
        == ConnectionShape(connection: .path("list"), items: [.path("rows")], nodeKeys: [.path("rows"): []]))
    #expect(
      plan.first.cursors
        == CursorShape(
          pageInfo: .path("pageInfo"), next: .init(hasMore: .path("more", "yes"), cursor: .path("last"), variable: "b"))
    )
  }

  @Test func oneOfSeveralConnectionsIsNamed() throws {
    let query = """
      query ($a: String) {
        x(after: $a) { pageInfo { hasNextPage endCursor } }
        y(after: $a) { edges { cursor } pageInfo { hasNextPage endCursor } }
      }
      """
    let shape = try plan(query) { $0.connection = .path("y") }.first.shape
    #expect(shape.connection == .path("y"))
    #expect(shape.items == [.path("edges")])
  }

  @Test func unusualNamesAreSaidWithPointers() throws {
    let plan = try plan(unusualQuery) { $0.describeUnusual() }
    #expect(
      plan.first.shape
        == ConnectionShape(connection: .path("goods"), items: [.path("rows")], nodeKeys: [.path("rows"): []]))
    #expect(
      plan.first.cursors
        == CursorShape(
          pageInfo: .path("paging"), next: .init(hasMore: .path("more"), cursor: .path("cursor"), variable: "from")))
  }

  @Test func anEmptyPointerIsTheConnectionItself() throws {
    let query = "query ($from: String) { goods(from: $from) { more cursor rows { id } } }"
    let list = try plan(query) {
      $0.describeUnusual()
      $0.pageInfo = .path()
    }.first.cursors
    #expect(list?.pageInfo == .path())
  }

  @Test(
    "The first page comes after the cursor among the variables",
    arguments: [
      (nil, nil), (.null, "null"), ("K1", #""K1""#), ("a/b\"ü", #""a/b\"ü""#), (7, "7"),
    ] as [(JSONValue?, String?)])
  func initialCursor(value: JSONValue?, json: String?) throws {
    var variables: [String: JSONValue] = ["first": 2]
    variables["after"] = value
    let plan = try plan(shopQuery, variables: variables)
    #expect(plan.initialRequest.settings.map(\.variable) == (json == nil ? [] : ["after"]))
    #expect(plan.initialRequest.settings.first?.value.json.description == json)
  }

  @Test("A place that both queries have is named once, and an inner list that both have is one list")
  func placesOfTwoQueries() throws {
    let items = "nodes { inner(first: 1) { nodes { id } pageInfo { hasNextPage } } }"
    let info = "pageInfo { hasNextPage endCursor }"
    let first = "{ list { \(items) \(info) } }"
    let same = try plan(first, further: paged("query ($a: String) { list(after: $a) { \(items) \(info) } }"))
    #expect(same.words.signposts.cursors == "/data/list/pageInfo/endCursor")
    #expect(same.words.signposts.flags == "/data/list/pageInfo/hasNextPage")
    #expect(same.innerConnections.map(\.pointer) == ["/list/nodes/inner"])

    let other = try plan(
      first, further: paged("query ($a: String) { more(after: $a) { \(items) i: \(info) } }"))
    #expect(other.words.signposts.cursors == "/data/list/pageInfo/endCursor or /data/more/i/endCursor")
    #expect(other.words.signposts.flags == "/data/list/pageInfo/hasNextPage or /data/more/i/hasNextPage")
    #expect(other.innerConnections.map(\.pointer) == ["/list/nodes/inner", "/more/nodes/inner"])
  }

  @Test("Places of both directions are named in their order, each once")
  func placesOfBothDirections() throws {
    let query = """
      query ($a: String, $b: String) { list(after: $a, before: $b) { nodes { id } more last } }
      """
    let plan = try plan(query) {
      ($0.connection, $0.pageInfo, $0.items) = (.path("list"), .path(), .path("nodes"))
      ($0.hasNextPage, $0.hasPreviousPage) = (.path("more"), .path("more"))
      ($0.endCursor, $0.startCursor) = (.path("last"), .path("last"))
      ($0.after, $0.before) = ("a", "b")
    }
    #expect(plan.words.signposts.cursors == "/data/list/last")
    #expect(plan.words.signposts.flags == "/data/list/more")
  }

  @Test func theOperationIsChosenByItsName() throws {
    let list = "list(after: $a) { pageInfo { hasNextPage endCursor } }"
    let query = "query A($a: String) { x: \(list) } query B($a: String) { y: \(list) }"
    let plan = try plan(query, operationName: "B")
    #expect(plan.first.shape.connection == .path("y"))
    #expect(
      text(try plan.first.requests.body(of: plan.initialRequest)).hasPrefix(#"{"operationName":"B","query":"query A"#))
  }

  @Test(
    "Variables that fit are accepted",
    arguments: [
      "$a: String, $n: Int", "$a: String, $n: Int!", "$a: String, $n: [Int!]!", "$a: String, $n: Int, $m: Int",
      "$a: String, $n: Int, $m: Int! = 3", "$a: String = \"K1\", $n: Int",
    ])
  func variablesThatFit(declarations: String) throws {
    let query = "query (\(declarations)) { list(after: $a) { pageInfo { hasNextPage endCursor } } }"
    #expect(throws: Never.self) { try plan(query, variables: ["n": 1]) }
  }

  private func text(_ body: [UInt8]) -> String { String(decoding: body, as: UTF8.self) }
}
