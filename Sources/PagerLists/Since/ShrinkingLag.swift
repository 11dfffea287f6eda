import PagerJSON

/// From which value on the next run knows all items, if a checkpoint has no room for those within the lag.
package struct ShrunkLag: Sendable {
  /// The next run reads again from here.
  package let from: SinceValue
  /// The least value of the overlap: the next run knows all items there. nil without an overlap.
  let bottom: SinceValue?

  /// Items below it count as known, although a checkpoint does not have them.
  var known: SinceValue { bottom ?? from }
}

extension SinceRule {
  /// The least value within reach of another one.
  func floor(below value: SinceValue) -> SinceValue {
    guard lagShrinks else { return value.lowered(by: reach) }
    return value.lowered(byTime: reach)
  }

  /// The value below which a descending walk ends; nil: it reads the whole list.
  func end(from start: SinceStart) -> SinceValue? {
    guard let mark = start.mark else { return nil }
    guard lagShrinks, let shrunk = start.shrunk else { return floor(below: mark) }
    let disorder = if case .distance(let distance) = tolerance { distance } else { Int64(0) }
    return max(floor(below: mark), shrunk.from.lowered(by: disorder))
  }

  /// The value from which a request asks for items; nil: it asks for all.
  func filterValue(from start: SinceStart) -> SinceValue? {
    guard let mark = start.mark else { return nil }
    let floor = floor(below: mark)
    guard lagShrinks, let shrunk = start.shrunk else { return floor }
    // The server's filter may leave out the value itself.
    return max(floor, shrunk.from.justBelow)
  }
}

extension SincePlan {
  /// How far the lag of the next run has shrunk; nil: a checkpoint has all items within the lag.
  ///
  /// - Parameter mark: that of the next run.
  package func shrunkLag(after trail: SinceTrail, below mark: SinceValue?) -> ShrunkLag? {
    guard rule.lagShrinks, let mark else { return nil }
    let (progress, floor) = (trail.progress, rule.floor(below: mark))
    // What this walk did not read again, the next one does not know.
    let before = shrunk.flatMap { $0.from > floor ? $0 : nil }
    let overlap = rule.order == .descending ? overlap(after: progress) : 0
    guard let lost = progress.window.lost, overlap > 0 || lost >= floor else { return before }
    let values = progress.window.entries(above: nil).map(\.value).filter { $0 > lost }.sorted()
    guard let least = values.first else { return before }
    // An overlap lies below the value, and is known as well.
    let now = ShrunkLag(from: min(mark, values[min(overlap, values.count - 1)]), bottom: overlap > 0 ? least : nil)
    guard let before else { return now }
    return before.from > now.from ? before : now
  }
}

extension SinceValue {
  /// The value minus milliseconds. An integer counts as a time since 1970, in the unit that its size shows.
  ///
  /// A date moves to the begin of a day, because all items of that day have it.
  fileprivate func lowered(byTime milliseconds: Int64) -> SinceValue {
    guard instant == nil else { return lowered(by: milliseconds).wholeDay }
    let (product, isTooLarge) = milliseconds.multipliedReportingOverflow(by: unit.count)
    return lowered(by: isTooLarge ? .max : (product + unit.milliseconds - 1) / unit.milliseconds)
  }

  /// How many units an integer has in so many milliseconds. Seconds have at most 11
  /// digits until the year 5138, and milliseconds at least 12 since 1973.
  private var unit: (count: Int64, milliseconds: Int64) {
    guard let size = wholeNumber?.int64?.magnitude else { return (1_000_000, 1) }
    return switch size {
    case ..<100_000_000_000: (1, 1_000)
    case ..<100_000_000_000_000: (1, 1)
    case ..<100_000_000_000_000_000: (1_000, 1)
    default: (1_000_000, 1)
    }
  }

  /// A value that is a little less: a filter for greater values lets this one pass.
  fileprivate var justBelow: SinceValue { instant == nil ? lowered(by: 1) : lowered(by: 1_000).wholeDay }

  private var wholeDay: SinceValue {
    guard let instant, instant.form == .date else { return self }
    return .time(instant.dayBegin)
  }
}

extension Instant {
  /// The first moment of its day in UTC.
  fileprivate var dayBegin: Instant {
    let second = (seconds % 86_400 + 86_400) % 86_400
    return Instant(seconds: seconds - second, form: form)
  }
}
