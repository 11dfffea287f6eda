/// A position for a reader that has the fingerprints of an earlier one: it gets only those that it lacks.
public struct PositionStep: Sendable {
  /// Its fingerprints are those after the reader's mark.
  public let position: ListPosition
  /// Whether they come after the fingerprints that the reader has. Otherwise they are all of the list's, and the reader
  /// forgets its own.
  public let continues: Bool
  /// Up to where the reader has the fingerprints now.
  public let mark: FingerprintMark
}

/// A place among the fingerprints of a pager's lists.
public struct FingerprintMark: Sendable, Hashable {
  let list: UInt64
  /// How often the list had forgotten its newest fingerprints.
  let losses: Int
  public internal(set) var count: Int

  /// Whether the fingerprints up to here are the first ones up to another mark.
  func leads(to other: FingerprintMark) -> Bool {
    list == other.list && losses == other.losses && count <= other.count
  }
}
