// The standard library searches texts with its module for regular expressions, which would add a megabyte to the C
// library, where no page needs one. So nothing under Sources calls `contains` or `replacing` with a text. The test of
// the library's size notices it.

extension StringProtocol {
  /// Whether a text has a part, compared byte by byte.
  package func has(_ part: String) -> Bool { firstPlace(of: part) != nil }

  /// The first place of a part, compared byte by byte; nil if the text does not have it.
  package func firstPlace(of part: String) -> Range<Index>? {
    var text = String(self)
    var sought = part
    // With types that are not generic: the runtime makes each generic type when a process first needs it.
    let offset = text.withUTF8 { text in
      sought.withUTF8 { sought -> Int? in
        guard text.count >= sought.count else { return nil }
        return (0...text.count - sought.count).first { text[$0...].starts(with: sought) }
      }
    }
    guard let offset else { return nil }
    let first = utf8.index(startIndex, offsetBy: offset)
    return first..<utf8.index(first, offsetBy: sought.utf8.count)
  }
}
