/// What a pager makes of errors that come beside the data of its pages.
package enum ErrorRule: Sendable, Hashable {
  /// A walk gets to the end of the list and then ends with `partialData`.
  case report
  /// A walk ends well. The errors are counted all the same.
  case keep
  /// The page ends the operation that asked for it.
  case fail
}
