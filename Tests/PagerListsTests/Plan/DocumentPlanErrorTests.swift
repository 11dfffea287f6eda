import PagerJSON
import PagerLists
import PagerSyntax
import Testing

@Suite("A document that cannot be paged is refused with the part at fault, what is wrong, and where")
struct DocumentPlanErrorTests {
  /// One refusal.
  struct Refusal: Sendable, CustomTestStringConvertible {
    var query: String
    var operationName: String?
    var variables: [String: JSONValue] = [:]
    var pagination: @Sendable (inout DocumentPagination) -> Void = { _ in }
    var part: String
    var message: String
    var position: SourcePosition?

    var testDescription: String { message }
  }

  private func check(_ refusal: Refusal) {
    let error = #expect(throws: DocumentPlanError.self) {
      try plan(
        refusal.query, operationName: refusal.operationName, variables: refusal.variables, refusal.pagination)
    }
    #expect(error?.part.description == refusal.part)
    #expect(error?.message == refusal.message)
    #expect(error?.position == refusal.position)
  }

  @Test(
    "The query",
    arguments: [
      Refusal(
        query: "query {\n  a {\n", part: "/query",
        message: "the query does not parse: expected a field or a fragment, "
          + "found the end of the document at line 3, column 1",
        position: SourcePosition(line: 3, column: 1)),
      Refusal(
        query: "fragment F on T { x }", part: "/query",
        message: "the document has no operation, only fragments: add a query"),
      Refusal(
        query: "mutation M { a { pageInfo { hasNextPage endCursor } } }", part: "/query",
        message: "mutation \"M\" cannot be paged: only a query can", position: SourcePosition(line: 1, column: 1)),
      Refusal(
        query: "{ a }\nsubscription S { a }", part: "/query",
        message: "the anonymous query at line 1, column 1 is not alone in the document: name every operation",
        position: SourcePosition(line: 1, column: 1)),
      Refusal(
        query: "query A { a } query B { a }", part: "/operation_name",
        message: "the document has 2 operations: name the one to run: "
          + "query \"A\" at line 1, column 1, query \"B\" at line 1, column 15"),
      Refusal(
        query: "query A { a }", operationName: "C", part: "/operation_name",
        message: "the document has no operation \"C\": it has query \"A\" at line 1, column 1"),
      Refusal(
        query: "{ a { ...F } }", part: "/query",
        message: "the fragment \"F\" spread at line 1, column 7 is not in the document: it has no fragments",
        position: SourcePosition(line: 1, column: 7)),
      Refusal(
        query: "{ a { ...F } } fragment F on X { ...F }", part: "/query",
        message: "fragments must not spread themselves, but \"F\" → \"F\" does, "
          + "through the spread at line 1, column 34",
        position: SourcePosition(line: 1, column: 34)),
    ])
  func query(refusal: Refusal) {
    check(refusal)
  }

  @Test(
    "The connection",
    arguments: [
      Refusal(
        query: "query Q { a { b } }", part: "/query",
        message: "no connection in query \"Q\": no field, also through aliases and fragments, has \"pageInfo\" "
          + "in its selection; select pageInfo { hasNextPage endCursor } in the field to page through; if "
          + "requests name an offset or a page number, set \"type\": \"offset\" in `pagination`",
        position: SourcePosition(line: 1, column: 1)),
      Refusal(
        query: "{ a { pageInfo { x } } b { pageInfo { x } } }", part: "/query",
        message: "the anonymous query has 2 connections: name the one to page through: "
          + "\"/a\" at line 1, column 3, \"/b\" at line 1, column 24; name one of them as `pagination.connection`",
        position: SourcePosition(line: 1, column: 3)),
      Refusal(
        query: "{ a { pageInfo { x } } }", pagination: { $0.connection = .path("b") }, part: "/pagination/connection",
        message: "the anonymous query selects nothing at \"/b\"; it has the connection \"/a\" at line 1, column 3",
        position: SourcePosition(line: 1, column: 1)),
      Refusal(
        query: "{ a { pageInfo { x } nodes { b { pageInfo { x } } } } }",
        pagination: { $0.connection = .path("a", "nodes", "b") }, part: "/pagination/connection",
        message: "the connection \"/a/nodes/b\" at line 1, column 30 cannot be paged: it is repeated for every item of "
          + "\"/a\"; page through \"/a\" at line 1, column 3, or through the connection of one item, as in "
          + "\"/a/nodes/0/b\"",
        position: SourcePosition(line: 1, column: 30)),
      Refusal(
        query: "query ($a: String) { a(after: $a) { pageInfo { endCursor } } }", part: "/query",
        message: "the page info of the connection \"/a\" at line 1, column 22 does not select `hasNextPage`: add it",
        position: SourcePosition(line: 1, column: 22)),
      Refusal(
        query: "query ($page: Int) { a(page: $page) { pageInfo { total } } }", part: "/query",
        message: "the page info of the connection \"/a\" at line 1, column 22 does not select `hasNextPage`: add it; "
          + "if requests name an offset or a page number, set \"type\": \"offset\" in `pagination`",
        position: SourcePosition(line: 1, column: 22)),
      Refusal(
        query: "query ($a: String) { a(after: $a) { pageInfo { hasNextPage } } }", part: "/query",
        message: "the page info of the connection \"/a\" at line 1, column 22 does not select `endCursor`: add it; "
          + "if requests name an offset or a page number, set \"type\": \"offset\" in `pagination`",
        position: SourcePosition(line: 1, column: 22)),
    ])
  func connection(refusal: Refusal) {
    check(refusal)
  }

  @Test(
    "The cursor's variable",
    arguments: [
      Refusal(
        query: "{ a { pageInfo { hasNextPage endCursor } } }", part: "/query",
        message: "the connection \"/a\" at line 1, column 3 has no argument `after`: add `after: $after`, "
          + "or name the variable that takes the cursor as `pagination.after`",
        position: SourcePosition(line: 1, column: 3)),
      Refusal(
        query: "{ a(after: \"K1\") { pageInfo { hasNextPage endCursor } } }", part: "/query",
        message: "the argument `after` of the connection \"/a\" at line 1, column 3 is fixed in the document: "
          + "make it a variable, as in `after: $after`",
        position: SourcePosition(line: 1, column: 5)),
      Refusal(
        query: "query Q($a: String) { a(after: $a) { pageInfo { hasNextPage endCursor } } }",
        pagination: { $0.after = "b" }, part: "/pagination/after",
        message: "query \"Q\" declares no variable `$b`; it has $a", position: SourcePosition(line: 1, column: 1)),
    ])
  func cursorVariable(refusal: Refusal) {
    check(refusal)
  }

  @Test(
    "A description of unusual names that is not whole",
    arguments: [
      Refusal(
        query: unusualQuery,
        pagination: {
          $0.describeUnusual()
          $0.hasNextPage = nil
        },
        part: "/pagination/has_next_page",
        message: "`has_next_page` is missing: a config with `page_info` needs it"),
      Refusal(
        query: unusualQuery,
        pagination: {
          $0.describeUnusual()
          $0.endCursor = nil
        },
        part: "/pagination/end_cursor", message: "`end_cursor` is missing: a config with `page_info` needs it"),
      Refusal(
        query: unusualQuery,
        pagination: {
          $0.describeUnusual()
          $0.after = nil
        },
        part: "/pagination/after", message: "name the variable that takes the cursor as `after`"),
      Refusal(
        query: unusualQuery,
        pagination: {
          $0.describeUnusual()
          $0.pageInfo = nil
        },
        part: "/pagination/connection",
        message: "no connection in the anonymous query: no field, also through aliases and fragments, has \"pageInfo\" "
          + "in its selection; select pageInfo { hasNextPage endCursor } in the field to page through; if "
          + "requests name an offset or a page number, set \"type\": \"offset\" in `pagination`",
        position: SourcePosition(line: 1, column: 1)),
      // Not the document is at fault here, and to select `pageInfo` is not what helps.
      Refusal(
        query: unusualQuery,
        pagination: {
          $0.describeUnusual()
          $0.connection = nil
        },
        part: "/pagination/page_info", message: "`connection` is missing: a config with `page_info` needs it"),
    ])
  func unusualNames(refusal: Refusal) {
    check(refusal)
  }

  @Test(
    "The variables",
    arguments: [
      Refusal(
        query: shopQuery, variables: ["first": 2, "lsat": 3], part: "/variables/lsat",
        message: "query \"Products\" declares no variable `$lsat`; it has $first, $after"),
      Refusal(
        query: shopQuery, variables: ["first": 2, "a/b": 3], part: "/variables/a~1b",
        message: "query \"Products\" declares no variable `$a/b`; it has $first, $after"),
      Refusal(
        query: shopQuery, part: "/variables", message: "the variable `$first` of type Int! has no value",
        position: SourcePosition(line: 1, column: 16)),
      Refusal(
        query: shopQuery, variables: ["first": .null], part: "/variables",
        message: "the variable `$first` of type Int! has no value", position: SourcePosition(line: 1, column: 16)),
      Refusal(
        query: "query ($a: String, $n: Int! = 3) { list(after: $a) { pageInfo { hasNextPage endCursor } } }",
        variables: ["n": .null], part: "/variables", message: "the variable `$n` of type Int! has no value",
        position: SourcePosition(line: 1, column: 20)),
      Refusal(
        query: "query ($a: String!) { list(after: $a) { pageInfo { hasNextPage endCursor } } }", part: "/variables",
        message: "the variable `$a` of type String! has no value, and the first page has no cursor: "
          + "declare it without `!`",
        position: SourcePosition(line: 1, column: 8)),
    ])
  func variables(refusal: Refusal) {
    check(refusal)
  }
}
