extension String {
  /// The text in a form that a message can show on one line of a terminal: a server's control characters, line ends and
  /// marks for the direction of text are escaped as in JSON.
  package var printable: String {
    guard unicodeScalars.contains(where: \.isUnprintable) else { return self }
    var text = ""
    for scalar in unicodeScalars {
      switch scalar {
      case "\n": text += "\\n"
      case "\r": text += "\\r"
      case "\t": text += "\\t"
      case _ where scalar.isUnprintable:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
    return text
  }

  /// The beginning of the text, with at most this many bytes of UTF-8, and a mark if there is more.
  package func cut(to byteCount: Int) -> String {
    guard utf8.count > byteCount else { return self }
    var end = utf8.index(utf8.startIndex, offsetBy: byteCount)
    while end.samePosition(in: unicodeScalars) == nil { end = utf8.index(before: end) }
    return self[..<end] + "…"
  }
}

extension Unicode.Scalar {
  fileprivate var isUnprintable: Bool {
    switch value {
    case 0x20..<0x7F: false
    case ..<0x20, 0x7F..<0xA0, 0x200E...0x200F, 0x2028...0x202E, 0x2066...0x2069: true
    default: false
    }
  }
}
