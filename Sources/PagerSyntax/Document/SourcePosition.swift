/// A place in the text of a GraphQL document.
///
/// Both numbers count from 1. `column` counts Unicode scalars, not bytes and not grapheme clusters: a tab is one
/// column, and a byte order mark does not count. LF, CR and CRLF each end a line.
package struct SourcePosition: Sendable, Hashable, Comparable, CustomStringConvertible {
  /// The line, from 1.
  package let line: Int
  /// The Unicode scalar within the line, from 1.
  package let column: Int

  /// A position from its two numbers, both from 1.
  package init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Whether one position stands before the other in the text.
  package static func < (left: Self, right: Self) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }

  /// For messages: `line 3, column 5`.
  package var description: String { "line \(line), column \(column)" }
}
