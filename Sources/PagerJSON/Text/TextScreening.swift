/// Refuses what must not reach jansson.
///
/// It finds deep nesting, because jansson recurses 2,048 levels deep, or to the limit of its build. And it finds NUL
/// bytes, because jansson 2.14 overlooks one after `true`, `false` and `null`.
enum TextScreening {
  /// What is wrong with a text, and at which byte.
  enum Finding {
    case nul(at: Int)
    case tooDeep(at: Int)
  }

  /// Throws if more than `maximumDepth` objects and arrays are open at once, and for a NUL byte. Accepts anything else,
  /// JSON or not.
  static func check(_ text: UnsafeBufferPointer<UInt8>, maximumDepth: Int) throws(JSONTextError) {
    switch finding(in: text, maximumDepth: maximumDepth) {
    case .nul(let index):
      throw JSONTextError(message: "the text holds a NUL byte", place: .init(of: index, in: text))
    case .tooDeep(let index):
      throw JSONTextError(
        message: "objects and arrays are nested deeper than \(maximumDepth) levels", place: .init(of: index, in: text))
    case nil:
      break
    }
  }

  static func finding(in text: UnsafeBufferPointer<UInt8>, maximumDepth: Int) -> Finding? {
    var depth = 0
    var inString = false
    var isEscaped = false
    for (index, byte) in text.enumerated() {
      guard byte != 0 else { return .nul(at: index) }
      guard !isEscaped else {
        isEscaped = false
        continue
      }
      switch byte {
      case UInt8(ascii: "\""):
        inString.toggle()
      case UInt8(ascii: "\\") where inString:
        isEscaped = true
      case UInt8(ascii: "{") where !inString, UInt8(ascii: "[") where !inString:
        depth += 1
        guard depth <= maximumDepth else { return .tooDeep(at: index) }
      case UInt8(ascii: "}") where !inString, UInt8(ascii: "]") where !inString:
        depth -= 1
      default:
        break
      }
    }
    return nil
  }
}
