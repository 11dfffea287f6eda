/// What a pager does about errors that come with the data of its pages.
package enum ErrorRule: Sendable, Hashable {
  /// A walk gets to the end of the list and then ends with `partialData`.
  case report
  /// A walk ends well. The errors still count.
  case keep
  /// The page ends the operation that requested it.
  case fail
}
