/// The lists beside the one that a config chooses by an index, which have more items than their answer shows.
public struct SiblingLists: Sendable, Hashable {
  /// How many there are; at least 1.
  public let count: Int
  /// The place of the first one, as a JSON Pointer into the answer.
  public let first: String

  public init(count: Int, first: String) {
    self.count = count
    self.first = first
  }
}
