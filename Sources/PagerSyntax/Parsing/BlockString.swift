/// The value of a block string, as the specification's algorithm `BlockStringValue` defines it.
enum BlockString {
  /// Removes the indent that all lines but the first share, and blank lines at both ends.
  ///
  /// - Parameter raw: the text between the quotes, with `\"""` replaced and every line end a single LF.
  static func value(ofRaw raw: [UInt8]) -> String {
    var lines = raw.split(separator: ASCII.lineFeed, omittingEmptySubsequences: false)
    let indent = commonIndent(of: lines.dropFirst())
    for index in lines.indices.dropFirst() {
      lines[index] = lines[index].dropFirst(indent)
    }
    let isBlank = { (line: ArraySlice<UInt8>) in line.allSatisfy(\.isWhiteSpace) }
    let withoutLeading = lines.drop(while: isBlank)
    guard let last = withoutLeading.lastIndex(where: { !isBlank($0) }) else { return "" }
    let text = Array(withoutLeading[...last].joined(separator: [ASCII.lineFeed]))
    return String(decoding: text, as: UTF8.self)
  }

  /// The smallest indent of the lines that are not only white space; 0 if there are none.
  private static func commonIndent(of lines: ArraySlice<ArraySlice<UInt8>>) -> Int {
    var smallest: Int?
    for line in lines {
      let indent = line.prefix(while: \.isWhiteSpace).count
      if indent < line.count { smallest = min(smallest ?? indent, indent) }
    }
    return smallest ?? 0
  }
}
