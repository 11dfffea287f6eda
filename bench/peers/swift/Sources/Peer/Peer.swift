import Glibc

/// What the Swift peers of the benchmark share: their command line, and the line of results.
public struct Peer: Sendable {
  public private(set) var url = ""
  /// The number of pages to load before the clock starts.
  public private(set) var held = 0
  /// The number of further pages that there must be.
  public private(set) var pages = 0
  /// The number of items that each page must have.
  public private(set) var size = 100
  private let name: String

  /// Reads `--url U --pages N [--held N] [--size N]`; ends the process if an argument is wrong.
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

  /// Says what is wrong and ends the process: the figures of wrong work are worth nothing.
  public func fail(_ message: String) -> Never {
    let line = Array("\(name): \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(EXIT_FAILURE)
  }

  /// Checks the pages from before the clock started against the options.
  public func checkHeld(items: Int) {
    guard items == held * size else { fail("holds \(items) items, but there are \(held * size)") }
  }

  /// Checks pages and items against the options, and prints the line of results.
  public func report(pages: Int, items: Int, time: Duration) {
    guard pages == self.pages, items == self.pages * size else {
      fail("read \(pages) pages with \(items) items, but there are \(self.pages) with \(self.pages * size)")
    }
    let seconds = time / .seconds(1)
    print(
      #"{"name":"\#(name)","pages":\#(pages),"items":\#(items),"seconds":\#(seconds),"#
        + #""peak_rss_kb":\#(Self.peakMemory)}"#)
  }

  /// The largest amount of memory that the process ever had, in kB; 0 if Linux does not say it.
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
