import PagerBytes

extension ReceivedBytes {
  /// Whether a body is the beginning of a JSON object or array only: one of its brackets, or a string, does not end.
  ///
  /// An empty body is the beginning of a response that succeeded.
  func isCutOff(ofStatus status: Int) -> Bool {
    withUnsafeBytes { bytes in
      var depth = 0
      var isInString = false
      var isEscaped = false
      for byte in bytes {
        if isInString {
          if isEscaped {
            isEscaped = false
          } else if byte == UInt8(ascii: "\\") {
            isEscaped = true
          } else if byte == UInt8(ascii: "\"") {
            isInString = false
          }
          continue
        }
        switch byte {
        case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
        case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
        case UInt8(ascii: "\"") where depth > 0: isInString = true
        // Another text, a page for people for example.
        case _ where depth == 0 && byte > UInt8(ascii: " "): return false
        default: break
        }
      }
      return depth > 0 || bytes.isEmpty && status == 200
    }
  }
}
