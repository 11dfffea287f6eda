import Glibc

/// The command line: `--url U --held N --pages M [--size N]`.
struct Options {
  private(set) var url = ""
  /// How many pages are held before the clock starts.
  private(set) var held = 0
  /// How many further pages are loaded while it runs.
  private(set) var pages = 0
  /// How many items each page must have.
  private(set) var size = 5

  /// Ends the process when it is not that.
  init(_ arguments: [String]) {
    var rest = arguments.dropFirst()
    while let name = rest.popFirst() {
      guard let value = rest.popFirst() else { Self.fail("\(name) takes a value") }
      switch (name, Int(value)) {
      case ("--url", _): url = value
      case ("--held", let number?): held = number
      case ("--pages", let number?): pages = number
      case ("--size", let number?): size = number
      default: Self.fail("cannot use \(name) \(value)")
      }
    }
    guard !url.isEmpty, held > 0, pages > 0, size > 0 else { Self.fail("--url, --held and --pages are needed") }
  }

  /// Says what is wrong and ends the process; a benchmark of wrong work is worth nothing.
  static func fail(_ message: String) -> Never {
    let line = Array("swiftpager_held: \(message)\n".utf8)
    _ = write(STDERR_FILENO, line, line.count)
    exit(EXIT_FAILURE)
  }
}

/// The largest amount of memory the process ever had, in kB, as Linux tells it; 0 when it does not.
func peakMemory() -> Int {
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
