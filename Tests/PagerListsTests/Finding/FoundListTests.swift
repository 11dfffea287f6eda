import PagerClient
import PagerJSON
import PagerState
import TestSupport
import Testing

@testable import PagerLists

/// What the library finds in a document: keys of a config and words, or why it refuses the document.
@Suite("A list that is not a connection is found by the words in its document")
struct FoundListTests {
  /// The list that a state would show, without keys that have null.
  private func list(
    of query: String, variables: [String: JSONValue] = [:], rules: ListRules = ListRules(),
    _ change: (inout DocumentPagination) -> Void = { _ in }
  ) throws -> [String: JSONValue] {
    let plan = try CurrentPlan.make(paged(query, variables: variables, change), rules)
    return try #require(plan.current.plan.description.object).filter { !$0.value.isNull }
  }

  private static let found: [(query: String, list: JSONValue, words: JSONValue)] = [
    (
      "query ($page: Int, $n: Int) { Page(page: $page, perPage: $n) { pageInfo { total hasNextPage } media { id } } }",
      [
        "type": "offset", "direction": "forward", "connection": "/Page", "page": "page", "limit": "n",
        "has_more": "/pageInfo/hasNextPage", "total": "/pageInfo/total",
      ],
      ["page": "page", "limit": "perPage", "has_more": "hasNextPage", "total": "total"]
    ),
    (
      "query ($l: Int, $o: Int) { books: authors(where: {open: true}, limit: $l, offset: $o) { id } }",
      [
        "type": "offset", "direction": "forward", "connection": "/books", "offset": "o", "limit": "l",
        "end": "empty_page",
      ],
      ["offset": "offset", "limit": "limit"]
    ),
    (
      "query ($t: String) { todos(nextToken: $t) { items { id } nextToken } }",
      [
        "type": "cursor", "direction": "forward", "connection": "/todos", "after": "t", "end_cursor": "/nextToken",
        "end": "null_cursor",
      ],
      ["after": "nextToken", "end_cursor": "nextToken"]
    ),
    (
      "query ($c: Cursor) { a { todos(paging: {after: $c}) { pageInfo { hasNextPage endCursor } edges { node { id } } } } }",
      [
        "type": "cursor", "direction": "forward", "connection": "/a/todos", "after": "c", "page_info": "/pageInfo",
        "has_next_page": "/hasNextPage", "end_cursor": "/endCursor",
      ],
      ["after": "after", "has_next_page": "hasNextPage", "end_cursor": "endCursor"]
    ),
    (
      "query ($c: String) { todos(after: $c) { hasMore edges { cursor node { id } } } }",
      [
        "type": "cursor", "direction": "forward", "connection": "/todos", "after": "c", "has_next_page": "/hasMore",
        "end_cursor": "/edges/-1/cursor",
      ],
      ["after": "after", "has_next_page": "hasMore", "end_cursor": "cursor"]
    ),
    (
      "query ($p: Int) { x(pagination: {page: $p}) { data { id } meta { pagination { n: pageCount total } } } }",
      [
        "type": "offset", "direction": "forward", "connection": "/x", "page": "p",
        "page_count": "/meta/pagination/n", "total": "/meta/pagination/total",
      ],
      ["page": "page", "page_count": "pageCount", "total": "total"]
    ),
    (
      "query ($b: Int) { x(filter: {pagination: {skip: $b}}) { items { id } total } }",
      ["type": "offset", "direction": "forward", "connection": "/x", "offset": "b", "total": "/total"],
      ["offset": "skip", "total": "total"]
    ),
    (
      "query ($f: Filter, $n: Int, $b: String) { x(filter: $f, last: $n, before: $b) { startCursor hasPrevious nodes { id } } }",
      [
        "type": "cursor", "direction": "reverse", "connection": "/x", "before": "b", "last": "n",
        "has_previous_page": "/hasPrevious", "start_cursor": "/startCursor",
      ],
      ["before": "before", "last": "last", "has_previous_page": "hasPrevious", "start_cursor": "startCursor"]
    ),
  ]

  @Test("The state says what was found, and by which word", arguments: found)
  func foundBy(query: String, expected: JSONValue, words: JSONValue) throws {
    var list = try list(of: query)
    #expect(list.removeValue(forKey: "found_by") == words)
    #expect(.object(list) == expected)
  }

  @Test(
    "What is not a place is not found",
    arguments: [
      "query ($o: Boolean) { x(offset: $o) { id } }", "query ($o: [Int]) { x(offset: $o) { id } }",
      "query ($o: Float) { x(skip: $o) { id } }", "query ($o: Int) { x(where: {offset: $o}) { id } }",
      "query ($o: Int) { x(limit: $o, take: 3) { id } }", "query ($a: String) { x(after: $a) { items { id } } }",
      "query ($a: DateTime) { x(after: $a) { items { id } nextCursor } }", "{ x(offset: 20) { id } }",
      "query ($o: Int) { x(y: $o) { offset: id } }",
    ])
  func nothing(query: String) {
    #expect { try list(of: query) } throws: { error in
      (error as? DocumentPlanError)?.message.hasPrefix("no connection in the anonymous query") ?? false
    }
  }

  @Test(
    "Two ways to read a document are an error that shows both as configs",
    arguments: [
      (
        "query ($a: Int, $b: Int) { x(offset: $a, page: $b) { id } }",
        [#"{"connection":"/x","offset":"a"}"#, #"{"connection":"/x","page":"b"}"#]
      ),
      (
        "query ($a: Int) { x(skip: $a) { id } y(skip: $a) { id } }",
        [#"{"connection":"/x","offset":"a"}"#, #"{"connection":"/y","offset":"a"}"#]
      ),
      (
        "query ($a: String, $b: Int) { x(after: $a, page: $b) { endCursor items { id } } }",
        [#""after":"a""#, #""page":"b""#]
      ),
    ])
  func ambiguous(query: String, configs: [String]) {
    #expect { try list(of: query) } throws: { error in
      guard let error = error as? DocumentPlanError else { return false }
      return error.message.contains("can be read as a list in 2 ways") && configs.allSatisfy(error.message.contains)
    }
  }

  @Test("A connection goes before an offset beside it, and a config before both")
  func precedence() throws {
    let query = """
      query ($a: String, $s: Int) {
        x(paging: {after: $a}, skip: $s) { pageInfo { hasNextPage endCursor } total nodes { id } }
      }
      """
    #expect(try list(of: query)["after"] == "a")
    var rules = ListRules()
    rules.type = .offset
    #expect(try list(of: query, rules: rules)["offset"] == "s")
    // Nothing is added to a config that names the offset.
    let named = try list(of: query) { $0.offset = "s" }
    #expect(named["offset"] == "s" && named["has_more"] == nil && named["total"] == nil && named["limit"] == nil)
    let without = try list(of: "query ($s: Int) { x(skip: $s) { items { id } total hasMore } }") {
      $0.absent = ["has_more"]
    }
    #expect(without["has_more"] == nil && without["total"] == "/total")
  }

  @Test(
    "A null or an empty text that asks for the first page becomes a variable",
    arguments: [
      (
        "{ x(first: 9, after: null) { nodes { id } pageInfo { hasNextPage endCursor } } }", "after",
        ["$after: String", "after: $after"]
      ),
      (
        "{ x(after: \"\") { nodes { id } pageInfo { hasNextPage endCursor } } }", "after",
        ["$after: String = \"\"", "after: $after"]
      ),
      // Both additions in one document.
      (
        "{ x(after: null) { nodes { id } } }", "after",
        ["pageInfo { hasNextPage endCursor }", "$after: String", "after: $after"]
      ),
      (
        "{ x(last: 9, before: null) { nodes { id } pageInfo { hasPreviousPage startCursor } } }", "before",
        ["$before: String", "before: $before"]
      ),
      ("{ x(nextToken: null) { items { id } nextToken } }", "after", ["$nextToken: String", "nextToken: $nextToken"]),
      ("{ x(in: {cursor: \"\"}) { items { id } cursor } }", "after", ["$cursor: String = \"\"", "cursor: $cursor"]),
      ("{ x(skip: null) { items { id } total } }", "offset", ["$skip: Int", "skip: $skip"]),
    ] as [(String, String, [String])])
  func writtenStart(query: String, key: String, added: [String]) throws {
    let plan = try CurrentPlan.make(paged(query)).current.plan
    #expect(plan.addition?.texts == added)
    let variable = added.last?.split(separator: "$").last.map(String.init)
    #expect(try list(of: query)[key]?.string == variable)
  }

  @Test("`find` turns the search off")
  func off() {
    var rules = ListRules()
    rules.finds = false
    #expect(throws: DocumentPlanError.self) { try list(of: "query ($s: Int) { x(skip: $s) { id } }", rules: rules) }
  }

  @Test("An object in a variable is proposed as a place")
  func object() {
    #expect { try list(of: "query ($p: PaginationArg) { x(pagination: $p) { data { id } } }") } throws: { error in
      (error as? DocumentPlanError)?.message.contains(#"as in {"page": "/p/page"}"#) ?? false
    }
  }

  @Test("A document whose fragments lead to very many places is refused soon")
  func hostile() {
    // Six to the twelfth power of places lead to the field, and none of them is one to page through.
    let levels = (0..<12).map { level in
      "fragment F\(level) on T { " + "abcdef".map { "\($0) { ...F\(level + 1) }" }.joined(separator: " ") + " }"
    }
    let last = "fragment F12 on T { x { nodes { y(offset: $o) { id } } pageInfo { total } } }"
    let query = "query ($o: Int) { ...F0 } \(levels.joined(separator: " ")) \(last)"
    var rules = ListRules()
    rules.type = .offset
    #expect(throws: DocumentPlanError.self) { try list(of: query, rules: rules) }
  }
}
