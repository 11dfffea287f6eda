// swiftpager through its Swift face: loadAll into Decodable structs, all of which are kept to the end.
import Peer
import SwiftPager

let peer = Peer("swiftpager_typed", CommandLine.arguments)
let start = ContinuousClock.now

let pager = try productsPager(url: peer.url, size: peer.size)
try await pager.loadAll()

for await update in pager.updates {
  let output = try update.get()
  let items = output.allData.map(\.products.edges.count).reduce(0, +)
  peer.report(pages: output.allPages.count, items: items, time: start.duration(to: .now))
  break
}
