import Glibc

/// What every peer of the benchmark does: reads its command line, and prints its line of results.
struct Peer {
  private(set) var url = ""
  /// How many pages there must be.
  private(set) var pages = 0
  /// How many items each of them must have.
  private(set) var size = 100

  /// Reads `--url U --pages N [--size N]`; ends the process when that is not what it finds.
  init(_ arguments: [String]) {
    var rest = arguments.dropFirst()
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { Self.fail("\(name) takes a value") }
      switch (name, Int(value)) {
      case ("--url", _): url = value
      case ("--pages", let number?): pages = number
      case ("--size", let number?): size = number
      default: Self.fail("cannot use \(name) \(value)")
      }
    }
    guard !url.isEmpty, pages > 0 else { Self.fail("--url and --pages are needed") }
  }

  /// Says what is wrong and ends the process; a benchmark of wrong work is worth nothing.
  static func fail(_ message: String) -> Never {
    let line = Array("swiftpager_typed: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(EXIT_FAILURE)
  }

  /// Prints the line of results, after checking pages and items against the options.
  func report(pages: Int, items: Int, time: Duration) {
    guard pages == self.pages, items == self.pages * size else {
      Self.fail("read \(pages) pages with \(items) items, but there are \(self.pages) with \(self.pages * size)")
    }
    let seconds = time / .seconds(1)
    print(
      #"{"name":"swiftpager_typed","pages":\#(pages),"items":\#(items),"seconds":\#(seconds),"#
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
