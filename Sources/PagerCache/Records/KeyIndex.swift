/// Finds records by their keys: an open-addressed table of their numbers. The records hold the keys.
///
/// Keys are equal if their bytes are. Swift's strings compare by meaning: `é` as one scalar equals `é` as two. To a
/// server these are two ids.
struct KeyIndex {
  private struct Entry {
    /// Part of the key's hash, so that most other keys need no look and growing needs no keys.
    var hash: UInt32 = 0
    /// The number of the record, plus one; 0: the entry is free.
    var number: UInt32 = 0
  }

  private var entries = ContiguousArray(repeating: Entry(), count: 64)
  private var count = 0

  /// The record with a key; nil if there is none.
  func find(
    _ key: UnsafeBufferPointer<UInt8>, _ hash: UInt32, in records: ContiguousArray<Record>
  ) -> UInt32? {
    var place = Int(hash) & (entries.count - 1)
    while entries[place].number != 0 {
      let entry = entries[place]
      if entry.hash == hash, Self.areSame(records[Int(entry.number - 1)].key, key) { return entry.number - 1 }
      place = (place + 1) & (entries.count - 1)
    }
    return nil
  }

  /// Adds a record whose key is not there yet.
  mutating func insert(_ index: UInt32, _ hash: UInt32) {
    if count * 4 >= entries.count * 3 { grow() }
    add(Entry(hash: hash, number: index + 1))
    count += 1
  }

  private mutating func add(_ entry: Entry) {
    var place = Int(entry.hash) & (entries.count - 1)
    while entries[place].number != 0 { place = (place + 1) & (entries.count - 1) }
    entries[place] = entry
  }

  private mutating func grow() {
    let before = entries
    entries = ContiguousArray(repeating: Entry(), count: before.count * 2)
    for entry in before where entry.number != 0 { add(entry) }
  }

  /// The hash of a key.
  static func hash(of key: UnsafeBufferPointer<UInt8>) -> UInt32 {
    var hasher = Hasher()
    hasher.combine(bytes: UnsafeRawBufferPointer(key))
    return UInt32(truncatingIfNeeded: hasher.finalize())
  }

  static func hash(of key: String) -> UInt32 {
    var key = key
    return key.withUTF8 { hash(of: $0) }
  }

  static func areSame(_ one: String, _ other: String) -> Bool {
    var other = other
    return other.withUTF8 { areSame(one, $0) }
  }

  private static func areSame(_ one: String, _ other: UnsafeBufferPointer<UInt8>) -> Bool {
    var one = one
    return one.withUTF8 { $0.count == other.count && $0.elementsEqual(other) }
  }
}
