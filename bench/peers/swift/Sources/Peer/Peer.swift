import Glibc

/// What the Swift peers of the benchmark do alike: they read their command line, and print their line of results.
public struct Peer: Sendable {
  public private(set) var url = ""
  /// How many pages are loaded before the clock starts.
  public private(set) var held = 0
  /// How many pages there must be beside those.
  public private(set) var pages = 0
  /// How many items each of them must have.
  public private(set) var size = 100
  private let name: String

  /// Reads `--url U --pages N [--held N] [--size N]`; ends the process when that is not what it finds.
  public init(_ name: String, _ arguments: [String]) {
    self.name = name
    var rest = arguments.dropFirst()
    while let option = rest.popFirst() {
      guard let value = rest.popFirst() else { fail("\(option) takes a value") }
      switch (option, Int(value)) {
      case ("--url", _): url = value
      case ("--held", let number?): held = number
      case ("--pages", let number?): pages = number
      case ("--size", let number?): size = number
      default: fail("cannot use \(option) \(value)")
      }
    }
    guard !url.isEmpty, pages > 0, size > 0 else { fail("--url and --pages are needed") }
  }

  /// Says what is wrong and ends the process; a benchmark of wrong work is worth nothing.
  public func fail(_ message: String) -> Never {
    let line = Array("\(name): \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(EXIT_FAILURE)
  }

  /// Compares what was read before the clock started with the options.
  public func checkHeld(items: Int) {
    guard items == held * size else { fail("holds \(items) items, but there are \(held * size)") }
  }

  /// Prints the line of results, after checking pages and items against the options.
  public func report(pages: Int, items: Int, time: Duration) {
    guard pages == self.pages, items == self.pages * size else {
      fail("read \(pages) pages with \(items) items, but there are \(self.pages) with \(self.pages * size)")
    }
    let seconds = time / .seconds(1)
    print(
      #"{"name":"\#(name)","pages":\#(pages),"items":\#(items),"seconds":\#(seconds),"#
        + #""peak_rss_kb":\#(Self.peakMemory)}"#)
  }

  /// The largest amount of memory the process ever had, in kB, as Linux tells it; 0 when it does not.
  private static var peakMemory: Int {
    guard let status = fopen("/proc/self/status", "r") else { return 0 }
    defer { fclose(status) }
    var line = [CChar](repeating: 0, count: 256)
    while fgets(&line, CInt(line.count), status) != nil {
      let words = String(decoding: line.prefix { $0 != 0 }.map(UInt8.init(bitPattern:)), as: UTF8.self)
        .split(whereSeparator: \.isWhitespace)
      if words.first == "VmHWM:", words.count > 1 { return Int(words[1]) ?? 0 }
    }
    return 0
  }
}
