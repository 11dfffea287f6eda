import PagerJSON
import PagerState

/// What a walk that looks for what is new begins with. A class, because the plan has copies and a stack may be small.
package final class SincePlan: Sendable {
  package let rule: SinceRule
  /// Every item up to it is known, apart from the items within reach; nil: nothing is known.
  package let mark: SinceValue?
  /// The items within reach that an earlier run had.
  let known: KnownItems
  /// The versions that a walk had kept when it was cut off.
  let window: SinceWindow
  /// How many items below the mark are read again although they are out of reach: those of one page of an offset list,
  /// because a deletion shifts the pages behind it.
  let overlap: Int
  /// The identity of an item, below the item.
  let identity: JSONPointer
  /// Items strictly below it end a descending walk; nil: none do.
  let floor: SinceValue?
  /// The greatest value that a known item may have. A time may be a little ahead of the mark.
  let greatestKnown: SinceValue?

  /// How far a time may be ahead of the server's clock before it counts as a time in the future.
  static let secondsAhead: Int64 = 60

  let valuePath: ItemPath
  let identityPath: ItemPath
  private let nodeKeys: [[String]: ItemPath]

  init(
    _ rule: SinceRule, from start: SinceStart, identity: JSONPointer, overlap: Int = 0, nodeKeys: [[String]] = []
  ) {
    self.rule = rule
    mark = start.mark
    known = start.known
    window = start.window
    self.identity = identity
    self.overlap = overlap
    floor = rule.order == .descending ? start.mark?.lowered(by: rule.reach) : nil
    if case .time(let instant)? = start.mark {
      greatestKnown = .time(instant.later(bySeconds: Self.secondsAhead))
    } else {
      greatestKnown = start.mark
    }
    valuePath = ItemPath(rule.path)
    identityPath = ItemPath(identity)
    self.nodeKeys = Dictionary(nodeKeys.map { ($0, ItemPath(keys: $0)) }) { first, _ in first }
  }

  /// The keys of an edge's node, ready to be compared.
  func path(of keys: [String]) -> ItemPath { nodeKeys[keys] ?? ItemPath(keys: keys) }

  /// How many items a descending walk reads past the first one below the floor.
  var readPast: Int {
    guard case .items(let count) = rule.tolerance else { return overlap }
    return max(count, overlap)
  }
}

/// Where a walk begins that looks for what is new.
package struct SinceStart: Sendable {
  package var mark: SinceValue?
  var known = KnownItems()
  /// Versions of the items that a walk had before it was cut off.
  var window = SinceWindow()

  package init(mark: SinceValue? = nil) {
    self.mark = mark
  }
}

/// What was learnt of a list up to one of its pages: the greatest value, the order, and the items that the next run
/// will know.
struct SinceProgress: Sendable {
  /// How many pages were read.
  var pages = 0
  /// The greatest value so far, without values from the future.
  var greatest: SinceValue?
  var check: OrderCheck
  /// The identity of the item that later ones are compared with, for messages; nil if it is not known.
  var boundName: String?
  /// How many items came after the first one below the floor; nil: none was below it.
  var past: Int?
  /// How many items of a descending list came that are below the reach of the greatest value.
  var belowReach = 0
  /// Whether the walk came to items that an earlier run had.
  var isAtKnown = false
  /// When the server sent the first answer, in seconds since 1970; nil if no answer has said it.
  var clock: Int64?
  /// The items with values from the future.
  var future: (count: Int, greatest: SinceValue)?
  var window = SinceWindow()
  /// Whether the mark cannot move, because the order or something else was not as it should be.
  var isBroken = false

  init(_ rule: SinceRule) {
    check = OrderCheck(rule)
  }
}

/// The progress up to one page, as the list keeps it.
package final class SinceTrail: ListTrail {
  let progress: SinceProgress

  init(_ progress: SinceProgress) {
    self.progress = progress
  }

  /// Whether the walk ended because it came to items that an earlier run had.
  package var isAtKnown: Bool { progress.isAtKnown }

  /// Whether something on the way forbids that the mark moves.
  package var isBroken: Bool { progress.isBroken }

  /// The greatest value of the list so far, without values from the future.
  package var greatest: SinceValue? { progress.greatest }

  /// How many items have values from the future, and the greatest of these; nil if no item has.
  package var future: (count: Int, greatest: SinceValue)? { progress.future }

  /// The same progress without the right to move the mark.
  func broken() -> SinceTrail {
    var progress = progress
    progress.isBroken = true
    return SinceTrail(progress)
  }
}

/// A trail that a request carries to its page. Requests for the same page are equal, whatever trail they carry.
struct CarriedTrail: Sendable, Hashable {
  let trail: SinceTrail?

  static func == (left: CarriedTrail, right: CarriedTrail) -> Bool { true }

  func hash(into hasher: inout Hasher) {}
}
