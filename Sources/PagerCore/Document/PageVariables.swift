package import PagerState

/// The variables that one query of a list has for its pages, as far as its document or the config names them.
package struct PageVariables: Sendable, Hashable {
  /// Those that take the cursors, at the ends at which the list is read.
  package var cursors: [ListEnd: String] = [:]
  /// Those that take the sizes of pages. Of an offset list it is at the next end.
  package var sizes: [ListEnd: String] = [:]
  /// The one that takes the offset, or the number of the page.
  package var offset: String?
}
