/// A JSON value as one line.
package enum JSONLine {
  /// Gives the pieces that the line is made of: the text as it is where it stands on one line, else what is left of it
  /// without the space between its tokens.
  package static func forEachPiece(of text: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> Void) {
    // In a string both would have to be escaped, so they stand between tokens.
    guard text.contains(where: { $0 == UInt8(ascii: "\n") || $0 == UInt8(ascii: "\r") }) else { return body(text) }
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
