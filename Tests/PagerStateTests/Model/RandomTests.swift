import PagerState
import TestSupport
import Testing

@Suite("Whatever the order of events")
struct RandomTests {
  static let eventsPerRun = 10_000

  @Test(
    "The state does what a plainer model does, and no rule is broken",
    arguments: 1...UInt64(StressChance.count(2, long: 6)), [PageRetention.all, .last, .none])
  func agreesWithTheModel(seed: UInt64, retention: PageRetention) {
    var timeline = Timeline(retaining: retention)
    var model = ModelPager(retention: retention)
    var rules = ActionRules()
    var readerRules = ReaderRules()
    var events = RandomEvents(seed: seed)
    var updates: [(update: PagerUpdate, notation: String)] = []

    for number in 1...Self.eventsPerRun {
      let event =
        number == Self.eventsPerRun
        ? .reset
        : events.next(
          inFlight: model.inFlight, reader: model.running?.reader, newest: rules.newestLoad, held: model.list.names)
      if case .replace(let name, _, _) = event {
        // Where pages are not kept, the place of one may be that of another later on, which the model does not know.
        guard retention == .all, timeline.places[name] != nil else { continue }
      }
      let awaited = model.inFlight?.load
      let expected = model.play(event)
      let actual: String
      do throws(Refusal) {
        let actions = try event.apply(to: &timeline)
        actual = actions.map(\.notation).joined(separator: "; ")
        rules.observe(event, actions, in: timeline.state)
        readerRules.observe(event, actions, awaiting: awaited, in: timeline.state)
        for case .publish(let update) in actions { updates.append((update, update.notation)) }
      } catch {
        actual = error.notation
        rules.refuse()
      }
      let facts = Facts(of: timeline.state)
      let violations = rules.violations + readerRules.violations
      guard actual == expected, facts == Facts(of: model), violations.isEmpty else {
        let broken = violations.joined(separator: ", ")
        let wanted = "\(expected), \(Facts(of: model))"
        Issue.record("event \(number), \(event): \(actual), \(facts); expected \(wanted); \(broken)")
        return
      }
    }

    for (update, notation) in updates { #expect(update.notation == notation) }
    let counts = rules.counts
    #expect(counts.started == counts.finished)
    #expect(counts.sent == counts.answered + counts.aborted)
    // The run went through everything often enough to mean something.
    for count in [
      counts.started, counts.answered, counts.aborted, counts.published, counts.heldBack, counts.refused,
      counts.ignored, counts.ahead,
    ] {
      #expect(count > 50, "\(counts)")
    }
    if retention == .all { #expect(counts.putOff > 3, "\(counts)") }
    let read = readerRules.counts
    #expect(min(read.handedOut, read.endedWithRest, read.cancelledWithRest) > 10, "\(read)")
  }

  /// What the state says of itself when asked.
  private struct Facts: Equatable {
    let frontiers: [String]
    let canLoad: [Bool]
    let pagesLoaded: Int
    let itemsLoaded: Int
    let gaps: Int
    let loading: OperationKind?

    init(of state: PagerState) {
      frontiers = ListEnd.allCases.map { state.frontier(at: $0)?.notation ?? "nil" }
      canLoad = ListEnd.allCases.map { state.canLoad($0) }
      pagesLoaded = state.summary.pagesLoaded
      itemsLoaded = state.summary.itemsLoaded
      gaps = state.summary.gapCount
      loading = state.loading
    }

    init(of model: ModelPager) {
      frontiers = ListEnd.allCases.map { model.list.frontiers[$0]?.notation ?? "nil" }
      canLoad = frontiers.map { $0.hasPrefix("open") || $0 == "unresolved" }
      pagesLoaded = model.list.pageCount
      itemsLoaded = model.list.itemCount
      gaps = model.list.gapCount
      loading = model.running?.kind
    }
  }
}
