package import PagerJSON

/// Why there is no table.
package enum ArrowError: Error, Sendable {
  /// A value does not fit the type of its column. The message names page, row, column, type and value.
  case mismatch(String)
  case outOfMemory(String)
  /// The text of a page could not be read.
  case unreadable(JSONReadError)

  package static var outOfMemory: ArrowError {
    .outOfMemory("there is not enough memory for the columns")
  }
}
