import PagerState

/// The rules that hold for the reader of an operation, seen by the caller that pulls: whatever the order of events, it
/// is handed every page of its operation once and in order, or the operation's end says why not.
struct ReaderRules {
  private(set) var violations: [String] = []
  private(set) var counts = Counts()
  private var reading: Reading?

  /// How often what happened. A run in which something never happens tests nothing.
  struct Counts {
    var handedOut = 0
    /// Readings that ended well, or with a failure, with pages that were still to be handed out.
    var endedWithRest = 0
    /// Readings that were cancelled, superseded or reset with such pages.
    var cancelledWithRest = 0
  }

  /// The operation under way, where it has a reader.
  private struct Reading {
    let operation: OperationID
    let reader: SubscriberID
    /// Whether its walk shows all pages in one update at the end.
    let showsOnce: Bool
    /// The pages that answered it.
    var loaded: [String] = []
    /// Those that its reader was told of.
    var told: [String] = []
    /// What the reader was told of and has not finished with.
    var unfinished: [(update: UpdateID, isHandedOut: Bool)] = []

    var rest: [UpdateID] { unfinished.filter { !$0.isHandedOut }.map(\.update) }
  }

  /// Takes in an event that was accepted, what it brought, and the state it left behind.
  ///
  /// - Parameter awaited: the load that waited for an answer before.
  mutating func observe(
    _ event: RandomEvent, _ actions: [PagerAction], awaiting awaited: LoadID?,
    in state: PagerState
  ) {
    switch event {
    case .receive(let load, let page, _) where load == awaited: reading?.loaded.append(page.name)
    case .receiveAhead(let load, let page, let facts) where load == awaited && facts.hasData:
      reading?.loaded.append(page.name)
    case .handOut(let subscriber) where subscriber == reading?.reader: handOutFirst()
    case .consumed(let subscriber) where subscriber == reading?.reader:
      handOutFirst()
      if reading?.unfinished.isEmpty == false { reading?.unfinished.removeFirst() }
    case .unsubscribe(let subscriber) where subscriber == reading?.reader: reading = nil
    default: break
    }
    for action in actions { observe(action, in: state) }
    if case .start(let operation, let kind, let reader?) = event, state.loading != nil {
      var showsOnce = false
      if case .loadAll(let walk) = kind { showsOnce = !walk.emitsEachPage }
      reading = Reading(operation: operation, reader: reader, showsOnce: showsOnce)
    }
  }

  private mutating func handOutFirst() {
    guard let first = reading?.unfinished.first, !first.isHandedOut else { return }
    reading?.unfinished[0].isHandedOut = true
    counts.handedOut += 1
  }

  private mutating func observe(_ action: PagerAction, in state: PagerState) {
    guard let reading else { return }
    switch action {
    case .publish(let update):
      guard state.hasTold(reading.reader, of: update.id) else { return }
      guard case .page(let change) = update.event else { return violate("a reader was told of more than pages") }
      self.reading?.told.append(change.page.name)
      self.reading?.unfinished.append((update.id, false))
    case .finish(reading.operation, .usage(.cancelled)):
      if !reading.rest.isEmpty { counts.cancelledWithRest += 1 }
      expectRest(of: reading, handedOut: false, in: state)
      self.reading = nil
    case .finish(reading.operation, _):
      expectAllTold(to: reading)
      if !reading.rest.isEmpty { counts.endedWithRest += 1 }
      expectRest(of: reading, handedOut: true, in: state)
      self.reading = nil
    case .finish: violate("an operation ended that was not under way")
    case .replay(let subscriber, _):
      if subscriber == reading.reader { violate("a reader was told of what was before") }
    case .send, .abort: break
    }
  }

  private mutating func expectAllTold(to reading: Reading) {
    guard reading.showsOnce else {
      if reading.told != reading.loaded { violate("loaded \(reading.loaded), and told of \(reading.told)") }
      return
    }
    // A page with errors only is shown by itself, after those that were collected.
    if reading.told.isEmpty != reading.loaded.isEmpty || reading.told.count > 2 {
      violate("loaded \(reading.loaded), and at the end told of \(reading.told)")
    }
  }

  /// What waits when the operation has ended can be handed out, once each; after a cancel it cannot.
  private mutating func expectRest(of reading: Reading, handedOut: Bool, in state: PagerState) {
    var state = state
    for update in reading.rest {
      let isHandedOut = state.handOut(update, to: reading.reader) != nil
      if isHandedOut != handedOut { violate("update \(update.number) was \(handedOut ? "lost" : "kept") at the end") }
      if state.handOut(update, to: reading.reader) != nil { violate("update \(update.number) was handed out twice") }
    }
  }

  private mutating func violate(_ violation: String) {
    violations.append(violation)
  }
}
