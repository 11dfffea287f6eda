/// The order of use: the ends of a chain through the records.
struct UseOrder {
  static let none = UInt32.max

  private var oldest = none
  private var newest = none

  /// The record that was not used for the longest time, and then the next one.
  func firstToLeave() -> UInt32? { oldest == Self.none ? nil : oldest }

  /// The record that was used last.
  func lastToLeave() -> UInt32? { newest == Self.none ? nil : newest }

  mutating func append(_ index: UInt32, _ records: inout RecordList) {
    records[index].older = newest
    records[index].newer = Self.none
    if newest == Self.none { oldest = index } else { records[newest].newer = index }
    newest = index
  }

  mutating func remove(_ index: UInt32, _ records: inout RecordList) {
    let (older, newer) = (records[index].older, records[index].newer)
    if older == Self.none { oldest = newer } else { records[older].newer = newer }
    if newer == Self.none { newest = older } else { records[newer].older = older }
  }
}
