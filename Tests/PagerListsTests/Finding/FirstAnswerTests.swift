import PagerBytes
import PagerClient
import PagerEngine
import PagerJSON
import PagerState
import PagerTransport
import TestSupport
import Testing

@testable import PagerLists

/// How the first answer completes what the document shows of a list.
@Suite("The first answer shows which field has the items")
struct FirstAnswerTests {
  private static let query = """
    query ($o: Int, $n: Int) { x(offset: $o, limit: $n) { rows { id } tags pages total hasMore } }
    """

  /// A pager's reader, and what it knows of the list.
  private struct Scene {
    let plan: CurrentPlan
    let reader: DocumentPageReader

    init(
      _ query: String = FirstAnswerTests.query, rules: ListRules = ListRules(),
      _ change: (inout DocumentPagination) -> Void = { _ in }
    ) throws {
      plan = try CurrentPlan.make(paged(query, variables: query.contains("$n: Int)") ? ["n": 2] : [:], change), rules)
      reader = DocumentPageReader(responses: ResponseReader(), plan: plan)
    }

    @discardableResult
    func read(_ list: String) throws -> ConnectionPage {
      let response = TransportResponse(
        status: 200, body: ReceivedBytes.copying(#"{"data": {"x": \#(list)}}"#.utf8), contentType: "application/json")
      return ConnectionPage.open(try reader.page(in: Answer(response), to: plan.opening.plan.initialRequest))
    }

    /// The keys that are not null.
    var list: [String: JSONValue] {
      (plan.current.plan.description.object ?? [:]).filter { !$0.value.isNull }
    }
  }

  @Test("An object has one array, and the signs of its selection stay")
  func object() throws {
    let scene = try Scene()
    #expect(scene.list["items"] == nil)
    try scene.read(#"{"rows": [{"id": 1}], "tags": null, "hasMore": true, "total": 9}"#)
    #expect(scene.list["items"] == "/rows" && scene.list["has_more"] == "/hasMore" && scene.list["total"] == "/total")
  }

  @Test("In an array the names of signs are names of the items' fields")
  func array() throws {
    let scene = try Scene("query ($o: Int) { x(offset: $o) { id total hasMore pages } }")
    #expect(scene.list["has_more"] == "/hasMore")
    let page = try scene.read(#"[{"id": 1, "total": 1, "hasMore": false, "pages": 300}]"#)
    #expect(page.itemCount == 1 && page.facts.next != .closed)
    #expect(scene.list["items"] == "" && scene.list["has_more"] == nil && scene.list["total"] == nil)
    #expect(scene.list["end"] == "empty_page")
  }

  @Test("An answer with null in the place of the list, or without an array, decides nothing")
  func nothing() throws {
    let scene = try Scene()
    try scene.read("null")
    #expect(scene.list["items"] == nil)
    try scene.read(#"{"rows": [], "tags": null, "hasMore": false}"#)
    #expect(scene.list["items"] == "/rows")
  }

  @Test("Two arrays are an error that names both, unless they are nodes and edges")
  func twoArrays() throws {
    #expect { try Scene().read(#"{"rows": [], "tags": ["a"], "hasMore": false}"#) } throws: { error in
      guard case .badResponse(let message, _)? = error as? ClientError else { return false }
      return message.contains("/data/x/rows and /data/x/tags") && message.contains(#"{"items": "/rows"}"#)
    }
    let named = try Scene { $0.items = .path("tags") }
    try named.read(#"{"rows": [], "tags": ["a"], "hasMore": false}"#)
    #expect(named.list["items"] == "/tags")
    let connection = try Scene("query ($o: Int) { x(skip: $o) { edges { node { id } } nodes { id } totalCount } }")
    try connection.read(#"{"edges": [], "nodes": [], "totalCount": 3}"#)
    #expect(connection.list["items"] == "/nodes")
  }

  @Test("A total of the page itself does not end the list", arguments: [2, 1])
  func totalOfPage(total: Int) throws {
    let scene = try Scene("query ($o: Int) { x(offset: $o) { rows { id } count } }")
    let page = try scene.read(#"{"rows": [{"id": 1}, {"id": 2}], "count": \#(total)}"#)
    #expect(scene.list["total"] == nil && scene.list["end"] == "empty_page")
    #expect(page.facts.next != .closed)
  }

  @Test("A larger total ends the list, and a page count that is not a number counts for nothing")
  func total() throws {
    let scene = try Scene("query ($p: Int) { x(page: $p) { rows { id } count info { pages } } }")
    let page = try scene.read(#"{"rows": [{"id": 1}, {"id": 2}], "count": 3, "info": {"pages": "many"}}"#)
    #expect(scene.list["total"] == "/count" && scene.list["page_count"] == nil && scene.list["end"] == nil)
    #expect(page.facts.next != .closed && page.facts.total == 3)
  }

  @Test("Several requests at once need a total or a page count, and the first answer shows it")
  func concurrency() throws {
    var rules = ListRules()
    rules.concurrency = 4
    try Scene(rules: rules).read(#"{"rows": [{"id": 1}], "total": 9, "hasMore": true}"#)
    #expect { try Scene("query ($o: Int) { x(offset: $o) { id } }", rules: rules).read("[]") } throws: { error in
      (error as? DocumentPlanError)?.message.contains("to request pages at once") ?? false
    }
  }

  @Test("A token keeps what was found, and the resumed list does not look for it again")
  func kept() throws {
    let scene = try Scene()
    let before = try scene.plan.current.plan.resumeToken(for: .beginning, at: "http://x/")
    #expect(try ListToken(.string(before)).found == nil)
    try scene.read(#"{"rows": [{"id": 1}], "tags": null, "hasMore": true, "total": 9}"#)
    let token = try scene.plan.current.plan.resumeToken(for: .beginning, at: "http://x/")
    let kept = try #require(try ListToken(.string(token)).found)
    let again = try CurrentPlan.make(paged(Self.query, variables: ["n": 2]), kept: kept)
    #expect(again.opening.plan.description == scene.plan.current.plan.description)
    #expect(again.opening.plan.identity == scene.plan.opening.plan.identity)
    let written = try again.current.plan.resumeToken(for: .beginning, at: "http://x/")
    #expect(try ListToken(.string(written)).found == kept)
  }

  @Test("A connection has the items of its one array, and may have none")
  func connection() throws {
    let query = """
      query ($a: ID) { x(after: $a) { rows { id } owner { id } pageInfo { hasNextPage endCursor } } }
      """
    let scene = try Scene(query)
    let page = try scene.read(
      #"{"rows": [{"id": 1}], "owner": {"id": 2}, "pageInfo": {"hasNextPage": true, "endCursor": "c"}}"#)
    #expect(page.itemCount == 1 && scene.list["items"] == "/rows")
    let without = try Scene(query)
    try without.read(#"{"rows": null, "owner": {"id": 2}, "pageInfo": {"hasNextPage": true, "endCursor": "c"}}"#)
    #expect(without.plan.isPending(.first))
    try without.read(#"{"rows": {}, "owner": {"id": 2}, "pageInfo": {"hasNextPage": true, "endCursor": "c"}}"#)
    #expect(!without.plan.isPending(.first) && without.list["items"] == nil)
  }

  @Test("An answer decides nothing of a connection with nodes, or if the config says that no list is looked for")
  func decided() throws {
    let info = #""pageInfo": {"hasNextPage": true, "endCursor": "c"}"#
    let nodes = try Scene(
      "query ($a: ID) { x(after: $a) { nodes { id } facets { id } pageInfo { hasNextPage endCursor } } }")
    #expect(!nodes.plan.isPending(.first))
    let page = try nodes.read(#"{"nodes": [{"id": 1}, {"id": 2}], "facets": [{"id": 3}], \#(info)}"#)
    #expect(page.itemCount == 2)
    var rules = ListRules()
    rules.finds = false
    let rows = try Scene(
      "query ($a: ID) { x(after: $a) { rows { id } pageInfo { hasNextPage endCursor } } }", rules: rules)
    #expect(!rows.plan.isPending(.first))
    #expect(try rows.read(#"{"rows": [{"id": 1}], \#(info)}"#).itemCount == 0 && rows.list["items"] == nil)
  }

  @Test("An error of a completed query has that query")
  func completedQuery() {
    #expect { try Scene("query ($n: Int!) { x(first: 2, by: $n) { nodes { id } } }") } throws: { error in
      (error as? DocumentPlanError)?.message.contains("as the library completed it: query (") ?? false
    }
  }
}
