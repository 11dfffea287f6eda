import PagerJSON

/// The values of a page's items, and those that they are compared with.
///
/// Each comparison names two places here: the words of most values say their order, and nothing is copied or counted.
struct SinceColumn {
  /// The position of a value.
  typealias Place = Int

  private struct Entry {
    let key: SinceKey
    /// The page of the value's item and its index there; page 0 for a value that no item has.
    let page, index: Int
  }

  private var entries: ContiguousArray<Entry> = []
  /// What few values have beside their key.
  private var rests: [Place: SinceKey.Rest] = [:]

  /// Makes room for a page and for what its items are compared with.
  mutating func reserve(itemCount: Int) {
    entries.reserveCapacity(itemCount + 16)
  }

  mutating func add(_ value: SinceValue) -> Place { add(value.key, value.rest, page: 0, index: 0) }

  mutating func add(_ item: OrderCheck.Item) -> Place {
    add(item.value.key, item.value.rest, page: item.page, index: item.index)
  }

  /// Reads the value of an item; nil if it is not of the type.
  mutating func add(_ node: JSONNode, as type: SinceType, page: Int, index: Int) -> Place? {
    var rest: SinceKey.Rest?
    guard let key = SinceKey(node, as: type, &rest) else { return nil }
    return add(key, rest, page: page, index: index)
  }

  private mutating func add(_ key: SinceKey, _ rest: SinceKey.Rest?, page: Int, index: Int) -> Place {
    entries.append(Entry(key: key, page: page, index: index))
    let place = entries.count - 1
    if let rest { rests[place] = rest }
    return place
  }

  subscript(place: Place) -> SinceValue { SinceValue(entries[place].key, rests.isEmpty ? nil : rests[place]) }

  func item(at place: Place) -> OrderCheck.Item {
    OrderCheck.Item(value: self[place], page: entries[place].page, index: entries[place].index)
  }

  func isLess(_ left: Place, _ right: Place) -> Bool {
    entries.withUnsafeBufferPointer { $0[left].key.isLess($0[right].key) } ?? (self[left] < self[right])
  }

  /// False if one of them is missing.
  func isLess(_ left: Place?, _ right: Place?) -> Bool {
    guard let left, let right else { return false }
    return isLess(left, right)
  }

  func isEqual(_ left: Place, _ right: Place) -> Bool {
    entries.withUnsafeBufferPointer { $0[left].key.isLess($0[right].key) } == nil && self[left] == self[right]
  }

  /// Whether the value is a time without an offset.
  func isLocalTime(_ place: Place) -> Bool {
    entries.withUnsafeBufferPointer { $0[place].key.form == .timeWithoutOffset }
  }
}
