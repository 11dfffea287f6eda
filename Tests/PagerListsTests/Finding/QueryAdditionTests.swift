import Testing

@testable import PagerLists

@Suite("What a server refuses of an addition is told with the query to write")
struct QueryAdditionTests {
  private let addition = QueryAddition(
    ["$after: String", "after: $after", "pageInfo { hasNextPage endCursor }"], to: "{ list { nodes { id } } }",
    query: "query ($after: String) { list(after: $after) { pageInfo { hasNextPage endCursor } nodes { id } } }")

  @Test(
    "The server's type is in the query",
    arguments: [
      // graphql-js, graphql-core, gqlgen and Juniper; then graphql-java, graphql-ruby, Sangria, Absinthe, Hasura.
      #"Variable "$after" of type "String" used in position expecting type "Cursor"."#,
      "Validation error (VariableTypeMismatch@[list]) : Variable '$after' type 'String' does not match 'Cursor'",
      "Type mismatch on variable $after and argument after (String / Cursor)",
      "Variable '$after' of type 'String' used in position expecting type 'Cursor'. (line 1)",
      "In argument `$after`: expected type `Cursor`, found `String`",
      "variable 'after' is declared as 'String', but used where 'Cursor' is expected",
    ])
  func types(message: String) throws {
    let advice = try #require(addition.advice(after: ["another error", message]))
    #expect(advice.contains("write `query ($after: Cursor) { list(after: $after)"))
    #expect(advice.contains("to the query `{ list { nodes { id } } }`"))
  }

  @Test(
    "A field or an argument that the server does not know",
    arguments: [
      #"Unknown argument "after" on field "Query.list"."#, "Field 'list' doesn't accept argument 'after'",
      #"Cannot query field "endCursor" on type "PageInfo"."#, "Field 'pageInfo' doesn't exist on type 'List'",
      "The argument `after` does not exist.",
    ])
  func names(message: String) throws {
    let advice = try #require(addition.advice(after: [message]))
    #expect(advice.contains("`$after: String`, `after: $after`, `pageInfo { hasNextPage endCursor }`"))
    #expect(advice.contains("to the query `{ list { nodes { id } } }`"))
    #expect(advice.contains(#"name that, as in {"after": "cursor"} in `pagination`, or set "complete_query": false"#))
  }

  @Test("Other errors stay as they are", arguments: ["try again after 5 s", "You must log in.", ""])
  func others(message: String) {
    #expect(addition.advice(after: [message]) == nil)
  }
}
