/// A field for which the answer of one page has two values in one record of a cache.
public struct RecordConflict: Sendable, Hashable {
  /// The type of the two objects.
  public let type: String
  /// The key that they share.
  public let key: String
  /// The field, with its arguments.
  public let field: String

  public init(type: String, key: String, field: String) {
    self.type = type
    self.key = key
    self.field = field
  }
}

/// The conflicts in the answer of one page.
public struct PageConflicts: Sendable, Hashable {
  /// How many there are; at least 1.
  public let count: Int
  public let first: RecordConflict

  public init(count: Int, first: RecordConflict) {
    self.count = count
    self.first = first
  }
}

/// The conflicts in the answers of a list's pages.
public struct ListConflicts: Sendable, Hashable {
  /// How many there are; at least 1.
  public private(set) var count: Int
  public let first: RecordConflict
  /// The page that has the first one, from 1 and in the order of loading.
  public let firstPage: Int

  /// The counts with those of a page that has come; nil if there are none.
  ///
  /// - Parameter page: the number of the page.
  static func adding(_ conflicts: PageConflicts?, of page: Int, to counts: ListConflicts?) -> ListConflicts? {
    guard let conflicts else { return counts }
    guard var counts else {
      return ListConflicts(count: conflicts.count, first: conflicts.first, firstPage: page)
    }
    counts.count += conflicts.count
    return counts
  }
}
