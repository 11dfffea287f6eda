import PagerCache
import PagerClient
import PagerEngine
import PagerJSON
import PagerLists
import PagerState
import TestSupport

/// A pager of a plan and a server that answers when the test says so.
final class ListScene {
  let transport = ScriptedTransport(holding: true)
  let engine: PagerEngine
  private let recorder = TextRecorder()

  /// - Parameters:
  ///   - isWatched: whether there is a subscriber, which is done with an update at once.
  ///   - position: where the list continues; nil: it begins.
  ///   - clock: what retries wait by; nil: the system's clock.
  init(
    _ plan: DocumentPlan, retention: PageRetention = .all, cache: Cache? = nil, isWatched: Bool = true,
    resumingAt position: ListPosition? = nil, retry: RetryOptions = .never,
    clock: (any RetryClock)? = nil
  ) {
    let channel = RequestChannel(transport, retry: retry, clock: clock)
    engine = PagerEngine(
      client: GraphQLClient(channel, cache: cache), plan: CurrentPlan(plan), retention: retention,
      resumingAt: position)
    guard isWatched else { return }
    _ = engine.subscribe { [recorder, weak engine] subscriber, update in
      recorder.note(update.notation)
      engine?.finish(update.id, by: subscriber)
    }
  }

  /// What the subscriber was told, and how operations ended.
  var history: [String] { recorder.history }

  /// The variables of all requests, as they were written.
  var variables: [String] {
    transport.bodies.map { body in
      String(body.split(separator: #""variables":"#, maxSplits: 1).last?.dropLast() ?? "")
    }
  }

  func start(
    _ kind: OperationKind, _ policy: CachePolicy = .fetchIgnoringCacheCompletely,
    retaining retention: PageRetention? = nil
  ) throws {
    _ = try engine.start(kind, RequestTerms(policy), retaining: retention) { [recorder] end, _ in
      recorder.note("end: \(end.notation)")
    }
  }

  /// Walks the whole list, with these answers.
  ///
  /// - Parameter requiresTotal: whether a list with fewer items than its pages name is incomplete.
  func walk(requiresTotal: Bool = false, answers: String...) throws {
    try walk(requiresTotal: requiresTotal, answers: answers)
  }

  func walk(requiresTotal: Bool = false, answers: [String]) throws {
    var walk = Walk(emitsEachPage: true)
    walk.requiresTotal = requiresTotal
    try start(.loadAll(walk))
    for answer in answers { transport.answer(answer) }
  }

  /// Answers request after request, until no request waits.
  ///
  /// - Parameter answer: the server's answer to a request with these variables.
  func serve(_ answer: (JSONValue) -> String) {
    // A walk that does not end fails the test that waits for its end.
    for _ in 0..<1_000 where transport.inFlight > 0 {
      transport.answer(answer(transport.requests.last ?? .null))
    }
  }

  func canLoad(_ end: ListEnd) -> Bool { engine.read { $0.canLoad(end) } }
}
