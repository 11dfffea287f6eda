package import PagerJSON

/// What a config's `since` says about the items of a list: which value counts, and how the list is sorted by it.
package struct SinceRule: Sendable, Hashable {
  /// The value, below the item or the node of an edge.
  package var path: JSONPointer
  package var type: SinceType
  package var order: SinceOrder
  /// How far below the mark items are read again: milliseconds of times, or a number.
  package var lag: Int64
  /// Whether less is read again if a checkpoint has no room for all items within the lag. Such a lag is in milliseconds
  /// also for integers.
  package var lagShrinks: Bool
  package var tolerance: SinceTolerance
  package var missing: SinceMissing
  /// Whether a list with the newest items first may end before an item came that the run before had.
  package var acceptsUnreached: Bool

  package init(
    path: JSONPointer, type: SinceType, order: SinceOrder, lag: Int64 = 0, lagShrinks: Bool = false,
    tolerance: SinceTolerance = .none, missing: SinceMissing = .error, acceptsUnreached: Bool = false
  ) {
    self.path = path
    self.type = type
    self.order = order
    self.lag = lag
    self.lagShrinks = lagShrinks
    self.tolerance = tolerance
    self.missing = missing
    self.acceptsUnreached = acceptsUnreached
  }

  /// An item this far below the mark may be new or changed.
  var reach: Int64 {
    guard case .distance(let distance) = tolerance else { return lag }
    let (sum, isTooLarge) = lag.addingReportingOverflow(distance)
    return isTooLarge ? .max : sum
  }

  /// What a value of this type looks like, for messages.
  package var expected: String {
    switch type {
    case .time: "a time like \"2026-03-01T12:00:00Z\""
    case .integer: "an integer, or a string of digits, of at most \(WholeNumber.longest) bytes"
    case .text: "a string of at most \(SinceValue.longestText) bytes"
    }
  }
}

/// In which order the items are read.
package enum SinceOrder: String, Sendable, Hashable {
  /// The newest first.
  case descending
  /// The oldest first.
  case ascending
  /// The server leaves out what is older, and the rest may be in any order.
  case filtered
}

/// What becomes of an item that has null, or nothing, in the place of the value.
package enum SinceMissing: Sendable, Hashable {
  /// It ends the walk.
  case error
  /// Every run hands it out.
  case deliver
  /// No run hands it out.
  case skip
}

/// How much disorder is expected.
package enum SinceTolerance: Sendable, Hashable {
  case none
  /// An item may be out of order with this many items before it.
  case items(Int)
  /// Two values may be out of order by this much.
  case distance(Int64)
}
