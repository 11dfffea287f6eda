/// The identities of a list's items, to leave out those that an earlier page had.
///
/// A page of a list has a number that grows from page to page. When a page comes again, because the list started again
/// or went back, that page and all after it are forgotten first. A page therefore never loses items to itself.
package struct SeenIdentities: Sendable {
  /// How many identities one table has. There are two, and when the newer one is full the older one goes.
  package static let tableSize = 1 << 20

  private struct Generation: Sendable {
    var table = IdentityTable()
    /// For each page that added an identity: its number, and how many there were before.
    var marks: [(page: Int64, count: Int)] = []

    mutating func forget(from page: Int64) {
      var count = table.count
      while let last = marks.last, last.page >= page { count = marks.removeLast().count }
      if count < table.count { table.removeAll(after: count) }
    }

    mutating func insert(_ identity: UInt64, of page: Int64) -> Bool {
      let count = table.count
      guard table.insert(identity) else { return false }
      if marks.last?.page != page { marks.append((page, count)) }
      return true
    }
  }

  private let tableSize: Int
  private var older = Generation()
  private var newer = Generation()

  package init(tableSize: Int = Self.tableSize) {
    self.tableSize = tableSize
  }

  /// How many identities are remembered.
  package var count: Int { older.table.count + newer.table.count }

  /// Adds the items of a page.
  ///
  /// - Parameter identities: the identities of its items, in order; 0 for an item without one, which is always new.
  /// - Returns: the positions of the items that were seen before, on an earlier page or earlier on this one.
  package mutating func take(_ identities: [UInt64], of page: Int64) -> [Int] {
    newer.forget(from: page)
    older.forget(from: page)
    var duplicates: [Int] = []
    for (index, identity) in identities.enumerated() where identity != 0 {
      if older.table.contains(identity) || !newer.insert(identity, of: page) { duplicates.append(index) }
      if newer.table.count >= tableSize {
        older = newer
        newer = Generation()
      }
    }
    return duplicates
  }
}
