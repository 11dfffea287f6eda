/// What stands in place of a range of a text.
struct TextEdit {
  /// The range, in bytes of UTF-8; empty for an insertion.
  let range: Range<Int>
  let replacement: String
  /// What the replacement adds to the document, without the parentheses and the commas around it.
  let addition: String
}

extension [TextEdit] {
  /// The text with the edits, which are in its order and do not overlap.
  func applied(to text: String) -> String {
    let bytes = [UInt8](text.utf8)
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + reduce(0) { $0 + $1.replacement.utf8.count })
    var offset = 0
    for edit in self {
      result += bytes[offset..<edit.range.lowerBound]
      result += edit.replacement.utf8
      offset = edit.range.upperBound
    }
    result += bytes[offset...]
    return String(decoding: result, as: UTF8.self)
  }
}
