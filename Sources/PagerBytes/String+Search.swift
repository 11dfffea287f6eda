// The standard library searches texts with its module for regular expressions, which would add a megabyte to the C
// library, where no page needs one. So nothing under Sources calls `contains` or `replacing` with a text. The test of
// the library's size notices it.

extension StringProtocol {
  /// Whether a text has a part, compared byte by byte.
  package func has(_ part: String) -> Bool { firstPlace(of: part) != nil }

  /// The first place of a part, compared byte by byte; nil if the text does not have it.
  package func firstPlace(of part: String) -> Range<Index>? {
    let sought = part.utf8
    var rest = utf8[...]
    while rest.count >= sought.count {
      if rest.starts(with: sought) { return rest.startIndex..<rest.index(rest.startIndex, offsetBy: sought.count) }
      rest.removeFirst()
    }
    return nil
  }
}
