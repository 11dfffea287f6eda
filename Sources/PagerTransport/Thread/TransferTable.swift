/// A value for each of some transfers, sorted by id.
///
/// A page adds a transfer and removes one. A search here is a few instructions, where a dictionary would hash the ids.
struct TransferTable<Value> {
  private var entries: [(id: TransferID, value: Value)] = []

  var isEmpty: Bool { entries.isEmpty }
  /// The oldest first.
  var ids: [TransferID] { entries.map(\.id) }
  var values: [Value] { entries.map(\.value) }

  mutating func insert(_ value: Value, for id: TransferID) {
    entries.insert((id, value), at: place(of: id))
  }

  /// Takes out the value of a transfer; nil if it has none.
  @discardableResult
  mutating func remove(_ id: TransferID) -> Value? {
    let place = self.place(of: id)
    return place < entries.count && entries[place].id == id ? entries.remove(at: place).value : nil
  }

  private func place(of id: TransferID) -> Int {
    var places = 0..<entries.count
    while !places.isEmpty {
      let middle = places.lowerBound + places.count / 2
      places = entries[middle].id < id ? (middle + 1)..<places.upperBound : places.lowerBound..<middle
    }
    return places.lowerBound
  }
}
