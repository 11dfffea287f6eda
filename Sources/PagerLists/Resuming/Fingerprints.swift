import PagerBytes

/// Fingerprints of requests as a token keeps them: sixteen hexadecimal digits for each.
enum Fingerprints {
  /// The digits that one takes.
  static let length = 16

  static func text(_ fingerprints: [UInt64]) -> String {
    String(unsafeUninitializedCapacity: fingerprints.count * length) { text in
      let bytes = UnsafeMutableRawBufferPointer(text)
      for (index, fingerprint) in fingerprints.enumerated() {
        let (high, low) = fingerprint.hexadecimalWords
        bytes.storeBytes(of: high.littleEndian, toByteOffset: index * length, as: UInt64.self)
        bytes.storeBytes(of: low.littleEndian, toByteOffset: index * length + length / 2, as: UInt64.self)
      }
      return bytes.count
    }
  }

  /// Reads what ``text(_:)`` wrote; nil for anything else.
  static func read(_ text: String) -> [UInt64]? {
    var text = text
    return text.withUTF8 { digits in
      guard digits.count.isMultiple(of: length) else { return nil }
      var fingerprints: [UInt64] = []
      fingerprints.reserveCapacity(digits.count / length)
      for start in stride(from: 0, to: digits.count, by: length) {
        let part = UnsafeBufferPointer(rebasing: digits[start..<start + length])
        guard let fingerprint = UInt64(hexadecimalDigits: part) else { return nil }
        fingerprints.append(fingerprint)
      }
      return fingerprints
    }
  }
}

/// Which of a list's fingerprints its token keeps: the newest, and of the older ones each n-th.
///
/// The numbers of fingerprints begin with 0, in the order of the list. When the room is full, a new choice leaves some
/// of it free: then the next pages need no other choice, and what is written of a token stays as it is.
struct FingerprintChoice: Sendable, Hashable {
  /// How many fingerprints the list has.
  private(set) var total = 0
  /// The number of the first one from which on all are kept.
  private(set) var firstOfAll = 0
  /// A power of two. An older one is kept if its number is a multiple of it.
  private(set) var step = 1

  /// How many of the older ones are kept.
  private var olderCount: Int { (firstOfAll + step - 1) / step }

  /// How many are kept.
  var count: Int { olderCount + total - firstOfAll }

  /// Whether the fingerprint with a number is kept.
  func keeps(_ number: Int) -> Bool { number >= firstOfAll || number % step == 0 }

  /// The numbers of those that are kept.
  var numbers: some Sequence<Int> {
    [stride(from: 0, to: firstOfAll, by: step), stride(from: firstOfAll, to: total, by: 1)].joined()
  }

  /// The list has more fingerprints.
  ///
  /// - Parameter room: how many may be kept, at least ``leastRoom``.
  mutating func grow(by more: Int, room: Int) {
    total += more
    guard count > room else { return }
    // The newest fill half of the room. The older ones leave an eighth of it free at least.
    firstOfAll = max(firstOfAll, total - room / 2)
    while olderCount > room * 3 / 8 { step *= 2 }
  }

  /// The least room for which there is a choice.
  static let leastRoom = 8
}
