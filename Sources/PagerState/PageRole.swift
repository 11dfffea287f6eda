/// The role of a page in its list.
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

  /// The role of a page that is loaded at this end.
  public var role: PageRole {
    switch self {
    case .next: .next
    case .previous: .previous
    }
  }
}

/// Where a page came from.
public enum PageSource: Sendable, Hashable {
  case server
  case cache
}

/// A value in separate memory, for what few states have: its place is as small as a reference while it is empty.
indirect enum ByReference<Value: Sendable>: Sendable {
  case held(Value)

  init(_ value: Value) {
    self = .held(value)
  }

  var value: Value {
    switch self {
    case .held(let value): value
    }
  }
}

extension ByReference: Equatable where Value: Equatable {}

extension ByReference: Hashable where Value: Hashable {}
