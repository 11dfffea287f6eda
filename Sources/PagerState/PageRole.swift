/// What a page is to its list.
public enum PageRole: Sendable, Hashable {
  /// The page that a fetch begins with.
  case initial
  /// A page after the initial one.
  case next
  /// A page before the initial one.
  case previous

  /// The end of the list at which such a page was added; nil for the initial one.
  var end: ListEnd? {
    switch self {
    case .initial: nil
    case .next: .next
    case .previous: .previous
    }
  }
}

/// The two ends at which a list can grow.
public enum ListEnd: Sendable, Hashable, CaseIterable {
  case next
  case previous

  /// What a page loaded at this end is to the list.
  public var role: PageRole {
    switch self {
    case .next: .next
    case .previous: .previous
    }
  }
}
