// Walks the products of the demo server:
//
//     swift run walk http://127.0.0.1:8080/graphql
import SwiftPager

@main
struct Walk {
  static func main() async {
    guard CommandLine.arguments.count == 2 else {
      print("usage: walk ENDPOINT, for example http://127.0.0.1:8080/graphql")
      return
    }
    do {
      let client = try GraphQLClient(endpoint: CommandLine.arguments[1])
      let printer = await load(with: client)
      // The pager was released when the function returned, so its updates end, and this waits until all are printed.
      await printer.value
      await client.shutdown()
    } catch {
      print("No client: \(error).")
    }
  }

  /// Loads the whole list, first page by page and then all at once. Returns the task that prints the updates.
  private static func load(with client: GraphQLClient) async -> Task<Void, Never> {
    // A pager needs the first page's query, a way to find the page info in a page, and the next page's query.
    // With `pageTransform`, its outputs are lists of products; without it, they would be all pages.
    let pager = AsyncGraphQLQueryPager<[Product]>(
      client: client,
      initialQuery: ProductsQuery(first: 50, after: .none),
      extractPageInfo: { (data: ProductsQuery.Data) -> CursorBasedPagination.Forward in
        let info: ProductsQuery.Data.Products.PageInfo = data.products.pageInfo
        return CursorBasedPagination.Forward(hasNext: info.hasNextPage, endCursor: info.endCursor)
      },
      pageResolver: { (info: CursorBasedPagination.Forward, direction: PaginationDirection) -> ProductsQuery? in
        guard direction == .next else { return nil }
        return ProductsQuery(first: 50, after: info.endCursor ?? .none)
      },
      pageTransform: { (data: ProductsQuery.Data) -> [Product] in data.products.nodes })

    // Every new state of the list arrives here, and so does every failure of the network and the server.
    let printer = Task { [updates = pager.updates] in
      for await update in updates { show(update) }
    }

    await pager.fetch()
    // Calls throw only if the state of the list does not allow them.
    do {
      if await pager.canLoadNext {
        try await pager.loadNext()
        // Continues after the loaded pages, up to the end. There is one update, after the last page.
        try await pager.loadAll(fetchFromInitialPage: false)
      }
      try await pager.loadNext()
    } catch {
      print("No next page: \(error).")
    }
    return printer
  }

  private static func show(_ update: Result<[Product], any Error>) {
    switch update {
    case .success(let products):
      let last = products.last.map { "; the last one is \($0.name) at \($0.price)" } ?? ""
      print("\(products.count) products\(last)")
    case .failure(let error):
      print("Failed: \(error)")
    }
  }
}
