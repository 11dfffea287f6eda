import PagerBytes
import PagerJSON

/// The items of a page, one a line: NDJSON.
///
/// Measured first and then written into memory of that size, so that the text is never held twice.
struct ItemLines {
  let items: ElementSlices
  let body: ReceivedBytes

  /// How many bytes the text has.
  var count: Int {
    var count = 0
    forEachPiece { count += $0.count }
    return count
  }

  /// Writes the text to memory of `count` bytes.
  func write(to memory: UnsafeMutableRawBufferPointer) {
    var rest = memory[...]
    forEachPiece { piece in
      UnsafeMutableRawBufferPointer(rebasing: rest).copyBytes(from: piece)
      rest = rest.dropFirst(piece.count)
    }
  }

  private func forEachPiece(_ give: (UnsafeRawBufferPointer) -> Void) {
    body.withUnsafeBytes { bytes in
      for index in 0..<items.count {
        guard let item = items[index] else { return }
        JSONLine.forEachPiece(of: UnsafeRawBufferPointer(rebasing: bytes[item]), give)
        StaticString("\n").withUTF8Buffer { give(UnsafeRawBufferPointer($0)) }
      }
    }
  }
}
