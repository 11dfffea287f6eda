#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// A JSON value as one line.
package enum JSONLine {
  /// Whether a text has line breaks in it. In strings they are escaped, so they stand between tokens.
  package static func isBroken(_ text: UnsafeRawBufferPointer) -> Bool {
    guard let start = text.baseAddress else { return false }
    return memchr(start, CInt(UInt8(ascii: "\n")), text.count) != nil
      || memchr(start, CInt(UInt8(ascii: "\r")), text.count) != nil
  }

  /// Gives the pieces that the line is made of: the text as it is where it stands on one line, else what is left of it
  /// without the space between its tokens.
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
