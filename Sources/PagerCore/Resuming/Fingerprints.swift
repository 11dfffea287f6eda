/// Fingerprints of requests as a resume token keeps them: as many as there is room for.
enum Fingerprints {
  /// The digits that one takes.
  static let length = 16

  /// Removes some of the older ones if there are too many. The newer half of the result is complete; of the older ones
  /// every n-th stays.
  ///
  /// The next process may thin them again when it writes its token, so the oldest are the sparsest.
  static func thinned(_ fingerprints: [UInt64], to count: Int) -> [UInt64] {
    guard fingerprints.count > count else { return fingerprints }
    guard count > 0 else { return [] }
    let newest = fingerprints.suffix((count + 1) / 2)
    let older = fingerprints.dropLast(newest.count)
    let places = count - newest.count
    guard places > 0 else { return Array(newest) }
    let step = (older.count + places - 1) / places
    return stride(from: older.startIndex, to: older.endIndex, by: step).map { older[$0] } + newest
  }

  static func text(_ fingerprints: [UInt64]) -> String {
    String(unsafeUninitializedCapacity: fingerprints.count * length) { text in
      var place = text.startIndex
      for fingerprint in fingerprints {
        for digit in fingerprint.hexadecimalDigits {
          text.initializeElement(at: place, to: digit)
          place += 1
        }
      }
      return place
    }
  }

  /// Reads what ``text(_:)`` wrote; nil for anything else.
  static func read(_ text: String) -> [UInt64]? {
    let digits = Array(text.utf8)
    guard digits.count.isMultiple(of: length) else { return nil }
    var fingerprints: [UInt64] = []
    for start in stride(from: 0, to: digits.count, by: length) {
      let text = String(decoding: digits[start..<start + length], as: UTF8.self)
      guard let fingerprint = UInt64(hexadecimal: text) else { return nil }
      fingerprints.append(fingerprint)
    }
    return fingerprints
  }
}
