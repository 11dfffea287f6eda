import PagerJSON
import PagerLists
import PagerState
import Testing

/// A plan of a query; what a test does not care about is left out.
func plan(
  _ query: String, operationName: String? = nil, variables: [String: JSONValue] = [:], further: PagedDocument? = nil,
  rules: ListRules = ListRules(), _ change: (inout DocumentPagination) -> Void = { _ in }
) throws(DocumentPlanError) -> DocumentPlan {
  let document = paged(query, operationName: operationName, variables: variables, change)
  return try DocumentPlan(document, further: further, rules)
}

/// A document of a list, as a config gives it.
func paged(
  _ query: String, operationName: String? = nil, variables: [String: JSONValue] = [:],
  _ change: (inout DocumentPagination) -> Void = { _ in }
) -> PagedDocument {
  var pagination = DocumentPagination()
  change(&pagination)
  var written: [String: RawJSON] = [:]
  for (name, value) in variables {
    do {
      written[name] = try RawJSON(value)
    } catch {
      Issue.record(error)
    }
  }
  return PagedDocument(query: query, operationName: operationName, variables: written, pagination: pagination)
}

extension CursorShape {
  convenience init(pageInfo: JSONPointer, next: End? = nil, previous: End? = nil) {
    var ends: [ListEnd: End] = [:]
    (ends[.next], ends[.previous]) = (next, previous)
    self.init(pageInfo: pageInfo, ends)
  }
}

extension QueryPlan {
  /// How a list of cursors continues; nil for other kinds.
  var cursors: CursorShape? { if case .cursor(let list) = kind { list } else { nil } }
}

extension JSONPointer {
  /// The pointer that takes these steps.
  static func path(_ tokens: String...) -> JSONPointer { JSONPointer(tokens: tokens) }
}

/// A plain Relay connection.
let shopQuery = """
  query Products($first: Int!, $after: String) {
    shop { products(first: $first, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }
  }
  """

/// A list with names of its own, which nothing in the document tells.
let unusualQuery = "query ($from: String) { goods(from: $from) { rows { id } paging { more cursor } } }"

extension DocumentPagination {
  /// What `unusualQuery` needs to be said of it.
  mutating func describeUnusual() {
    connection = .path("goods")
    pageInfo = .path("paging")
    items = .path("rows")
    hasNextPage = .path("more")
    endCursor = .path("cursor")
    after = "from"
  }
}
