/// The header lines of the response that is being received, in memory that serves one response after the other.
struct HeaderCollector {
  private(set) var lines: [UInt8] = []
  /// Whether the empty line behind them was received.
  private(set) var areComplete = false

  /// A server decides how many there are. What is beyond this many bytes is left out.
  private static let largestCount = 256 << 10

  /// Takes a line. A status line begins anew: what came before it belongs to an interim response.
  mutating func receive(_ line: UnsafeRawBufferPointer) {
    if line.starts(with: "HTTP/".utf8) {
      removeAll()
    } else if line.allSatisfy({ $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }) {
      areComplete = true
    } else if line.count <= Self.largestCount - lines.count {
      lines += line
    }
  }

  mutating func removeAll() {
    lines.removeAll(keepingCapacity: true)
    areComplete = false
  }
}
