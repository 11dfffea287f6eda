// swiftpager through its Swift face: loadAll into structs, all of which the peer keeps to the end. They are Decodable
// as the compiler writes it, or with --by-hand as an author writes it, or with --nodes they read themselves from the
// response. The client has a cache, as every client in Swift has; --past-cache does not use it.
import Peer
import SwiftPager

func walk<Query: ProductsOperation>(_ type: Query.Type, _ peer: Peer, _ policy: CachePolicy) async throws {
  let start = ContinuousClock.now
  let pager = try productsPager(type, url: peer.url, size: peer.size)
  try await pager.loadAll(cachePolicy: policy)

  for await update in pager.updates {
    let output = try update.get()
    let items = output.allData.map(Query.itemCount).reduce(0, +)
    peer.report(pages: output.allPages.count, items: items, time: start.duration(to: .now))
    break
  }
}

let arguments = CommandLine.arguments
let peer = Peer("swiftpager_typed", arguments.filter { !["--by-hand", "--nodes", "--past-cache"].contains($0) })
let policy: CachePolicy =
  arguments.contains("--past-cache") ? .fetchIgnoringCacheCompletely : .fetchIgnoringCacheData
if arguments.contains("--nodes") {
  try await walk(NodesQuery.self, peer, policy)
} else if arguments.contains("--by-hand") {
  try await walk(ByHandQuery.self, peer, policy)
} else {
  try await walk(ProductsQuery.self, peer, policy)
}
