import PagerBytes

/// The text of one list's tokens while the list grows.
///
/// What is written of the fingerprints stays for the next token; what follows them is written anew. Each token is a
/// copy, so it does not change later.
struct TokenText: Sendable {
  private static let opening = Array(#"{"checksum":"0000000000000000","fingerprints":""#.utf8)
  private static let checksumPlace = #"{"checksum":""#.utf8.count
  /// The names and the punctuation that the fingerprints and the checksum bring along.
  private static let roomForNames = 80

  /// The beginning of the next token: the fingerprints that are kept, and a checksum that is not theirs.
  private var bytes = Self.opening
  private var choice = FingerprintChoice()
  /// The hash of the fingerprints' digits, which the checksum begins with.
  private var hash = StableHash()

  /// How many fingerprints there is room for beside members of this length; nil: the members are too long.
  static func room(beside length: Int) -> Int? {
    let room = ListToken.longest - roomForNames - length
    return room < 0 ? nil : room / Fingerprints.length
  }

  /// Forgets the fingerprints, and keeps their memory.
  mutating func forget() {
    bytes.removeLast(bytes.count - Self.opening.count)
    (choice, hash) = (FingerprintChoice(), StableHash())
  }

  /// Adds the newest fingerprints, and removes some of the older ones if they are more than there is room for.
  mutating func add(_ fingerprints: [UInt64], room: Int) {
    let before = choice
    choice.grow(by: fingerprints.count, room: max(room, FingerprintChoice.leastRoom))
    if (choice.firstOfAll, choice.step) != (before.firstOfAll, before.step) { remove(from: before) }
    for (index, fingerprint) in fingerprints.enumerated() where choice.keeps(before.total + index) {
      append(fingerprint)
    }
  }

  private mutating func append(_ fingerprint: UInt64) {
    bytes.appendDigits(of: fingerprint)
    let (high, low) = fingerprint.hexadecimalWords
    hash.add(word: high)
    hash.add(word: low)
  }

  /// Removes what is not kept any longer.
  private mutating func remove(from before: FingerprintChoice) {
    hash = StableHash()
    var (place, end) = (Self.opening.count, Self.opening.count)
    bytes.withUnsafeMutableBytes { memory in
      for number in before.numbers {
        if choice.keeps(number) {
          let high = memory.loadUnaligned(fromByteOffset: place, as: UInt64.self)
          let low = memory.loadUnaligned(fromByteOffset: place + 8, as: UInt64.self)
          memory.storeBytes(of: high, toByteOffset: end, as: UInt64.self)
          memory.storeBytes(of: low, toByteOffset: end + 8, as: UInt64.self)
          hash.add(word: UInt64(littleEndian: high))
          hash.add(word: UInt64(littleEndian: low))
          end += Fingerprints.length
        }
        place += Fingerprints.length
      }
    }
    bytes.removeLast(bytes.count - end)
  }

  /// Passes on a token: the fingerprints, and the members of an object. It has no fingerprints if there is hardly any
  /// room for them.
  ///
  /// - Parameter members: the object's text, with names in the order of the alphabet.
  mutating func with<Result>(
    _ members: [UInt8], room: Int, _ body: (UnsafeRawBufferPointer) -> Result
  ) -> Result {
    guard choice.count <= room else {
      var bare = TokenText()
      return bare.with(members, room: 0, body)
    }
    let end = bytes.count
    defer { bytes.removeLast(bytes.count - end) }
    let length = end + members.count + 1
    // An array that grows by itself would take twice the memory of the longest token.
    if length > bytes.capacity { bytes.reserveCapacity(min(2 * length, max(length, ListToken.longest))) }
    bytes.append(UInt8(ascii: "\""))
    bytes.append(UInt8(ascii: ","))
    bytes.append(contentsOf: members.dropFirst())
    let digitCount = end - Self.opening.count
    let sum = members.withUnsafeBytes { ListToken.checksum(hash, digitCount: digitCount, members: $0) }
    return bytes.withUnsafeMutableBytes { memory in
      let (high, low) = sum.hexadecimalWords
      memory.storeBytes(of: high.littleEndian, toByteOffset: Self.checksumPlace, as: UInt64.self)
      memory.storeBytes(of: low.littleEndian, toByteOffset: Self.checksumPlace + 8, as: UInt64.self)
      return body(UnsafeRawBufferPointer(memory))
    }
  }
}
