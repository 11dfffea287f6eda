import Peer

/// swiftpager through its Swift face: what one more page costs if the pager holds many.
@main
enum Benchmark {
  static func main() async throws {
    let peer = Peer("swiftpager_held", CommandLine.arguments)
    guard peer.held > 0 else { peer.fail("--held is needed") }
    var walk = try HeldWalk(url: peer.url, size: peer.size)
    peer.checkHeld(items: try await walk.fetch() + walk.loadNext(peer.held - 1))

    let start = ContinuousClock.now
    let items = try await walk.loadNext(peer.pages)
    peer.report(pages: peer.pages, items: items, time: start.duration(to: .now))
  }
}
