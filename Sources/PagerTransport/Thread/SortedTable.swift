/// A value for each of some keys, sorted by the keys: those of transfers, of sockets, of connections.
///
/// A page adds a transfer, removes one, and looks for its socket a few times. A search here is a few instructions;
/// a dictionary would hash the keys.
struct SortedTable<Key: Comparable, Value> {
  private var entries: [(key: Key, value: Value)] = []

  var isEmpty: Bool { entries.isEmpty }
  /// In their order.
  var keys: [Key] { entries.map(\.key) }
  /// In the order of their keys.
  var values: [Value] { entries.map(\.value) }

  mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
  }

  subscript(key: Key) -> Value? {
    let place = place(of: key)
    return isThere(key, at: place) ? entries[place].value : nil
  }

  /// Puts a value in the place of the one that its key has, if it has one.
  mutating func put(_ value: Value, for key: Key) {
    let place = place(of: key)
    if isThere(key, at: place) { entries[place].value = value } else { entries.insert((key, value), at: place) }
  }

  /// Takes out the value of a key; nil if it has none.
  @discardableResult
  mutating func remove(_ key: Key) -> Value? {
    let place = place(of: key)
    return isThere(key, at: place) ? entries.remove(at: place).value : nil
  }

  mutating func removeAll(where isUnwanted: (Value) -> Bool) {
    entries.removeAll { isUnwanted($0.value) }
  }

  private func isThere(_ key: Key, at place: Int) -> Bool { place < entries.count && entries[place].key == key }

  /// Where a key is, or would be.
  private func place(of key: Key) -> Int {
    var places = 0..<entries.count
    while !places.isEmpty {
      let middle = places.lowerBound + places.count / 2
      places = entries[middle].key < key ? (middle + 1)..<places.upperBound : places.lowerBound..<middle
    }
    return places.lowerBound
  }
}
