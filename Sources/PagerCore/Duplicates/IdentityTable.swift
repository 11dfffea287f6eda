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
