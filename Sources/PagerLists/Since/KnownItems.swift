import PagerBytes

/// One version of an item, by two hashes: that of its identity and that of its bytes.
struct ItemVersion: Sendable, Hashable {
  /// Not 0.
  let identity: UInt64
  let bytes: UInt64

  /// Sixteen hexadecimal digits for each.
  var text: String { identity.hexadecimal + bytes.hexadecimal }
}

/// The versions of the items around the mark that an earlier run had.
struct KnownItems: Sendable {
  /// The most items that a checkpoint keeps of one run.
  static let limit = 10_000

  private let versions: Set<ItemVersion>
  /// Those that the run before it had, and that were not seen in it: a deletion may have hidden them.
  private let carried: Set<ItemVersion>
  private let identities: Set<UInt64>

  init(_ versions: some Sequence<ItemVersion> = [], carried: some Sequence<ItemVersion> = []) {
    self.versions = Set(versions)
    self.carried = Set(carried)
    identities = Set(self.versions.union(self.carried).lazy.map(\.identity))
  }

  var isEmpty: Bool { versions.isEmpty && carried.isEmpty }

  func contains(_ version: ItemVersion) -> Bool { versions.contains(version) || carried.contains(version) }

  /// The same items with those of an earlier run that are not among them.
  func carrying(_ earlier: KnownItems) -> KnownItems {
    KnownItems(versions, carried: earlier.versions.subtracting(versions))
  }

  /// Whether an earlier run had some version of the item.
  func contains(identity: UInt64) -> Bool { identities.contains(identity) }

  /// The versions as a text that is the same for the same items.
  var text: String { Self.text(versions) }

  var carriedText: String { Self.text(carried) }

  private static func text(_ versions: Set<ItemVersion>) -> String { versions.map(\.text).sorted().joined() }

  /// Reads what ``text`` wrote; nil for anything else.
  static func versions(in text: String) -> [ItemVersion]? {
    let digits = Array(text.utf8)
    let length = 32
    guard digits.count.isMultiple(of: length) else { return nil }
    var versions: [ItemVersion] = []
    versions.reserveCapacity(digits.count / length)
    for start in stride(from: 0, to: digits.count, by: length) {
      let text = String(decoding: digits[start..<start + length], as: UTF8.self)
      guard let identity = UInt64(hexadecimal: text.prefix(16)), let bytes = UInt64(hexadecimal: text.suffix(16)) else {
        return nil
      }
      versions.append(ItemVersion(identity: identity, bytes: bytes))
    }
    return versions
  }
}
