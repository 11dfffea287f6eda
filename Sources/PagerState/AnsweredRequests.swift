/// Fingerprints of the requests whose pages are in a list, in the order in which they were answered, to notice a cycle
/// of cursors. Two requests share a fingerprint with a probability of 2⁻⁶⁴.
struct AnsweredRequests: Sendable {
  /// The oldest first, each once. A resume token keeps them, and a list that goes back forgets the newest.
  private(set) var fingerprints: [UInt64]
  /// How often the newest were forgotten: others may stand in their places since.
  private(set) var lossCount = 0
  private var known = FingerprintSet()

  init(_ fingerprints: [UInt64] = []) {
    self.fingerprints = []
    for fingerprint in fingerprints { insert(fingerprint) }
  }

  var count: Int { fingerprints.count }

  func contains(_ fingerprint: UInt64) -> Bool { known.contains(fingerprint) }

  mutating func insert(_ fingerprint: UInt64) {
    if known.insert(fingerprint) { fingerprints.append(fingerprint) }
  }

  /// Forgets all but the oldest.
  mutating func forgetAll(after count: Int) {
    if fingerprints.count > count { lossCount += 1 }
    while fingerprints.count > count { known.remove(fingerprints.removeLast()) }
  }
}

/// A set of fingerprints. These are hashes already, so a place for each follows from its value by one multiplication.
struct FingerprintSet: Sendable {
  /// Each in the first free place from its own on; 0: the place is free. The count is a power of two.
  private var places: [UInt64] = []
  private var count = 0
  private var hasZero = false
  /// Random and odd: a server that chooses its cursors does not know which of them share a place.
  private var multiplier: UInt64 = 1

  func contains(_ fingerprint: UInt64) -> Bool {
    guard fingerprint != 0 else { return hasZero }
    return !places.isEmpty && places[place(of: fingerprint)] == fingerprint
  }

  /// Returns whether it was not there before.
  mutating func insert(_ fingerprint: UInt64) -> Bool {
    guard fingerprint != 0 else {
      defer { hasZero = true }
      return !hasZero
    }
    if 2 * count >= places.count { grow() }
    let place = place(of: fingerprint)
    guard places[place] == 0 else { return false }
    places[place] = fingerprint
    count += 1
    return true
  }

  mutating func remove(_ fingerprint: UInt64) {
    guard fingerprint != 0 else {
      hasZero = false
      return
    }
    guard contains(fingerprint) else { return }
    var place = place(of: fingerprint)
    places[place] = 0
    count -= 1
    // Those behind it may belong into the place that is free now.
    while true {
      place = (place + 1) & (places.count - 1)
      let behind = places[place]
      if behind == 0 { return }
      places[place] = 0
      places[self.place(of: behind)] = behind
    }
  }

  /// Where a fingerprint is, or would be.
  private func place(of fingerprint: UInt64) -> Int {
    let mask = places.count - 1
    var place = Int(truncatingIfNeeded: (fingerprint &* multiplier) >> 32) & mask
    while places[place] != 0, places[place] != fingerprint { place = (place + 1) & mask }
    return place
  }

  private mutating func grow() {
    let before = places
    if before.isEmpty { multiplier = .random(in: 0 ... .max) | 1 }
    places = Array(repeating: 0, count: max(16, 2 * before.count))
    for fingerprint in before where fingerprint != 0 { places[place(of: fingerprint)] = fingerprint }
  }
}
