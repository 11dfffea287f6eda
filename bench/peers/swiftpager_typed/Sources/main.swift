// swiftpager through its Swift face: loadAll into Decodable structs, all of which are kept to the end.
import SwiftPager

let peer = Peer(CommandLine.arguments)
let start = ContinuousClock.now

let client = try GraphQLClient(endpoint: peer.url)
let size = peer.size
let pager = AsyncGraphQLQueryPager(
  client: client,
  initialQuery: ProductsQuery(first: size, after: .none),
  extractPageInfo: { data in
    CursorBasedPagination.Forward(
      hasNext: data.products.pageInfo.hasNextPage, endCursor: data.products.pageInfo.endCursor)
  },
  pageResolver: { page, direction in
    direction == .next ? ProductsQuery(first: size, after: page.endCursor ?? .none) : nil
  })
try await pager.loadAll()

for await update in pager.updates {
  let output = try update.get()
  let items = output.allData.map(\.products.edges.count).reduce(0, +)
  peer.report(pages: output.allPages.count, items: items, time: start.duration(to: .now))
  break
}
