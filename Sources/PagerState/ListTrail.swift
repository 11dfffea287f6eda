/// What a reader of pages has learnt on its way through a list. It never changes: each page has the trail up to it.
///
/// The state keeps the trail of the newest page and does not look into it. A list that goes back, or starts again, so
/// has the trail of that point.
public protocol ListTrail: AnyObject, Sendable {
  /// Whether the walk had all that it wants before the end of the list.
  var endsEarly: Bool { get }
}

/// A trail in a value that can be compared. Two trails are equal if they are the same one.
public struct TrailReference: Sendable, Hashable {
  public let trail: any ListTrail

  public init(_ trail: any ListTrail) {
    self.trail = trail
  }

  public static func == (left: TrailReference, right: TrailReference) -> Bool { left.trail === right.trail }

  public func hash(into hasher: inout Hasher) { hasher.combine(ObjectIdentifier(trail)) }
}
