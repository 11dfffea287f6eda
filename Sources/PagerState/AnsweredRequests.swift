/// Fingerprints of the requests whose pages are in a list, in the order in which they were answered, to notice a cycle
/// of cursors. Two requests share a fingerprint with a probability of 2⁻⁶⁴.
struct AnsweredRequests: Sendable {
  /// The oldest first, each once. A resume token keeps them, and a list that goes back forgets the newest.
  private(set) var fingerprints: [UInt64]
  private var known: Set<UInt64>

  init(_ fingerprints: [UInt64] = []) {
    self.fingerprints = []
    known = []
    for fingerprint in fingerprints { insert(fingerprint) }
  }

  var count: Int { fingerprints.count }

  func contains(_ fingerprint: UInt64) -> Bool { known.contains(fingerprint) }

  mutating func insert(_ fingerprint: UInt64) {
    if known.insert(fingerprint).inserted { fingerprints.append(fingerprint) }
  }

  /// Forgets all but the oldest.
  mutating func forgetAll(after count: Int) {
    while fingerprints.count > count { known.remove(fingerprints.removeLast()) }
  }
}
