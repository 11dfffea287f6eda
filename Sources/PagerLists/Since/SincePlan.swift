import PagerJSON

/// What a walk that looks for what is new begins with. A class, because the plan has copies and a stack may be small.
package final class SincePlan: Sendable {
  package let rule: SinceRule
  /// Every item up to it is known, apart from the items within reach; nil: nothing is known.
  package let mark: SinceValue?
  /// The items within reach that an earlier run had.
  let known: KnownItems
  /// The least value that one of these had of the overlap; nil: there was no overlap, or the list was shorter.
  let bottom: SinceValue?
  /// How far the lag has shrunk; nil: it has not.
  let shrunk: ShrunkLag?
  /// The versions that a walk had kept when it was cut off.
  let window: SinceWindow
  /// How many items below the mark an offset list reads again although they are out of reach: those of one page,
  /// because a deletion shifts the pages behind it.
  private let overlap: Int
  /// The identity of an item, below the item.
  let identity: JSONPointer
  /// Items strictly below it end a descending walk; nil: none do.
  let floor: SinceValue?
  /// The greatest value that a known item may have. A time may be a little ahead of the mark.
  let greatestKnown: SinceValue?
  /// The most versions that the next run can know.
  let windowLimit: Int
  /// Whether a total says how many items the list has.
  let comparesTotal: Bool
  /// Whether a page begins with the last items of the page before.
  private let isInclusive: Bool

  /// How far a time may be ahead of the server's clock before it counts as a time in the future.
  static let secondsAhead: Int64 = 60

  /// By the keys of an edge's node.
  private let finders: [[String]: ItemFinder]

  init(
    _ rule: SinceRule, from start: SinceStart, identity: JSONPointer, overlap: Int = 0, nodeKeys: [[String]] = [],
    windowLimit: Int = KnownItems.limit, comparesTotal: Bool = true, isInclusive: Bool = false
  ) {
    self.rule = rule
    self.comparesTotal = comparesTotal
    self.isInclusive = isInclusive
    self.windowLimit = windowLimit
    mark = start.mark
    known = start.known
    bottom = start.bottom
    window = start.window
    self.identity = identity
    self.overlap = overlap
    shrunk = rule.lagShrinks ? start.shrunk : nil
    floor = rule.order == .descending ? rule.end(from: start) : nil
    if let instant = start.mark?.instant {
      greatestKnown = .time(instant.later(bySeconds: Self.secondsAhead))
    } else {
      greatestKnown = start.mark
    }
    let finders = nodeKeys.map { ($0, ItemFinder(identitiesAt: identity, valuesAt: rule.path, nodeKeys: $0)) }
    self.finders = Dictionary(finders) { first, _ in first }
  }

  /// Whether each page goes on where the one before has ended, in the order of the values.
  var staysInOrder: Bool { rule.order != .filtered && !isInclusive }

  /// Whether a walk has come to a value above the mark.
  func isPassed(by trail: SinceTrail?) -> Bool {
    guard let greatest = trail?.greatest else { return false }
    return mark.map { $0 < greatest } ?? true
  }

  /// What finds the items of a page.
  func finder(nodeKeys: [String]) -> ItemFinder {
    finders[nodeKeys] ?? ItemFinder(identitiesAt: identity, valuesAt: rule.path, nodeKeys: nodeKeys)
  }

  /// How many items below the mark are read again although they are out of reach. Cursors that are positions shift as
  /// offsets do.
  func overlap(after progress: SinceProgress) -> Int { max(overlap, progress.pageOfPositions) }

  /// How many items a descending walk reads past the first one below the floor.
  func readPast(after progress: SinceProgress) -> Int {
    let overlap = overlap(after: progress)
    guard case .items(let count) = rule.tolerance else { return overlap }
    return max(count, overlap)
  }
}

/// Where a walk begins that looks for what is new.
package struct SinceStart: Sendable {
  package var mark: SinceValue?
  var known = KnownItems()
  var bottom: SinceValue?
  var shrunk: ShrunkLag?
  /// Versions of the items that a walk had before it was cut off.
  var window = SinceWindow()

  package init(mark: SinceValue? = nil) {
    self.mark = mark
  }
}
