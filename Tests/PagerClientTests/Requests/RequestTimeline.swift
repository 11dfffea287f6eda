import PagerThreads
import PagerTransport
import Testing

@testable import PagerClient

/// Plays events against the state of a request and compares the whole history: for each event, what the request does
/// next.
///
/// A body is a name, and so is an answer. An event answers the newest step, unless it says which one.
///
/// - Parameters:
///   - rows: events, each with its action. Empty: the event has no effect.
///   - asksForGrants: whether requests need a grant. Otherwise each gets it at once, as from the `Execution`.
func expectRequest(
  policy: CachePolicy? = nil, isPaced: Bool = false, isRepeatable: Bool = true, halvings: Int = 0,
  asksForGrants: Bool = false, retry: RetryOptions = RetryOptions(), _ rows: [(event: RequestInput, action: String)],
  sourceLocation: SourceLocation = #_sourceLocation
) {
  var timeline = RequestTimeline(
    state: RequestState(policy, isPaced: isPaced, isRepeatable: isRepeatable, retry: RetryRules(retry)),
    halvings: halvings,
    asksForGrants: asksForGrants)
  let history = rows.map { "\($0.event.name) → \($0.event.play(&timeline))" }
  let expected = rows.map { "\($0.event.name) → \($0.action)" }
  #expect(history == expected, sourceLocation: sourceLocation)
}

/// What came of asking the cache or the server, as a name. One that begins with `no` is a failure of the server.
extension RequestOutcome {
  private struct Named: Error {
    let name: String
  }

  init(name: String) {
    self = .failure(name.hasPrefix("no") ? ClientError.network(message: name) : Named(name: name))
  }

  var name: String {
    switch self {
    case .failure(let named as Named): named.name
    case .failure(ClientError.network(let name)): name
    case .response, .cached, .failure: "?"
    }
  }
}

/// A state under test, and what an event has to know of the newest step.
struct RequestTimeline {
  var state: RequestState
  /// How many times the page is halved at first.
  var halvings = 0
  var asksForGrants = false
  /// The time of day.
  var now: Int64 = 1_000_000
  /// The step that events answer which do not say it; nil: the newest.
  var answeredStep: Int?
  /// What the newest event led to.
  private(set) var action = RequestAction.none
  private(set) var pause: RequestPause?

  func step(_ named: Int?) -> Int { named ?? answeredStep ?? state.step }

  /// Notes what the state does next, and writes it down.
  mutating func record(_ action: RequestAction) -> String {
    if case .authorize(_, let step) = action, !asksForGrants { return record(state.granted(nil, step)) }
    if case .wait(let pause) = action { self.pause = pause }
    self.action = action
    return action.notation
  }
}

/// One event of a timeline, or a question between events.
struct RequestInput: Sendable {
  let name: String
  let play: @Sendable (inout RequestTimeline) -> String

  init(_ name: String, _ play: @escaping @Sendable (inout RequestTimeline) -> String) {
    self.name = name
    self.play = play
  }

  private static func event(
    _ name: String, of step: Int?,
    _ play: @escaping @Sendable (inout RequestState, Int) -> RequestAction
  ) -> RequestInput {
    RequestInput(name) { timeline in
      timeline.record(play(&timeline.state, timeline.step(step)))
    }
  }
}

// MARK: Events

extension RequestInput {
  static let start = RequestInput("start") { $0.record($0.state.start(halvings: $0.halvings)) }

  static let cancel = RequestInput("cancel") { timeline in
    guard let (handle, leavesLine) = timeline.state.cancel() else { return "too late" }
    return ["cancelled", handle.map { "give up \($0.notation)" }, leavesLine ? "leave line" : nil].compactMap { $0 }
      .joined(separator: "; ")
  }

  static func wrote(_ body: String, _ use: CacheUse = .none, of step: Int? = nil) -> RequestInput {
    event("wrote \(body)", of: step) { $0.wrote(RequestPayload(body: Array(body.utf8)), use, $1) }
  }

  static let noPageThatSmall = event("no page that small", of: nil) { $0.wrote(nil, .none, $1) }

  static func found(_ name: String, of step: Int? = nil) -> RequestInput {
    event("found \(name)", of: step) { $0.found(RequestOutcome(name: name), $1) }
  }

  static func missed(_ name: String, of step: Int? = nil) -> RequestInput {
    event("missed \(name)", of: step) { $0.missed(RequestOutcome(name: name), $1) }
  }

  static func told(of step: Int? = nil) -> RequestInput {
    event("told", of: step) { $0.told($1) }
  }

  static func paced(by milliseconds: Int, of step: Int? = nil) -> RequestInput {
    RequestInput("paced by \(milliseconds)") {
      let now = $0.now
      return $0.record(
        $0.state.paced(by: .milliseconds(milliseconds), turn: now + Int64(milliseconds), now: now, $0.step(step)))
    }
  }

  /// - Parameter number: nil if the client has no authorizer any more.
  static func granted(_ number: UInt64?, of step: Int? = nil) -> RequestInput {
    event("granted \(number.map { "\($0)" } ?? "nothing")", of: step) {
      $0.granted(number.map { Grant(headers: [], number: $0) }, $1)
    }
  }

  static func failed(_ name: String, of step: Int? = nil) -> RequestInput {
    event("failed \(name)", of: step) { $0.failed(RequestOutcome(name: name), $1) }
  }

  static func answered(_ name: String, isUnauthorized: Bool = false, of step: Int? = nil) -> RequestInput {
    event("answered \(name)", of: step) {
      $0.answered(RequestOutcome(name: name), isUnauthorized: isUnauthorized, $1)
    }
  }

  /// An answer after which the request may be sent again.
  static func answered(
    _ name: String, _ fault: RequestFault, isUnauthorized: Bool = false, of step: Int? = nil
  ) -> RequestInput {
    RequestInput("answered \(name)") {
      $0.record(
        $0.state.answered(
          RequestOutcome(name: name), isUnauthorized: isUnauthorized, fault: (fault, now: $0.now, chance: 1),
          $0.step(step)))
    }
  }

  /// The transport has taken the request, and names it.
  static func isTransfer(_ number: UInt64, of step: Int? = nil) -> RequestInput {
    began(.transfer(TransferID(rawValue: number)), of: step)
  }

  /// The clock has set a timer, and names it.
  static func isTimer(_ number: UInt64, of step: Int? = nil) -> RequestInput {
    began(.timer(TimerID(number: number)), of: step)
  }

  private static func began(_ handle: RequestHandle, of step: Int?) -> RequestInput {
    RequestInput("is \(handle.notation)") {
      $0.state.began(handle, $0.step(step)) ? "give up \(handle.notation)" : ""
    }
  }

  static func due(late: Int64? = nil, of step: Int? = nil) -> RequestInput {
    event("due", of: step) { $0.due(late: late, $1) }
  }

  static let cannotWait = RequestInput("cannot wait") { timeline in
    timeline.pause.map { timeline.record(timeline.state.cannotWait($0)) } ?? "no wait"
  }

  /// What the request says that it waits for.
  static let waits = RequestInput("waits?") { timeline in
    timeline.state.wait.map { "\($0.reason) after \($0.attempt), \($0.until - timeline.now) ms" } ?? "no"
  }
}

extension RequestInput: CustomTestStringConvertible {
  var testDescription: String { name }
}

// MARK: Notation

extension RequestHandle {
  var notation: String {
    switch self {
    case .transfer(let transfer): "transfer \(transfer.rawValue)"
    case .timer(let timer): "timer \(timer.number)"
    }
  }
}

extension RequestEnding {
  var notation: String {
    switch self {
    case .came(let outcome): outcome.name
    case .limited: "limited"
    case .unanswerable: "unanswerable"
    }
  }
}

extension RequestPayload {
  var text: String { String(decoding: body, as: UTF8.self) }
}

extension RequestAction {
  var notation: String {
    switch self {
    case .none: ""
    case .write(halvings: 0, _): "write"
    case .write(let halvings, _): "write halved \(halvings)"
    case .read(let body, _): "ask cache for \(body.text)"
    case .tell(let outcome, _): "tell \(outcome.name)"
    case .takeTurn: "take turn"
    case .authorize(let refused, _): refused.map { "ask for a grant after \($0)" } ?? "ask for a grant"
    case .send(let body, let grant, _): grant.map { "send \(body.text) with \($0.number)" } ?? "send \(body.text)"
    case .wait(let pause):
      "wait \(pause.duration.wholeMilliseconds) ms for \(pause.wait.reason)" + (pause.isForLimit ? ", in line" : "")
    case .leaveLine: "leave line"
    case .end(let ending, let efforts, let leavesLine):
      "end \(ending.notation) at \(efforts.attempts)" + (efforts.halvings > 0 ? ", halved \(efforts.halvings)" : "")
        + (efforts.refusals > 0 && efforts.refusals < efforts.halvings ? ", refused \(efforts.refusals)" : "")
        + (leavesLine ? "; leave line" : "")
    }
  }
}

extension RequestFault {
  static let unavailable = RequestFault(kind: .status(503))
  static let timedOutGateway = RequestFault(kind: .status(504))
  static let tooLarge = RequestFault(kind: .tooLarge)
  static let refusedConnection = RequestFault(kind: .connection, isUnprocessed: true)
  static let lostConnection = RequestFault(kind: .connection)
  static func limit(_ wait: Duration? = nil, hasData: Bool = false) -> RequestFault {
    RequestFault(kind: .limit, wait: wait, isUnprocessed: !hasData, hasData: hasData)
  }
}
