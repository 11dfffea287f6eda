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
