import Foundation

/// Objects on standard output, a line each.
struct Lines {
  private let encoder: JSONEncoder = {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    return encoder
  }()

  /// Writes the lines of a page at once, so that a reader gets them before the next page.
  func write(_ objects: some Sequence<some Encodable>) throws {
    var lines = Data()
    for object in objects {
      lines.append(try encoder.encode(object))
      lines.append(UInt8(ascii: "\n"))
    }
    try FileHandle.standardOutput.write(contentsOf: lines)
  }
}

/// What standard error says about a walk.
final class Progress {
  private(set) var count = 0
  private let isShown: Bool
  private let isTerminal = isatty(STDERR_FILENO) == 1
  private var shown: ContinuousClock.Instant?

  init(isShown: Bool) { self.isShown = isShown }

  /// Counts a page. A terminal shows the count, at most ten times a second.
  func add(_ products: Int, of total: Int?) {
    count += products
    guard isShown, isTerminal else { return }
    if let shown, shown.duration(to: .now) < .milliseconds(100) { return }
    shown = .now
    let whole: String = total.map { " of \($0)" } ?? ""
    say("\r\(count)\(whole) products\u{1B}[K")
  }

  /// Says how the walk ended; an error also if progress is not shown.
  func end(_ message: String, isError: Bool = false) {
    guard isShown || isError else { return }
    say(isTerminal && shown != nil ? "\r\(message)\u{1B}[K\n" : "\(message)\n")
  }

  private func say(_ text: String) {
    FileHandle.standardError.write(Data(text.utf8))
  }
}
