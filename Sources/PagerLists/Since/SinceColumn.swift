/// The values of a page's items, and those that they are compared with.
///
/// A value has eight words, so each comparison names two places here and copies neither.
struct SinceColumn {
  /// The position of a value.
  typealias Place = Int

  private var values: ContiguousArray<SinceValue> = []
  /// The page of each value's item and its index there; page 0 for a value that no item has.
  private var items: ContiguousArray<(page: Int, index: Int)> = []

  /// Makes room for a page and for what its items are compared with.
  mutating func reserve(itemCount: Int) {
    values.reserveCapacity(itemCount + 16)
    items.reserveCapacity(itemCount + 16)
  }

  mutating func add(_ value: SinceValue) -> Place { add(value, page: 0, index: 0) }

  mutating func add(_ item: OrderCheck.Item) -> Place { add(item.value, page: item.page, index: item.index) }

  mutating func add(_ value: SinceValue, page: Int, index: Int) -> Place {
    values.append(value)
    items.append((page, index))
    return values.count - 1
  }

  subscript(place: Place) -> SinceValue { values[place] }

  func item(at place: Place) -> OrderCheck.Item {
    OrderCheck.Item(value: values[place], page: items[place].page, index: items[place].index)
  }

  func page(of place: Place) -> Int { items[place].page }

  func isLess(_ left: Place, _ right: Place) -> Bool {
    values.withUnsafeBufferPointer { $0[left] < $0[right] }
  }

  /// False if one of them is missing.
  func isLess(_ left: Place?, _ right: Place?) -> Bool {
    guard let left, let right else { return false }
    return isLess(left, right)
  }

  func isEqual(_ left: Place, _ right: Place) -> Bool {
    values.withUnsafeBufferPointer { $0[left] == $0[right] }
  }

  /// Whether the value is a time without an offset.
  func isLocalTime(_ place: Place) -> Bool { values.withUnsafeBufferPointer { $0[place].isLocalTime } }
}
