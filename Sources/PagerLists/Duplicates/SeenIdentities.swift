/// The identities of a list's items, to leave out those that an earlier page had.
///
/// A page of a list has a number that grows from page to page. When a page comes again, because the list started again
/// or went back, that page and all after it are forgotten first. A page therefore never loses items to itself.
struct SeenIdentities: Sendable {
  /// How many identities one table has. There are two, and when the newer one is full the older one goes.
  static let tableSize = 1 << 20

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

  init(tableSize: Int = Self.tableSize) {
    self.tableSize = tableSize
  }

  /// How many identities are remembered.
  var count: Int { older.table.count + newer.table.count }

  /// Adds the items of a page.
  ///
  /// - Parameters:
  ///   - identities: the identities of its items, in order; 0 for an item without one, which is always new.
  ///   - earlier: the identities of items of the page before it, which another process may have read.
  /// - Returns: the positions of the items that were seen before, on an earlier page or earlier on this one.
  mutating func add(_ identities: [UInt64], of page: Int64, after earlier: [UInt64] = []) -> [Int] {
    newer.forget(from: page)
    older.forget(from: page)
    if !earlier.isEmpty {
      let (before, isTooSmall) = page.subtractingReportingOverflow(1)
      for identity in earlier where !older.table.contains(identity) {
        _ = newer.insert(identity, of: isTooSmall ? page : before)
      }
    }
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

/// Identities in the order in which they came, each once.
///
/// Identities leave in the reverse order of their arrival. A slot of the table can then be emptied without moving the
/// slots behind it, and the table is as it was before. An identity takes 8 bytes and a slot of 4 bytes; at least a
/// quarter of the slots stays empty.
struct IdentityTable: Sendable {
  private(set) var identities: [UInt64] = []
  /// For each slot the position of an identity, from 1; 0 if the slot is empty. Their number is a power of two.
  private var slots: [UInt32] = []

  var count: Int { identities.count }

  func contains(_ identity: UInt64) -> Bool {
    guard !slots.isEmpty else { return false }
    return slots[slot(of: identity)] != 0
  }

  /// Adds an identity. Returns whether it was not there.
  mutating func insert(_ identity: UInt64) -> Bool {
    if (identities.count + 1) * 4 > slots.count * 3 { grow() }
    let slot = slot(of: identity)
    guard slots[slot] == 0 else { return false }
    identities.append(identity)
    slots[slot] = UInt32(truncatingIfNeeded: identities.count)
    return true
  }

  /// Forgets all but the oldest.
  mutating func removeAll(after count: Int) {
    guard count > 0 else {
      self = IdentityTable()
      return
    }
    while identities.count > count {
      let newest = identities.removeLast()
      slots[position(of: UInt32(truncatingIfNeeded: identities.count + 1), newest)] = 0
    }
  }

  /// The slot that an identity has, or would get.
  private func slot(of identity: UInt64) -> Int {
    var slot = start(of: identity)
    while slots[slot] != 0, identities[Int(slots[slot]) - 1] != identity { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  /// The slot that holds a position.
  private func position(of position: UInt32, _ identity: UInt64) -> Int {
    var slot = start(of: identity)
    while slots[slot] != position { slot = (slot + 1) & (slots.count - 1) }
    return slot
  }

  private func start(of identity: UInt64) -> Int { Int(truncatingIfNeeded: identity) & (slots.count - 1) }

  private mutating func grow() {
    slots = [UInt32](repeating: 0, count: max(64, slots.count * 2))
    for (index, identity) in identities.enumerated() {
      slots[slot(of: identity)] = UInt32(truncatingIfNeeded: index + 1)
    }
  }
}
