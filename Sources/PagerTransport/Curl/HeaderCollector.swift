/// The header lines of the response that is being received, in memory that serves one response after the other.
///
/// Lines behind the body (trailers) and those of interim responses are headers, too.
struct HeaderCollector {
  private(set) var lines: [UInt8] = []
  /// Whether the empty line behind them was received.
  private(set) var areComplete = false

  /// How many bytes came for the request, those of interim responses included.
  private var receivedCount = 0

  /// A server decides how many there are, and may never end. More than this many bytes are refused.
  static let largestCount = 256 << 10

  /// Takes a line. A status line begins anew: what came before it belongs to an interim response.
  ///
  /// - Returns: false if there are too many.
  mutating func receive(_ line: UnsafeRawBufferPointer) -> Bool {
    guard line.count <= Self.largestCount - receivedCount else { return false }
    receivedCount += line.count
    if line.first == UInt8(ascii: "H"), line.starts(with: "HTTP/".utf8) {
      lines.removeAll(keepingCapacity: true)
      areComplete = false
    } else if line.allSatisfy({ $0 == UInt8(ascii: "\r") || $0 == UInt8(ascii: "\n") }) {
      areComplete = true
    } else {
      lines += line
    }
    return true
  }

  mutating func removeAll() {
    lines.removeAll(keepingCapacity: true)
    areComplete = false
    receivedCount = 0
  }
}
