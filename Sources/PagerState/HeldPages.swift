/// The places of a list that hold a page, for code that watches pages. Reading them costs nothing.
public struct HeldPages: Sendable, Hashable {
  public let list: UInt64
  public let hasInitial: Bool
  /// The pages after the initial one, counted from it.
  public let next: Range<Int>
  /// The pages before the initial one, counted from it.
  public let previous: Range<Int>

  public func contains(_ id: PageID) -> Bool {
    guard id.list == list else { return false }
    return switch id.role {
    case .initial: hasInitial
    case .next: next.contains(id.index)
    case .previous: previous.contains(id.index)
    }
  }

  /// Whether all places that held a page before still do.
  public func keeps(_ before: HeldPages) -> Bool {
    if before.isEmpty { return true }
    return list == before.list && (hasInitial || !before.hasInitial) && Self.covers(next, before.next)
      && Self.covers(previous, before.previous)
  }

  private var isEmpty: Bool { !hasInitial && next.isEmpty && previous.isEmpty }

  private static func covers(_ range: Range<Int>, _ other: Range<Int>) -> Bool {
    other.isEmpty || (range.lowerBound <= other.lowerBound && range.upperBound >= other.upperBound)
  }
}
