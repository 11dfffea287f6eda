import SwiftPager

/// swiftpager through its Swift face: what one more page costs when many are held already.
@main
enum Benchmark {
  static func main() async throws {
    let options = Options(CommandLine.arguments)
    var walk = try HeldWalk(url: options.url, size: options.size)
    let held = try await walk.fetch() + walk.loadNext(options.held - 1)
    check(held, options.held * options.size)

    let start = ContinuousClock.now
    let items = try await walk.loadNext(options.pages)
    let seconds = start.duration(to: .now) / .seconds(1)
    check(items, options.pages * options.size)
    print(
      #"{"name":"swiftpager_held","pages":\#(options.pages),"items":\#(items),"seconds":\#(seconds),"#
        + #""peak_rss_kb":\#(peakMemory())}"#)
  }

  private static func check(_ items: Int, _ expected: Int) {
    guard items == expected else { Options.fail("read \(items) items, but there are \(expected)") }
  }
}
