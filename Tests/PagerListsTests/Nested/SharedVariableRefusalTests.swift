import PagerJSON
import PagerLists
import PagerState
import Testing

@Suite("A list inside the items that takes the variable of the list is refused before any request")
struct SharedVariableRefusalTests {
  private static let inner = "stars(first: 10, after: $c) { nodes { id } pageInfo { hasNextPage endCursor } }"
  private static let info = "pageInfo { hasNextPage endCursor hasPreviousPage startCursor }"

  private func refusal(_ plan: () throws -> DocumentPlan) throws -> DocumentPlanError {
    try #require(throws: DocumentPlanError.self) { try plan() }
  }

  @Test("The message names both fields and what to do", arguments: [NestedRule.report, .error, .drain(DrainRules())])
  func words(nested: NestedRule) throws {
    let query = "query ($c: String) { repos(after: $c) { nodes { id __typename \(Self.inner) } \(Self.info) } }"
    let error = try refusal { try DocumentPlan(paged(query), nested: nested) }
    #expect(error.part.description == "/query")
    #expect(
      error.message == """
        the field "/repos/nodes/stars" at line 1, column 63 takes `$c` as `after`, and the list "/repos" at line 1, \
        column 22 is paged by this variable: each page would bring another part of the list inside its items; leave \
        `after` out there, or give it a variable of its own
        """)
    #expect(error.position.map { "\($0)" } == "line 1, column 80")
  }

  @Test(
    "Cursors of both directions count, and those that the config names",
    arguments: [
      "edges { node { stars(last: 1, before: $b) { nodes { id } } } }",
      "nodes { stars(first: 1, after: $a) { nodes { id } } }",
    ])
  func directions(items: String) throws {
    let query = "query ($a: String, $b: String) { repos(after: $a, before: $b) { \(items) \(Self.info) } }"
    #expect(try refusal { try plan(query) }.message.contains("is paged by this variable"))
    let named = "query ($a: String, $b: String) { repos(from: $a, to: $b) { \(items) \(Self.info) } }"
    let error = try refusal { try plan(named) { ($0.after, $0.before) = ("a", "b") } }
    #expect(error.message.contains("the list \"/repos\""))
  }

  @Test("A list inside the items may not take the offset, the page number, or a key in a filter")
  func others() throws {
    let offset = "query ($n: Int, $o: Int) { repos(limit: $n, offset: $o) { id stars(limit: $n, offset: $o) { id } } }"
    let byOffset = try refusal { try plan(offset) { ($0.connection, $0.offset) = (.path("repos"), "o") } }
    #expect(byOffset.message.contains("the field \"/repos/stars\" at line 1, column 62 takes `$o` as `offset`"))
    let numbers = "query ($p: Int) { repos(page: $p) { rows { stars(page: $p) { id } } total } }"
    let byNumber = try refusal {
      try plan(numbers) { ($0.connection, $0.items, $0.total) = (.path("repos"), .path("rows"), .path("total")) }
    }
    #expect(byNumber.message.contains("takes `$p` as `page`"))
    let keys = "query ($w: W) { repos(where: $w) { id stars(where: $w) { id } } }"
    for place in ["w", "/w/id/gt"] {
      let byKey = try refusal {
        try plan(keys, variables: place == "w" ? [:] : ["w": ["id": ["gt": .null]]]) {
          ($0.connection, $0.key, $0.afterPlaces) = (.path("repos"), [.path("id")], [place])
        }
      }
      #expect(byKey.message.contains("takes `$w` as `where`"))
    }
  }

  @Test("The query for further pages is told of as that one")
  func further() throws {
    let first = "query { repos { nodes { id } \(Self.info) } }"
    let query = "query ($c: String) { repos(after: $c) { nodes { id \(Self.inner) } \(Self.info) } }"
    let error = try refusal { try plan(first, further: paged(query)) }
    #expect(error.part.description == "/next_query/query")
  }

  @Test("A list with a hook must declare lists inside the items, too")
  func hooks() throws {
    let query = "query ($c: String) { repos(after: $c) { rows { id \(Self.inner) } more } }"
    let document = paged(query) { ($0.connection, $0.items) = (.path("repos"), .path("rows")) }
    #expect(try refusal { try DocumentPlan(readByHook: document, resolves: false) }.message.contains("`$c`"))
  }

  @Test(
    "A list inside the items may take its own variable, the size's, or none",
    arguments: [
      "stars(first: $n, after: $own) { nodes { id } pageInfo { hasNextPage endCursor } }",
      "stars(first: $n) { nodes { id } pageInfo { hasNextPage endCursor } }",
      "rank(after: $c)",
    ])
  func accepted(inner: String) throws {
    let query = """
      query ($c: String, $own: String, $n: Int) { repos(first: $n, after: $c) { nodes { id \(inner) } \(Self.info) } }
      """
    #expect(throws: Never.self) { try plan(query, variables: ["n": 3]) }
  }

  @Test("A query for the rest of an inner list is checked in the same way")
  func ownQueries() throws {
    let query = """
      query ($c: String) { repos(after: $c) { nodes { id stars(first: 1) { nodes { id } \(Self.info) } } \(Self.info) } }
      """
    let rest = """
      query ($id: ID!, $c: String) { repo(id: $id) { stars(first: 9, after: $c) { nodes { id
        fans(first: 3, after: $c) { nodes { id } pageInfo { hasNextPage endCursor } } } \(Self.info) } } }
      """
    var rules = DrainRules()
    rules.queries = [
      OwnDrainQuery(connection: .path("repos", "nodes", "stars"), query: rest, from: ["id": .path("id")])
    ]
    let error = try refusal { try DocumentPlan(paged(query), nested: .drain(rules)) }
    #expect(error.part.description == "/nested/queries/~1repos~1nodes~1stars/query")
    #expect(error.message.contains("the field \"/repo/stars/nodes/fans\""))
  }
}
