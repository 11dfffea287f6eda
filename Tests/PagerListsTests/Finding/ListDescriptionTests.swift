import PagerJSON
import PagerLists
import Testing

@Suite("A pager says which list it reads, before the first request")
struct ListDescriptionTests {
  private static let keys: Set<String> = [
    "type", "direction", "connection", "items", "page_info", "has_next_page", "end_cursor", "has_previous_page",
    "start_cursor", "after", "first", "before", "last", "offset", "page", "limit", "total", "page_count", "has_more",
    "key", "end", "cursor", "next_query", "found_by",
  ]

  /// The names that are not null.
  private func names(_ plan: DocumentPlan) throws -> JSONValue {
    let all = try #require(plan.description.object)
    #expect(Set(all.keys) == Self.keys)
    return .object(all.filter { !$0.value.isNull })
  }

  struct List: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let query: String
    var rules = ListRules()
    var change: @Sendable (inout DocumentPagination) -> Void = { _ in }
    let names: JSONValue

    init(
      _ testDescription: String, _ query: String, direction: ListDirection? = nil, type: ListType? = nil,
      _ change: @escaping @Sendable (inout DocumentPagination) -> Void = { _ in }, names: JSONValue
    ) {
      (self.testDescription, self.query, self.change, self.names) = (testDescription, query, change, names)
      (rules.direction, rules.type) = (direction, type)
    }
  }

  private static func query(_ declared: String, _ arguments: String, _ selection: String) -> String {
    "query (\(declared)) { shop { goods: items(\(arguments)) { \(selection) } } }"
  }

  private static let next = "hasNextPage endCursor"
  private static let previous = "hasPreviousPage startCursor"
  private static let bothWays = query(
    "$n: Int, $a: ID, $b: ID", "first: $n, last: $n, after: $a, before: $b",
    "nodes { id } pageInfo { \(next) \(previous) }")
  private static let goods: @Sendable (inout DocumentPagination) -> Void = { $0.connection = .path("shop", "goods") }

  private static let lists = [
    List(
      "forward",
      query("$n: Int, $c: String", "first: $n, after: $c", "edges { node { id } } pageInfo { \(next) }"),
      names: [
        "type": "cursor", "direction": "forward", "connection": "/shop/goods", "items": "/edges",
        "page_info": "/pageInfo", "has_next_page": "/hasNextPage", "end_cursor": "/endCursor", "after": "c",
        "first": "n",
      ]),
    List(
      "reverse",
      query("$n: Int, $c: String", "last: $n, before: $c", "edges { x } nodes { id } pageInfo { \(next) \(previous) }"),
      names: [
        "type": "cursor", "direction": "reverse", "connection": "/shop/goods", "items": "/nodes",
        "page_info": "/pageInfo", "has_previous_page": "/hasPreviousPage", "start_cursor": "/startCursor",
        "before": "c", "last": "n",
      ]),
    List(
      "bidirectional", bothWays,
      names: [
        "type": "cursor", "direction": "bidirectional", "connection": "/shop/goods", "items": "/nodes",
        "page_info": "/pageInfo", "has_next_page": "/hasNextPage", "end_cursor": "/endCursor",
        "has_previous_page": "/hasPreviousPage", "start_cursor": "/startCursor", "after": "a", "before": "b",
        "first": "n", "last": "n",
      ]),
    List(
      "one direction of two", bothWays, direction: .forward,
      names: [
        "type": "cursor", "direction": "forward", "connection": "/shop/goods", "items": "/nodes",
        "page_info": "/pageInfo", "has_next_page": "/hasNextPage", "end_cursor": "/endCursor", "after": "a",
        "first": "n",
      ]),
    List(
      "names of its own, and a fixed size",
      "query ($from: Int) { list(first: 5, from: $from) { rows { id } pager { more next } } }",
      {
        ($0.connection, $0.items, $0.pageInfo) = (.path("list"), .path("rows"), .path("pager"))
        ($0.hasNextPage, $0.endCursor, $0.after) = (.path("more"), .path("next"), "from")
      },
      names: [
        "type": "cursor", "direction": "forward", "connection": "/list", "items": "/rows", "page_info": "/pager",
        "has_next_page": "/more", "end_cursor": "/next", "after": "from",
      ]),
    List(
      "keyset", query("$w: Filter, $n: Int", "where: $w, limit: $n", "items { id at } more"),
      {
        goods(&$0)
        ($0.key, $0.afterPlaces, $0.hasMore) = ([.path("at"), .path("id")], ["/w/at", "/w/id"], .path("more"))
      },
      names: [
        "type": "keyset", "direction": "forward", "connection": "/shop/goods", "items": "/items",
        "key": ["/at", "/id"], "after": ["/w/at", "/w/id"], "limit": "n", "has_more": "/more",
      ]),
    List(
      "offset", query("$o: Int, $n: Int", "offset: $o, limit: $n", "items { id } info { total more }"),
      {
        goods(&$0)
        ($0.total, $0.hasMore) = (.path("info", "total"), .path("info", "more"))
      },
      names: [
        "type": "offset", "direction": "forward", "connection": "/shop/goods", "items": "/items", "offset": "o",
        "limit": "n", "total": "/info/total", "has_more": "/info/more",
      ]),
    List(
      "page numbers", query("$p: Int", "page: $p, size: 7", "rows { id } pages"),
      {
        goods(&$0)
        ($0.items, $0.pageCount) = (.path("rows"), .path("pages"))
      },
      names: [
        "type": "offset", "direction": "forward", "connection": "/shop/goods", "items": "/rows", "page": "p",
        "page_count": "/pages",
      ]),
    List(
      "an array", query("$o: Int, $size: Int", "offset: $o, limit: $size", "id"), type: .offset, goods,
      names: [
        "type": "offset", "direction": "forward", "connection": "/shop/goods", "items": "", "offset": "o",
        "limit": "size", "end": "empty_page",
      ]),
  ]

  @Test("By the names that its config has, or that the document shows", arguments: lists)
  func names(list: List) throws {
    #expect(try names(try plan(list.query, rules: list.rules, list.change)) == list.names)
  }

  @Test("Two queries have names of their own")
  func twoQueries() throws {
    let cursors: JSONValue = [
      "connection": "/shop/goods", "items": "/edges", "page_info": "/pageInfo", "has_next_page": "/hasNextPage",
      "end_cursor": "/endCursor",
    ]
    let opening = "{ shop { goods: items { edges { node { id } } pageInfo { \(Self.next) } } } }"
    var list = try #require(
      try names(try plan(opening, further: paged(Self.lists[0].query, variables: ["n": 5]))).object)
    let further = try #require(list.removeValue(forKey: "next_query")?.object).filter { !$0.value.isNull }
    #expect(further == cursors.object?.merging(["after": "c", "first": "n"]) { $1 })
    #expect(list == cursors.object?.merging(["type": "cursor", "direction": "forward"]) { $1 })

    var rules = ListRules()
    rules.type = .offset
    let rest = paged("query ($page: Int) { rest(page: $page) { items { id } } }") { $0.connection = .path("rest") }
    var offsets = try #require(
      try names(try plan("{ list { items { id } } }", further: rest, rules: rules) { $0.connection = .path("list") })
        .object)
    let numbers = try #require(offsets.removeValue(forKey: "next_query")?.object).filter { !$0.value.isNull }
    #expect(numbers == ["connection": "/rest", "items": "/items", "page": "page", "end": "empty_page"])
    #expect(
      offsets == [
        "type": "offset", "direction": "forward", "connection": "/list", "items": "/items", "end": "empty_page",
      ])
  }

  @Test("What a function of the host finds is not known", arguments: [false, true])
  func hooks(resolves: Bool) throws {
    let document = paged(Self.lists[0].query) { ($0.connection, $0.items) = (.path("shop", "goods"), .path("edges")) }
    let plan = try DocumentPlan(readByHook: document, resolves: resolves)
    let known: [String: JSONValue] = ["connection": "/shop/goods", "items": "/edges"]
    let direction: [String: JSONValue] = ["direction": "forward", "after": "c", "first": "n"]
    #expect(try names(plan) == .object(resolves ? known : known.merging(direction) { $1 }))
  }
}
