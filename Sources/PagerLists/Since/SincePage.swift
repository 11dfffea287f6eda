import PagerBytes
import PagerClient
import PagerJSON
import PagerState
import PagerTransport

/// What one page says about the items that are new.
struct SincePage: Sendable {
  /// What is known of the list up to this page.
  var trail: SinceTrail
  /// The positions of the items that an earlier run had, in order.
  let known: [Int]
  /// The positions of the items that are left out because they have no value, in order.
  let skipped: [Int]
  /// Whether an earlier run had everything beyond this page.
  let isEnd: Bool
  /// What ends the walk with this page; nil if nothing does.
  let fault: ClientError?
}

/// The circumstances in which a page is read.
struct SinceSurroundings {
  /// Whether the page is read from its last item to its first one.
  let isBackward: Bool
  /// Whether errors came beside the data. Items may then have nulls.
  let hasErrors: Bool
  /// The position of the last item, if the page's cursor is one.
  let lastPosition: Int64?
  let headers: ResponseHeaders?
  let secrets: RequestSecrets?
  /// The connection below `data`, and the array of items below that, for messages.
  let connection: JSONPointer
  let array: JSONPointer
}

extension SincePlan {
  /// Reads the items of a page: compares them with each other and with what came before.
  ///
  /// - Parameters:
  ///   - items: the array of items; nil: the page has none.
  ///   - trail: what is known of the list up to the page before; nil: this is the first page.
  func read(
    _ items: JSONNode?, nodeKeys: [String], after trail: SinceTrail?, _ surroundings: SinceSurroundings
  ) -> SinceReading {
    var reading = SinceReading(self, surroundings, nodeKeys, after: trail)
    reading.readClock(surroundings.headers)
    if let items {
      reading.noteCount(of: items.count, lastPosition: surroundings.lastPosition)
      let tokens = items.items(valuesAt: valuePath, nodeKeys: path(of: nodeKeys))
      reading.readValues(of: tokens, in: items)
      reading.findVersions(of: tokens, in: items)
      reading.meetMark(in: tokens, of: items)
    }
    return reading
  }
}

/// One pass over the values of a page, and a second one over the items with versions that matter.
struct SinceReading {
  private struct ReadItem {
    let index: Int
    let value: SinceValue
    let isFuture: Bool
    /// Whether it counts although it is out of reach.
    let isOverlap: Bool
  }

  private let plan: SincePlan
  private let surroundings: SinceSurroundings
  private let nodeKeys: [String]
  private var progress: SinceProgress
  private var items: [ReadItem] = []
  private var known: [Int] = []
  private var skipped: [Int] = []
  /// The items whose value is a null beside an error.
  private var spoiled: [Int] = []
  private var fault: SinceFault?
  /// The order of the items that come again at the begin of a page, because other items came before them.
  private var shifted: OrderCheck
  /// The fault of the first of these, if no item follows that continues the page before.
  private var shiftedFault: SinceFault?

  fileprivate init(
    _ plan: SincePlan, _ surroundings: SinceSurroundings, _ nodeKeys: [String], after trail: SinceTrail?
  ) {
    (self.plan, self.surroundings, self.nodeKeys) = (plan, surroundings, nodeKeys)
    progress = trail?.progress ?? SinceProgress(plan.rule)
    progress.pages += 1
    shifted = OrderCheck(plan.rule)
  }

  /// The first answer that says when it was sent is the clock for all.
  fileprivate mutating func readClock(_ headers: ResponseHeaders?) {
    guard plan.rule.type == .time, progress.clock == nil, let headers, let range = headers.value(of: "date") else {
      return
    }
    let text = headers.bytes.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) }
    progress.clock = Instant(httpDate: text)?.seconds
  }

  /// Cursors that count the items of the list so far are positions.
  fileprivate mutating func noteCount(of count: Int, lastPosition: Int64?) {
    progress.itemCount += count
    guard count > 0, lastPosition == Int64(progress.itemCount) - 1 else { return }
    progress.pageOfPositions = max(progress.pageOfPositions, min(count, KnownItems.limit))
  }

  // MARK: Values

  fileprivate mutating func readValues(of tokens: [ItemTokens], in array: JSONNode) {
    items.reserveCapacity(tokens.count)
    for step in tokens.indices {
      let index = surroundings.isBackward ? tokens.count - 1 - step : step
      let node = tokens[index].value.map { JSONNode(tokens: array.tokens, token: $0) }
      if let node, let value = SinceValue(node, as: plan.rule.type) {
        note(value, at: index, isShifted: checkOrder(of: value, at: index, of: tokens, in: array))
      } else if surroundings.hasErrors, node?.isNull ?? true {
        // An error can leave nulls. It also keeps the mark where it is.
        spoiled.append(index)
      } else if plan.rule.missing != .error, node?.isNull ?? true {
        progress.missingCount += 1
        let isBehind = !items.isEmpty || progress.greatest != nil || progress.future != nil
        progress.hasMissingBehind = progress.hasMissingBehind || isBehind
        if plan.rule.missing == .skip { skipped.append(index) }
      } else {
        let found = plan.found(node, hiding: surroundings.secrets)
        fault = fault ?? .unusable(index: index, found, name(tokens[index], in: array))
      }
    }
    if let bound = progress.check.bound, bound.page == progress.pages {
      progress.boundName = name(tokens[bound.index], in: array)
    }
    progress.isAtKnown = progress.isAtKnown || (progress.past.map { $0 >= plan.readPast(after: progress) } ?? false)
  }

  /// Returns whether the item is one of the page before that comes again.
  private mutating func checkOrder(
    of value: SinceValue, at index: Int, of tokens: [ItemTokens], in array: JSONNode
  ) -> Bool {
    let item = OrderCheck.Item(value: value, page: progress.pages, index: index)
    guard fault == nil else { return false }
    guard let before = progress.check.follow(item) else {
      shiftedFault = nil
      return false
    }
    let beforeName = before.page == item.page ? name(tokens[before.index], in: array) : progress.boundName
    let disorder = SinceFault.disorder(index: index, value, name(tokens[index], in: array), after: before, beforeName)
    // What comes to the front of a descending list moves the items behind it to the next page.
    let mayShift = plan.rule.order == .descending && plan.overlap(after: progress) > 0 && before.page < item.page
    if mayShift, shifted.follow(item) == nil {
      shiftedFault = shiftedFault ?? disorder
      return true
    }
    fault = disorder
    return false
  }

  /// Notes what the value of an item says of the list.
  private mutating func note(_ value: SinceValue, at index: Int, isShifted: Bool) {
    if isShifted {
      items.append(ReadItem(index: index, value: value, isFuture: isFuture(value), isOverlap: false))
      return
    }
    if let past = progress.past {
      progress.past = past + 1
    } else if let floor = plan.floor, value < floor {
      progress.past = 0
    }
    if value.instant?.form == .withoutOffset { progress.hasLocalTimes = true }
    let isFuture = isFuture(value)
    if isFuture { noteFuture(value) } else { noteReached(value) }
    let isOverlap = noteBelowReach(value)
    items.append(ReadItem(index: index, value: value, isFuture: isFuture, isOverlap: isOverlap))
  }

  private func isFuture(_ value: SinceValue) -> Bool {
    guard let clock = progress.clock, let instant = value.instant else { return false }
    return instant > Instant(seconds: clock + SincePlan.secondsAhead)
  }

  /// The mark stays behind the server's clock: an item may change behind the walk, or be dated ahead, and an item that
  /// comes later would be below a greater mark.
  private mutating func noteReached(_ value: SinceValue) {
    if let greatest = progress.greatest, greatest >= value { return }
    if let clock = progress.clock, let instant = value.instant, instant > Instant(seconds: clock) {
      let reached = SinceValue.time(Instant(seconds: clock, form: instant.form))
      progress.greatest = progress.greatest.map { max($0, reached) } ?? reached
    } else {
      progress.greatest = value
    }
  }

  private mutating func noteFuture(_ value: SinceValue) {
    let before = progress.future
    progress.future = ((before?.count ?? 0) + 1, max(before?.greatest ?? value, value))
  }

  /// Counts an item of a descending list with an overlap that is out of reach. Returns whether it is among the first
  /// ones that are out of reach of the greatest value, or of the mark.
  private mutating func noteBelowReach(_ value: SinceValue) -> Bool {
    let overlap = plan.overlap(after: progress)
    guard plan.rule.order == .descending, overlap > 0, let threshold, value < threshold else { return false }
    progress.belowReach += 1
    if progress.belowReach == overlap { progress.bottom = value }
    let isBelowFloor = progress.past.map { $0 < overlap } ?? false
    return progress.belowReach <= overlap || isBelowFloor
  }

  // MARK: Versions

  /// The least value within reach of what will be the mark.
  private var threshold: SinceValue? {
    reached.map { plan.rule.floor(below: $0) }
  }

  /// What will be the mark.
  private var reached: SinceValue? {
    guard let greatest = progress.greatest else { return plan.mark }
    return plan.mark.map { max($0, greatest) } ?? greatest
  }

  /// Finds the items that an earlier run had, and keeps the versions of those that the next run has to know.
  fileprivate mutating func findVersions(of tokens: [ItemTokens], in array: JSONNode) {
    let threshold = threshold
    var entries: [SinceWindow.Entry] = []
    for item in items {
      let isBelowFloor = plan.floor.map { item.value < $0 } ?? false
      // What lies deeper than the overlap of the last run is not what a deletion hid from it.
      let isDeeper =
        isBelowFloor && (!item.isOverlap || plan.bottom.map { item.value < $0 } ?? false)
        || plan.shrunk.map { item.value < $0.known } ?? false
      if isDeeper { known.append(item.index) }
      let mayBeKnown =
        !plan.known.isEmpty && (plan.greatestKnown.map { item.value <= $0 } ?? false)
        && !isDeeper
      let isKept = !item.isFuture && (item.isOverlap || (threshold.map { item.value >= $0 } ?? false))
      guard mayBeKnown || isKept else { continue }
      let node = JSONNode(tokens: array.tokens, token: tokens[item.index].item)
      guard let version = plan.version(of: node) else { continue }
      let mayBeSpoiled = surroundings.hasErrors && isAtMark(item) && isKnown(version.identity)
      if mayBeKnown, mayBeSpoiled || plan.known.contains(version) { known.append(item.index) }
      if isKept { entries.append(.init(version: version, value: item.value)) }
    }
    for index in spoiled {
      let node = JSONNode(tokens: array.tokens, token: tokens[index].item)
      if let version = plan.version(of: node), isKnown(version.identity) { known.append(index) }
    }
    progress.window.add(entries, above: threshold, limit: plan.windowLimit, isShrinking: plan.rule.lagShrinks)
  }

  /// Whether an earlier run had the item in some version. Beside errors, its new version may have nulls that belong to
  /// the errors. The mark does not move, so the next run reads the item again.
  private func isKnown(_ identity: UInt64) -> Bool { plan.known.contains(identity: identity) }

  private func isAtMark(_ item: ReadItem) -> Bool { plan.mark.map { item.value <= $0 } ?? false }

  private func name(_ tokens: ItemTokens, in array: JSONNode) -> String? {
    let node = plan.identityPath.node(below: JSONNode(tokens: array.tokens, token: tokens.item))
    return node.map { String(decoding: $0.writtenBytes.prefix(100), as: UTF8.self) }
  }

  // MARK: The mark

  /// Whether an item came that the run before had, or that it left behind.
  var mark: PageWords.Mark {
    guard plan.mark != nil, plan.rule.order == .descending, !plan.rule.acceptsUnreached else { return .unasked }
    return progress.hasMetMark ? .met : .unmet(mayBeWhole: plan.comparesTotal)
  }

  /// Notes whether the list has come to what the run before had. An item of that run may have a newer value by now.
  fileprivate mutating func meetMark(in tokens: [ItemTokens], of array: JSONNode) {
    guard case .unmet = mark, let mark = plan.mark else { return }
    progress.hasMetMark =
      items.contains { $0.value <= mark }
      || !plan.known.isEmpty
        && tokens.contains { tokens in
          let node = plan.identityPath.node(below: JSONNode(tokens: array.tokens, token: tokens.item))
          return node.map { isKnown(ItemIdentities.hash(of: $0)) } ?? false
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
    if error == nil, !progress.isHeld, isAtEnd, let lost = progress.window.lost, let reached, let threshold {
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

extension SincePlan {
  /// The version of an item; nil for an item without an identity.
  fileprivate func version(of item: JSONNode) -> ItemVersion? {
    guard let node = identityPath.node(below: item) else { return nil }
    let identity = ItemIdentities.hash(of: node)
    return identity == 0 ? nil : ItemVersion(identity: identity, bytes: item.writtenHash)
  }
}

extension ConnectionContent {
  /// Takes over what the page says about the items that are new.
  mutating func adopt(_ since: SincePage, at end: ListEnd) {
    leaveOut(known: since.known, skipped: since.skipped)
    if since.isEnd { inspection[end] = .closed }
    carry(since.trail, at: end)
  }

  /// Forbids that the mark moves to this page or beyond.
  mutating func breakTrail(at end: ListEnd) {
    guard let trail = since?.trail, !trail.isBroken else { return }
    carry(trail.broken(), at: end)
  }

  private mutating func carry(_ trail: SinceTrail, at end: ListEnd) {
    since?.trail = trail
    inspection.trail = TrailReference(trail)
    if case .open(let request) = inspection[end] { inspection[end] = .open(request.carrying(trail)) }
  }
}
