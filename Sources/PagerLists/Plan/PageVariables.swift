package import PagerState

/// The variables for pages that the document of one query, or the config, names.
package struct PageVariables: Sendable, Hashable {
  /// The variables that take the cursors, for the ends at which the list is read.
  package var cursors: [ListEnd: String] = [:]
  /// The variables that take the sizes of pages. An offset list has one, at the next end.
  package var sizes: [ListEnd: String] = [:]
  /// The variable that takes the offset, or the number of the page.
  package var offset: String?
  /// The places that take the keys of a keyset list, as the config writes them, for the ends at which the list is read.
  package var keys: [ListEnd: [String]] = [:]

  /// What requests set, except for keys, which come in whole variables.
  var places: [String] { Array(cursors.values) + sizes.values + [offset].compactMap { $0 } }
}
