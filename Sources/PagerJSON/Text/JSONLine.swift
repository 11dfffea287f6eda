#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// A JSON value as one line.
package enum JSONLine {
  /// Whether a text has line breaks. Strings escape them, so they are only between tokens.
  package static func isBroken(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let start = text.baseAddress else { return false }
    return memchr(start, CInt(UInt8(ascii: "\n")), text.count) != nil
      || memchr(start, CInt(UInt8(ascii: "\r")), text.count) != nil
  }

  /// Passes on the pieces of the line: the text itself if it is on one line, and otherwise its tokens without the white
  /// space between them.
  package static func forEachPiece(of text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    guard isBroken(text) else { return body(text) }
    var start = 0
    var isInString = false
    var isEscaped = false
    for (index, byte) in text.enumerated() {
      if isInString {
        if !isEscaped, byte == UInt8(ascii: "\"") { isInString = false }
        isEscaped = !isEscaped && byte == UInt8(ascii: "\\")
      } else if byte == UInt8(ascii: "\"") {
        isInString = true
      } else if JSONSyntax.isSpace(byte) {
        if start < index { body(UnsafeRawBufferPointer(rebasing: text[start..<index])) }
        start = index + 1
      }
    }
    if start < text.count { body(UnsafeRawBufferPointer(rebasing: text[start...])) }
  }
}
