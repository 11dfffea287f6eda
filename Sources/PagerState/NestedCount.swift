/// Counts the lists inside the items of pages that are not known to be complete.
public struct NestedCount: Sendable, Hashable {
  /// How many say that there is more.
  public var incomplete = 0
  /// How many do not say whether there is more.
  public var unknown = 0

  public init() {}

  public static func += (left: inout NestedCount, right: NestedCount) {
    left.incomplete += right.incomplete
    left.unknown += right.unknown
  }

  public static func -= (left: inout NestedCount, right: NestedCount) {
    left.incomplete -= right.incomplete
    left.unknown -= right.unknown
  }
}
