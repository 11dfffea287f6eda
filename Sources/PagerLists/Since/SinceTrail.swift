import PagerJSON
import PagerState

/// What was learnt of a list up to one of its pages: the greatest value, the order, and the items that the next run
/// will know.
struct SinceProgress: Sendable {
  /// How many pages were read.
  var pages = 0
  /// How many items came, those that are left out included.
  var itemCount = 0
  /// The greatest value so far, without values from the future.
  var greatest: SinceValue?
  var check: OrderCheck
  /// The identity of the item that later ones are compared with, for messages; nil if it is not known.
  var boundName: String?
  /// How many items came after the first one below the floor; nil: none was below it.
  var past: Int?
  /// How many items of a descending list came that are below the reach of the greatest value.
  var belowReach = 0
  /// The least value at which the next run knows all items; nil: it knows all below.
  var bottom: SinceValue?
  /// Whether the walk came to items that an earlier run had.
  var isAtKnown = false
  /// Whether it came to the mark, or to an item that the run before had in whatever version.
  var hasMetMark = false
  /// When the server sent the first answer, in seconds since 1970; nil if no answer has said it.
  var clock: Int64?
  /// The items with values from the future.
  var future: (count: Int, greatest: SinceValue)?
  var window = SinceWindow()
  /// The size of the largest page, if the cursors of the list are positions; 0: they are not.
  var pageOfPositions = 0
  /// How many items have no value, which the rule allows.
  var missingCount = 0
  /// Whether one of these came behind an item with a value.
  var hasMissingBehind = false
  /// Whether a time came without an offset.
  var hasLocalTimes = false
  /// Whether the mark stays, although nothing is wrong with the list: more items have one value than the next run can
  /// know.
  var isHeld = false
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

  package var endsEarly: Bool { progress.isAtKnown && !progress.isBroken }

  /// Whether something on the way forbids that the mark moves.
  package var isBroken: Bool { progress.isBroken }

  /// The greatest value of the list so far, without values from the future.
  package var greatest: SinceValue? { progress.greatest }

  /// How many items have values from the future, and the greatest of these; nil if no item has.
  package var future: (count: Int, greatest: SinceValue)? { progress.future }

  /// Whether the mark stays, because the next run could not know all items that have its value.
  package var isHeld: Bool { progress.isHeld }

  /// Whether the cursors of the list are positions, which shift when items come and go.
  package var hasPositions: Bool { progress.pageOfPositions > 0 }

  /// How many items have no value, which the rule allows.
  package var missingCount: Int { progress.missingCount }

  /// Whether one of these came behind an item with a value.
  package var hasMissingBehind: Bool { progress.hasMissingBehind }

  /// Whether a time came without an offset.
  package var hasLocalTimes: Bool { progress.hasLocalTimes }

  /// The same progress without the right to move the mark.
  func broken() -> SinceTrail {
    var progress = progress
    progress.isBroken = true
    return SinceTrail(progress)
  }
}

// MARK: In a resume token

extension SinceTrail {
  /// The trail for a resume token, which has little room: without the window.
  var kept: JSONValue {
    var fields: [String: JSONValue] = [
      "pages": .integer(Int64(progress.pages)), "items": .integer(Int64(progress.itemCount)),
    ]
    fields["greatest"] = progress.greatest?.kept
    if let bound = progress.check.bound {
      fields["bound"] = [
        "value": bound.value.kept, "page": .integer(Int64(bound.page)), "index": .integer(Int64(bound.index)),
        "name": progress.boundName.map { .string($0) } ?? .null,
      ]
    }
    fields["past"] = progress.past.map { .integer(Int64($0)) }
    if progress.hasMetMark { fields["met"] = true }
    if progress.belowReach != 0 { fields["below_reach"] = .integer(Int64(progress.belowReach)) }
    fields["bottom"] = progress.bottom?.kept
    fields["clock"] = progress.clock.map { .integer($0) }
    if progress.pageOfPositions != 0 { fields["positions"] = .integer(Int64(progress.pageOfPositions)) }
    if progress.missingCount != 0 { fields["missing"] = .integer(Int64(progress.missingCount)) }
    if progress.hasMissingBehind { fields["missing_behind"] = true }
    if progress.hasLocalTimes { fields["local_times"] = true }
    fields["lost"] = progress.window.lost?.kept
    if progress.isHeld { fields["held"] = true }
    if progress.isBroken { fields["broken"] = true }
    return .object(fields)
  }

  /// Reads what ``kept`` wrote; nil for anything else.
  convenience init?(kept json: JSONValue, _ rule: SinceRule, _ window: SinceWindow) {
    guard let pages = json["pages"]?.integer.flatMap({ Int(exactly: $0) }), pages >= 0 else { return nil }
    var progress = SinceProgress(rule)
    progress.pages = pages
    progress.itemCount = Self.count(json["items"])
    if let greatest = json["greatest"] {
      guard let value = SinceValue(kept: greatest, as: rule.type) else { return nil }
      progress.greatest = value
    }
    if let bound = json["bound"] {
      guard let value = SinceValue(kept: bound["value"], as: rule.type),
        let page = bound["page"]?.integer.flatMap({ Int(exactly: $0) }),
        let index = bound["index"]?.integer.flatMap({ Int(exactly: $0) })
      else { return nil }
      progress.check = OrderCheck(rule, bound: OrderCheck.Item(value: value, page: page, index: index))
      progress.boundName = bound["name"]?.string
    }
    progress.past = json["past"].map { Self.count($0) }
    progress.hasMetMark = json["met"]?.bool ?? false
    progress.belowReach = Self.count(json["below_reach"])
    progress.bottom = SinceValue(kept: json["bottom"], as: rule.type)
    progress.pageOfPositions = min(Self.count(json["positions"]), KnownItems.limit)
    progress.missingCount = Self.count(json["missing"])
    progress.hasMissingBehind = json["missing_behind"]?.bool ?? false
    progress.hasLocalTimes = json["local_times"]?.bool ?? false
    progress.isHeld = json["held"]?.bool ?? false
    progress.clock = json["clock"]?.integer.map { min(max(0, $0), 1 << 40) }
    progress.isBroken = json["broken"]?.bool ?? false
    progress.window = window
    progress.window.lose(SinceValue(kept: json["lost"], as: rule.type))
    self.init(progress)
  }
  /// A number of items that a token has, within bounds that no sum leaves.
  private static func count(_ json: JSONValue?) -> Int {
    min(max(0, json?.integer.flatMap { Int(exactly: $0) } ?? 0), 1 << 30)
  }
}
