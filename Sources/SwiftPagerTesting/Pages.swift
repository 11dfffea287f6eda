public import PagerJSON
public import SwiftPager

extension JSONValue {
  /// One page of a connection, as a server sends it: `nodes`, `edges` with the same nodes, and `pageInfo`.
  ///
  /// - Parameters:
  ///   - nodes: the items of the page.
  ///   - endCursor: leads to the page after it; nil: it is the last page.
  ///   - startCursor: leads to the page before it; nil: it is the first page.
  public static func connection(
    nodes: [JSONValue], endCursor: String? = nil, startCursor: String? = nil
  ) -> JSONValue {
    [
      "nodes": .array(nodes),
      "edges": .array(nodes.map { ["node": $0] }),
      "pageInfo": [
        "hasNextPage": .bool(endCursor != nil), "endCursor": endCursor.map(JSONValue.string) ?? .null,
        "hasPreviousPage": .bool(startCursor != nil), "startCursor": startCursor.map(JSONValue.string) ?? .null,
      ],
    ]
  }

  /// All pages of a connection with a number of nodes on each page, as a server sends them.
  ///
  /// Page n, counted from 1, leads to the next page with the cursor `"n"`.
  public static func connections(of nodes: [JSONValue], pageSize: Int) -> [JSONValue] {
    let size = max(pageSize, 1)
    let starts = Array(stride(from: 0, to: max(nodes.count, 1), by: size))
    return starts.enumerated().map { index, start in
      .connection(
        nodes: Array(nodes.dropFirst(start).prefix(size)),
        endCursor: index + 1 < starts.count ? "\(index + 1)" : nil, startCursor: index > 0 ? "\(index - 1)" : nil)
    }
  }
}

extension PaginationOutput {
  /// An output of pages with data, as a pager sends it: for previews and for the tests of views.
  ///
  /// - Parameters:
  ///   - previous: the data of the pages before the initial one, in the order of the list.
  ///   - initial: the data of the page that the list began with.
  ///   - next: the data of the pages after it, in the order of the list. The last page was updated.
  public static func pages(
    previous: [PaginatedQuery.Data] = [], initial: InitialQuery.Data, next: [PaginatedQuery.Data] = []
  ) -> PaginationOutput {
    let nextPages = next.map { GraphQLResponse<PaginatedQuery>(data: $0) }
    let initialPage = GraphQLResponse<InitialQuery>(data: initial)
    return PaginationOutput(
      previousPages: previous.map { GraphQLResponse(data: $0) }, initialPage: initialPage, nextPages: nextPages,
      lastUpdatedPage: nextPages.last.map(Page.paginated) ?? .initial(initialPage))
  }
}
