/// One call on a pager: a fetch, a load of a page, or a whole walk.
package struct OperationID: Hashable, Sendable {
  package let number: UInt64

  package init(_ number: UInt64) {
    self.number = number
  }
}

/// One request for one page. Numbers only grow, so an answer to a superseded request is told by its number.
package struct LoadID: Hashable, Sendable {
  package let number: UInt64

  package init(_ number: UInt64) {
    self.number = number
  }
}

/// One receiver of updates.
package struct SubscriberID: Hashable, Sendable {
  package let number: UInt64

  package init(_ number: UInt64) {
    self.number = number
  }
}

/// One update of one pager, the same for all who are told. Numbers only grow.
package struct UpdateID: Hashable, Sendable, Comparable {
  package let number: UInt64

  package init(_ number: UInt64) {
    self.number = number
  }

  package static func < (left: UpdateID, right: UpdateID) -> Bool { left.number < right.number }
}

/// The place of a page in a list. It stays the same while the list grows, and no page of another list has it.
package struct PageID: Hashable, Sendable {
  /// Which list: every first page begins a new one.
  package let list: UInt64
  package let role: PageRole
  /// How many pages of the same role lie between this one and the initial page.
  package let index: Int

  package init(list: UInt64, role: PageRole, index: Int) {
    self.list = list
    self.role = role
    self.index = index
  }
}
