/// One call on a pager: a fetch, a load of a page, or a whole walk.
public struct OperationID: Hashable, Sendable {
  public let number: UInt64

  public init(_ number: UInt64) {
    self.number = number
  }
}

/// One request for one page. Numbers only grow, so the number shows whether an answer belongs to a superseded request.
public struct LoadID: Hashable, Sendable {
  public let number: UInt64

  public init(_ number: UInt64) {
    self.number = number
  }
}

/// One receiver of updates.
public struct SubscriberID: Hashable, Sendable {
  public let number: UInt64

  public init(_ number: UInt64) {
    self.number = number
  }
}

/// One update of one pager, the same for all subscribers. Numbers only grow.
public struct UpdateID: Hashable, Sendable, Comparable {
  public let number: UInt64

  public init(_ number: UInt64) {
    self.number = number
  }

  public static func < (left: UpdateID, right: UpdateID) -> Bool { left.number < right.number }
}

/// The place of a page in a list. It stays the same while the list grows, and no page of another list has it.
public struct PageID: Hashable, Sendable {
  /// Which list: every first page begins a new one.
  public let list: UInt64
  public let role: PageRole
  /// How many pages of the same role lie between this one and the initial page.
  public let index: Int

  public init(list: UInt64, role: PageRole, index: Int) {
    self.list = list
    self.role = role
    self.index = index
  }
}
