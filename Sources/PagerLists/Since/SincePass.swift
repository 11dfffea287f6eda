import PagerBytes
import PagerClient
import PagerJSON
import PagerState
import PagerTransport

/// One pass over the values of a page, and a second one over the items with versions that matter.
struct SincePass {
  private struct ReadItem {
    let place: SinceColumn.Place
    let index: Int
    /// Whether no item before had the value, because the list has only now come to it.
    let isNew: Bool
    var isFuture = false
    /// Whether it counts although it is out of reach.
    var isOverlap = false
  }

  /// Where the column has what values are compared with; nil: the walk has no such value.
  private struct Limits {
    let mark, floor, bottom, shrunk, greatestKnown: SinceColumn.Place?
    /// The server's clock, and what is in the future of it.
    let clock, future: SinceColumn.Place?

    init(_ plan: SincePlan, clock: Int64?, _ column: inout SinceColumn) {
      mark = plan.mark.map { column.add($0) }
      floor = plan.floor.map { column.add($0) }
      bottom = plan.bottom.map { column.add($0) }
      shrunk = plan.shrunk.map { column.add($0.known) }
      greatestKnown = plan.known.isEmpty ? nil : plan.greatestKnown.map { column.add($0) }
      self.clock = clock.map { column.add(.time(Instant(seconds: $0))) }
      future = clock.map { column.add(.time(Instant(seconds: $0 + SincePlan.secondsAhead))) }
    }
  }

  private let plan: SincePlan
  private let surroundings: SinceSurroundings
  private let nodeKeys: [String]
  private var progress: SinceProgress
  private var column: SinceColumn
  private let limits: Limits
  private var order: PageOrder
  /// The greatest value so far, without values from the future.
  private var greatest: SinceColumn.Place?
  /// The least value within reach of what will be the mark, for the greatest value that it was found for.
  private var found: (threshold: SinceColumn.Place?, greatest: SinceColumn.Place?)?
  private var items: [ReadItem] = []
  private var known: [Int] = []
  private var skipped: [Int] = []
  /// The items whose value is a null beside an error.
  private var spoiled: [Int] = []
  private var fault: SinceFault?
  /// The order of the items that come again at the begin of a page, because other items came before them.
  private var shifted: PageOrder
  /// The fault of the first of these, if no item follows that continues the page before.
  private var shiftedFault: SinceFault?
  /// What tells the items of the walk apart, as ``ItemIdentities`` has it, of those that may come twice; 0 for the
  /// others.
  private(set) var identities: [UInt64]?

  init(
    _ plan: SincePlan, _ surroundings: SinceSurroundings, _ nodeKeys: [String], _ nodes: FoundItems?,
    after trail: SinceTrail?
  ) {
    (self.plan, self.surroundings, self.nodeKeys) = (plan, surroundings, nodeKeys)
    progress = trail?.progress ?? SinceProgress(plan.rule)
    progress.pages += 1
    if plan.rule.type == .time, progress.clock == nil { progress.clock = surroundings.headers?.clock }
    var column = SinceColumn()
    column.reserve(itemCount: nodes?.count ?? 0)
    limits = Limits(plan, clock: progress.clock, &column)
    greatest = progress.greatest.map { column.add($0) }
    order = PageOrder(after: progress.check, &column)
    shifted = PageOrder(after: OrderCheck(plan.rule), &column)
    self.column = column
    guard let nodes else { return }
    noteCount(of: nodes.count)
    readValues(of: nodes)
    findVersions(of: nodes)
    meetMark(in: nodes)
    identities = identities(of: nodes)
  }

  /// Cursors that count the items of the list so far are positions.
  private mutating func noteCount(of count: Int) {
    progress.itemCount += count
    guard count > 0, surroundings.lastPosition == Int64(progress.itemCount) - 1 else { return }
    progress.pageOfPositions = max(progress.pageOfPositions, min(count, KnownItems.limit))
  }

  // MARK: Values

  private mutating func readValues(of nodes: FoundItems) {
    items.reserveCapacity(nodes.count)
    for step in 0..<nodes.count {
      let index = surroundings.isBackward ? nodes.count - 1 - step : step
      let node = nodes.value(index)
      if let node, let place = column.add(node, as: plan.rule.type, page: progress.pages, index: index) {
        take(place, at: index, of: nodes)
      } else if surroundings.hasErrors, node?.isNull ?? true {
        // An error can leave nulls. It also keeps the mark where it is.
        spoiled.append(index)
      } else if plan.rule.missing != .error, node?.isNull ?? true {
        progress.missingCount += 1
        let isBehind = !items.isEmpty || greatest != nil || progress.future != nil
        progress.hasMissingBehind = progress.hasMissingBehind || isBehind
        if plan.rule.missing == .skip { skipped.append(index) }
      } else {
        let found = plan.found(node, hiding: surroundings.secrets)
        fault = fault ?? .unusable(index: index, found, nodes.name(index))
      }
    }
    progress.greatest = greatest.map { column[$0] }
    progress.check = order.checked(column)
    if let bound = progress.check.bound, bound.page == progress.pages { progress.boundName = nodes.name(bound.index) }
    progress.isAtKnown = progress.isAtKnown || (progress.past.map { $0 >= plan.readPast(after: progress) } ?? false)
  }

  private mutating func take(_ place: SinceColumn.Place, at index: Int, of nodes: FoundItems) {
    // Behind a fault nothing is new.
    let step = fault == nil ? order.follow(place, in: column) : PageOrder.Step(isNew: false, earlier: nil)
    var item = ReadItem(place: place, index: index, isNew: step.isNew)
    item.isFuture = column.isLess(limits.future, place)
    if let earlier = step.earlier {
      if comesAgain(place, at: index, of: nodes, after: earlier) {
        items.append(item)
        return
      }
    } else if fault == nil {
      shiftedFault = nil
    }
    item.isOverlap = note(place, isFuture: item.isFuture)
    items.append(item)
  }

  /// Whether an item that is out of order is one of the page before that comes again. Otherwise that is a fault.
  private mutating func comesAgain(
    _ place: SinceColumn.Place, at index: Int, of nodes: FoundItems, after earlier: SinceColumn.Place
  ) -> Bool {
    let before = column.item(at: earlier)
    let beforeName = before.page == progress.pages ? nodes.name(before.index) : progress.boundName
    let disorder = SinceFault.disorder(index: index, column[place], nodes.name(index), after: before, beforeName)
    // What comes to the front of a descending list moves the items behind it to the next page.
    let mayShift =
      plan.rule.order == .descending && plan.overlap(after: progress) > 0 && before.page < progress.pages
    if mayShift, shifted.follow(place, in: column).earlier == nil {
      shiftedFault = shiftedFault ?? disorder
      return true
    }
    fault = disorder
    return false
  }

  /// Notes what the value of an item says of the list. Returns whether the item counts although it is out of reach.
  private mutating func note(_ place: SinceColumn.Place, isFuture: Bool) -> Bool {
    if let past = progress.past {
      progress.past = past + 1
    } else if column.isLess(place, limits.floor) {
      progress.past = 0
    }
    if column.isLocalTime(place) { progress.hasLocalTimes = true }
    if isFuture { noteFuture(column[place]) } else { noteReached(place) }
    return noteBelowReach(place)
  }

  /// The mark stays behind the server's clock: an item may change behind the walk, or be dated ahead, and an item that
  /// comes later would be below a greater mark.
  private mutating func noteReached(_ place: SinceColumn.Place) {
    if let greatest, !column.isLess(greatest, place) { return }
    var reached = place
    if let clock = progress.clock, column.isLess(limits.clock, place), let instant = column[place].instant {
      reached = column.add(.time(Instant(seconds: clock, form: instant.form)))
      if let greatest, !column.isLess(greatest, reached) { return }
    }
    greatest = reached
  }

  private mutating func noteFuture(_ value: SinceValue) {
    let before = progress.future
    progress.future = ((before?.count ?? 0) + 1, max(before?.greatest ?? value, value))
  }

  /// Counts an item of a descending list with an overlap that is out of reach. Returns whether it is among the first
  /// ones that are out of reach of the greatest value, or of the mark.
  private mutating func noteBelowReach(_ place: SinceColumn.Place) -> Bool {
    guard plan.rule.order == .descending else { return false }
    let overlap = plan.overlap(after: progress)
    guard overlap > 0 else { return false }
    // It may add to the column, so it comes before the comparison.
    let threshold = threshold()
    guard column.isLess(place, threshold) else { return false }
    progress.belowReach += 1
    if progress.belowReach == overlap { progress.bottom = column[place] }
    let isBelowFloor = progress.past.map { $0 < overlap } ?? false
    return progress.belowReach <= overlap || isBelowFloor
  }

  // MARK: Versions

  /// The place of the least value within reach of what will be the mark.
  private mutating func threshold() -> SinceColumn.Place? {
    if let found, found.greatest == greatest { return found.threshold }
    let threshold = reached(greatest.map { column[$0] }).map { column.add(plan.rule.floor(below: $0)) }
    found = (threshold, greatest)
    return threshold
  }

  /// What will be the mark.
  private func reached(_ greatest: SinceValue?) -> SinceValue? {
    guard let greatest else { return plan.mark }
    return plan.mark.map { max($0, greatest) } ?? greatest
  }

  /// Finds the items that an earlier run had, and keeps the versions of those that the next run has to know.
  private mutating func findVersions(of nodes: FoundItems) {
    let threshold = threshold()
    var entries: [SinceWindow.Entry] = []
    for item in items {
      // What lies deeper than the overlap of the last run is not what a deletion hid from it.
      let isDeeper =
        column.isLess(item.place, limits.floor) && (!item.isOverlap || column.isLess(item.place, limits.bottom))
        || column.isLess(item.place, limits.shrunk)
      if isDeeper { known.append(item.index) }
      let mayBeKnown = !isDeeper && (limits.greatestKnown.map { !column.isLess($0, item.place) } ?? false)
      let isKept =
        !item.isFuture && (item.isOverlap || (threshold.map { !column.isLess(item.place, $0) } ?? false))
      guard mayBeKnown || isKept, let version = nodes.version(item.index) else { continue }
      let mayBeSpoiled = surroundings.hasErrors && isAtMark(item.place) && isKnown(version.identity)
      if mayBeKnown, mayBeSpoiled || plan.known.contains(version) { known.append(item.index) }
      if isKept { entries.append(.init(version: version, value: column[item.place])) }
    }
    for index in spoiled {
      if let version = nodes.version(index), isKnown(version.identity) { known.append(index) }
    }
    progress.window.add(
      entries, above: threshold.map { column[$0] }, limit: plan.windowLimit, isShrinking: plan.rule.lagShrinks)
  }

  /// Whether an earlier run had the item in some version. Beside errors, its new version may have nulls that belong to
  /// the errors. The mark does not move, so the next run reads the item again.
  private func isKnown(_ identity: UInt64) -> Bool { plan.known.contains(identity: identity) }

  private func isAtMark(_ place: SinceColumn.Place) -> Bool { limits.mark.map { !column.isLess($0, place) } ?? false }

  /// In a list in order, an item comes again only while the list stays at its value. So most items need no hash.
  private func identities(of nodes: FoundItems) -> [UInt64] {
    func identity(_ index: Int) -> UInt64 { nodes.version(index)?.hash ?? 0 }
    let isInOrder = plan.staysInOrder && plan.overlap(after: progress) == 0 && fault == nil
    guard isInOrder, items.count == nodes.count else { return (0..<nodes.count).map(identity) }
    var identities = [UInt64](repeating: 0, count: nodes.count)
    for (step, item) in items.enumerated() {
      if !item.isNew, step > 0 {
        let before = items[step - 1]
        // The item with this value may be anywhere before.
        guard column.isEqual(before.place, item.place) else { return (0..<nodes.count).map(identity) }
        identities[before.index] = identity(before.index)
      }
      if !item.isNew || order.mayComeAgain(item.place, in: column) { identities[item.index] = identity(item.index) }
    }
    return identities
  }

  // MARK: The mark

  /// Whether an item came that the run before had, or that it left behind.
  var mark: PageWords.Mark {
    guard plan.mark != nil, plan.rule.order == .descending, !plan.rule.acceptsUnreached else { return .unasked }
    return progress.hasMetMark ? .met : .unmet(mayBeWhole: plan.comparesTotal)
  }

  /// Notes whether the list has come to what the run before had. An item of that run may have a newer value by now.
  private mutating func meetMark(in nodes: FoundItems) {
    guard case .unmet = mark else { return }
    progress.hasMetMark =
      items.contains { isAtMark($0.place) }
      || !plan.known.isEmpty
        && (0..<nodes.count).contains { index in
          nodes.identity(index).map { isKnown(ItemIdentities.hash(of: $0)) } ?? false
        }
  }

  // MARK: The end

  /// - Parameter isLast: whether no page follows.
  func finished(isLast: Bool) -> SincePage {
    var progress = progress
    // A page of nothing but items that came before does not continue the list, unless it ends there.
    var error = (fault ?? (isLast ? nil : shiftedFault)).map { fault in
      let place = "/data\(surroundings.connection)\(surroundings.array)"
      return plan.error(fault, onPage: progress.pages, in: place, nodeKeys, hiding: surroundings.secrets)
    }
    // A list in another order may still come to values that leave the lost ones behind.
    let isAtEnd = isLast || progress.isAtKnown || plan.rule.order == .descending
    if error == nil, !progress.isHeld, isAtEnd, let lost = progress.window.lost,
      let reached = reached(progress.greatest)
    {
      let threshold = plan.rule.floor(below: reached)
      let isFull = lost >= threshold
      if plan.rule.lagShrinks {
        progress.isHeld = lost >= reached
      } else if isFull, progress.window.isTied(above: threshold) {
        progress.isHeld = true
      } else if isFull {
        error = plan.windowFull
      }
    }
    if error != nil { progress.isBroken = true }
    return SincePage(
      trail: SinceTrail(progress), known: known.sorted(), skipped: skipped.sorted(),
      isEnd: progress.isAtKnown && error == nil, fault: error)
  }
}

extension ResponseHeaders {
  /// When the server sent the answer, in seconds since 1970; nil if it does not say.
  fileprivate var clock: Int64? {
    guard let range = value(of: "date") else { return nil }
    return Instant(httpDate: bytes.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) })?.seconds
  }
}
