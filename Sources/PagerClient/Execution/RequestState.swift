/// What one request is doing: a pure value that turns events into actions.
///
/// It does not know a clock, a lock, a cache or a transport. Each method is one event, and returns the action that the
/// `Execution` carries out. A request does one thing at a time. Each of these things is a step with a number. An event
/// names its step, and an event of a step that is over has no effect. Only `cancel` comes at any moment.
struct RequestState: Sendable {
  /// Rare and large cases are `indirect`, because each step moves a phase.
  private enum Phase {
    case prepared
    /// The body is being written for the first time.
    case writing(halvings: Int)
    /// The cache is asked before the server.
    case reading(RequestPayload)
    /// The cache did not have the page, and is asked for smaller ones.
    indirect case searching(halvings: Int, miss: RequestOutcome)
    /// The cache's answer is being reported, and the server's will follow.
    case telling(RequestPayload)
    /// The pacer is asked how long the request waits for its turn.
    case pacing(RequestPayload)
    case authorizing(RequestPayload)
    case sending(RequestPayload, grant: UInt64?)
    /// A smaller body is being written, because the first one may be too much for the server.
    indirect case shrinking(RequestPayload, Failure)
    case waiting(RequestWait, Departure)
    /// The cache is asked because the server did not answer.
    indirect case replacing(RequestEnding)
    case cancelled
    case ended
  }

  /// The request that leaves after a wait, and how it counts.
  private enum Departure {
    /// The turn is a time on a clock that only goes forward, in milliseconds.
    case first(RequestPayload, turn: Int64)
    case again(RequestPayload)
    case smaller(RequestPayload)
  }

  /// An answer that is a fault.
  private struct Failure {
    let outcome: RequestOutcome
    let fault: RequestFault
    /// When the answer came, in milliseconds since 1970.
    let time: Int64
    let chance: Double
  }

  /// How the cache is involved in the request; nil: not at all.
  private let policy: CachePolicy?
  private let isPaced: Bool
  /// The rules for sending again. A reference, because each request has them.
  private let retry: RetryRules

  private var phase = Phase.prepared
  private(set) var step = 0
  /// Gives up the step under way; set as soon as it is known.
  private var handle: RequestHandle?
  private(set) var progress = RetryDecision.Progress()
  private var halvings = 0
  /// How many sizes of the page the server has refused.
  private var refusals = 0
  private var hasLeft = false
  /// What the cache is asked for if the server does not answer.
  private var replacement: RequestPayload?
  /// The grant that the server did not accept.
  private var refusedGrant: UInt64?
  /// Whether a limit has refused the request. If so, the request may stand in the queue of such requests.
  private var mayBeInLine = false

  /// - Parameters:
  ///   - isPaced: whether a pacer says when the request leaves for the first time.
  ///   - isRepeatable: whether the server may carry it out twice.
  init(
    _ policy: CachePolicy? = nil, isPaced: Bool = false, isRepeatable: Bool = true, retry: RetryRules
  ) {
    self.policy = policy
    self.isPaced = isPaced
    self.retry = retry
    progress.isRepeatable = isRepeatable
  }

  /// What the request waits for; nil while it does not wait.
  var wait: RequestWait? {
    if case .waiting(let wait, _) = phase { wait } else { nil }
  }

  /// Whether the transport has the request.
  var isSending: Bool {
    if case .sending = phase { true } else { false }
  }

  /// The turn that the request waits for; nil if it waits for something else.
  var turn: Int64? {
    if case .waiting(_, .first(_, let turn)) = phase { turn } else { nil }
  }

  private var isCancelled: Bool {
    if case .cancelled = phase { true } else { false }
  }

  private func isUnderWay(_ step: Int) -> Bool {
    switch phase {
    case .cancelled, .ended: false
    default: step == self.step
    }
  }

  /// Begins a step, and ends the one before it.
  private mutating func go(to phase: Phase) -> Int {
    self.phase = phase
    handle = nil
    step += 1
    return step
  }

  // MARK: Begin and end

  /// - Parameter halvings: how many times the page is halved at first, if the page can be that small. Not asked for if
  ///   the request has started, or was given up.
  mutating func start(halvings: @autoclosure () -> Int) -> RequestAction {
    guard case .prepared = phase else { return .none }
    let halvings = halvings()
    return .write(halvings: halvings, go(to: .writing(halvings: halvings)))
  }

  /// Gives the request up.
  ///
  /// - Returns: what is still to be given up; nil if the request has ended or was given up before.
  mutating func cancel() -> (handle: RequestHandle?, leavesLine: Bool)? {
    switch phase {
    case .cancelled, .ended: return nil
    default: break
    }
    let remains = (handle, mayBeInLine)
    _ = go(to: .cancelled)
    return remains
  }

  /// From now on the request that was sent, or the timer, can be given up. Its answer may have come before.
  ///
  /// - Returns: whether to give it up at once, because the request was cancelled meanwhile.
  mutating func began(_ handle: RequestHandle, _ step: Int) -> Bool {
    if isUnderWay(step) { self.handle = handle }
    return isCancelled
  }

  /// A step failed: the body could not be written, the authorizer gave no headers, or the transport did not accept the
  /// request.
  mutating func failed(_ outcome: RequestOutcome, _ step: Int) -> RequestAction {
    guard isUnderWay(step) else { return .none }
    if case .searching(_, let miss) = phase { return end(.came(miss)) }
    return finish(.came(outcome))
  }

  private mutating func finish(_ ending: RequestEnding) -> RequestAction {
    guard let replacement, ending.isServerFailure else { return end(ending) }
    return .read(replacement, go(to: .replacing(ending)))
  }

  private mutating func end(_ ending: RequestEnding) -> RequestAction {
    _ = go(to: .ended)
    let attempts = hasLeft ? progress.attempts : 0
    let efforts = RequestEfforts(attempts: attempts, halvings: halvings, refusals: refusals)
    return .end(ending, efforts, leavesLine: mayBeInLine)
  }

  // MARK: The body and the cache

  /// - Parameter payload: nil if the page cannot be that small.
  mutating func wrote(_ payload: RequestPayload?, _ use: CacheUse, _ step: Int) -> RequestAction {
    guard isUnderWay(step) else { return .none }
    switch phase {
    case .writing(let halvings):
      guard let payload else { return .write(halvings: 0, go(to: .writing(halvings: 0))) }
      self.halvings = halvings
      return begin(payload, use)
    case .searching(let halvings, let miss):
      guard let payload, use != .none else { return end(.came(miss)) }
      return .read(payload, go(to: .searching(halvings: halvings, miss: miss)))
    case .shrinking(let payloadBefore, let failure):
      return decide(failure, payloadBefore, smaller: payload)
    default:
      return .none
    }
  }

  private mutating func begin(_ payload: RequestPayload, _ use: CacheUse) -> RequestAction {
    switch (policy, use) {
    case (.returnCacheDataDontFetch, .none):
      return end(.unanswerable)
    case (.fetchElseReturnCacheData, .readsAndWrites):
      replacement = payload
    case (let policy?, .readsAndWrites) where policy.readsCache:
      return .read(payload, go(to: .reading(payload)))
    default:
      break
    }
    return takeTurn(payload)
  }

  /// The cache has the answer.
  mutating func found(_ outcome: RequestOutcome, _ step: Int) -> RequestAction {
    guard isUnderWay(step) else { return .none }
    if case .reading(let payload) = phase, policy == .returnCacheDataAndFetch {
      return .tell(outcome, go(to: .telling(payload)))
    }
    return end(.came(outcome))
  }

  /// The cache does not have the answer.
  mutating func missed(_ outcome: RequestOutcome, _ step: Int) -> RequestAction {
    guard isUnderWay(step) else { return .none }
    switch phase {
    case .reading where policy == .returnCacheDataDontFetch:
      return search(halvings: 1, outcome)
    case .reading(let payload):
      return takeTurn(payload)
    case .searching(let halvings, let miss):
      return search(halvings: halvings + 1, miss)
    case .replacing(let ending):
      // The caller has to know what the server did.
      return end(ending)
    default:
      return .none
    }
  }

  /// Looks for a smaller page. If a page was too much for the server, the cache holds it as the smaller page that it
  /// became.
  private mutating func search(halvings: Int, _ miss: RequestOutcome) -> RequestAction {
    .write(halvings: halvings, go(to: .searching(halvings: halvings, miss: miss)))
  }

  /// The cache's answer was reported.
  mutating func told(_ step: Int) -> RequestAction {
    guard isUnderWay(step), case .telling(let payload) = phase else { return .none }
    return takeTurn(payload)
  }

  // MARK: Sending

  private mutating func takeTurn(_ payload: RequestPayload) -> RequestAction {
    isPaced ? .takeTurn(go(to: .pacing(payload))) : authorize(payload)
  }

  /// The pacer has given the request its turn.
  ///
  /// - Parameters:
  ///   - turn: the end of the delay, on a clock that only goes forward, in milliseconds.
  ///   - now: in milliseconds since 1970.
  mutating func paced(by delay: Duration, turn: Int64, now: Int64, _ step: Int) -> RequestAction {
    guard isUnderWay(step), case .pacing(let payload) = phase else { return .none }
    guard delay > .zero else { return authorize(payload) }
    let wait = RequestWait(reason: "pace", attempt: 0, until: now + delay.wholeMilliseconds)
    return .wait(RequestPause(duration: delay, wait: wait, step: go(to: .waiting(wait, .first(payload, turn: turn)))))
  }

  private mutating func authorize(_ payload: RequestPayload) -> RequestAction {
    hasLeft = true
    return .authorize(after: refusedGrant, go(to: .authorizing(payload)))
  }

  /// - Parameter grant: nil if requests need no grant.
  mutating func granted(_ grant: Grant?, _ step: Int) -> RequestAction {
    guard isUnderWay(step), case .authorizing(let payload) = phase else { return .none }
    return .send(payload, grant, go(to: .sending(payload, grant: grant?.number)))
  }

  /// The transport has an answer, or its request failed.
  ///
  /// - Parameters:
  ///   - isUnauthorized: whether the server wants to know who is calling.
  ///   - fault: why the request may have to be sent again, if there is such a reason, and a random number; nil: the
  ///     request is not sent again.
  mutating func answered(
    _ outcome: RequestOutcome, isUnauthorized: Bool = false, fault: (RequestFault, now: Int64, chance: Double)? = nil,
    _ step: Int
  ) -> RequestAction {
    guard isUnderWay(step), case .sending(let payload, let grant) = phase else { return .none }
    if isUnauthorized, let grant, refusedGrant == nil {
      // The server did nothing for the request, so even a mutation is sent again.
      refusedGrant = grant
      return authorize(payload)
    }
    guard let (fault, now, chance) = fault else { return finish(.came(outcome)) }
    let failure = Failure(outcome: outcome, fault: fault, time: now, chance: chance)
    guard fault.mayBeTooLarge, retry.options.shrinksPages else { return decide(failure, payload, smaller: nil) }
    return .write(halvings: halvings + 1, go(to: .shrinking(payload, failure)))
  }

  // MARK: Sending again

  private mutating func decide(_ failure: Failure, _ payload: RequestPayload, smaller: RequestPayload?) -> RequestAction
  {
    progress.canBeSmaller = smaller != nil
    switch (RetryDecision(failure.fault, progress, retry.options, chance: failure.chance), smaller) {
    case (.again(let delay), _): return wait(delay, after: failure, .again(payload))
    case (.smaller(let delay), let smaller?): return wait(delay, after: failure, .smaller(smaller))
    case (.giveUp, _), (.smaller, nil): return finish(ending(of: failure))
    }
  }

  /// A limit has an error of its own. Any other fault is reported as the answer that it came with. The same holds for a
  /// mutation that the server carried out: no caller must take its fault for a reason to send it again.
  private func ending(of failure: Failure) -> RequestEnding {
    guard failure.fault.kind == .limit, !failure.fault.hasData || progress.isRepeatable else {
      return .came(failure.outcome)
    }
    return .limited(failure.fault)
  }

  private mutating func wait(_ delay: Duration, after failure: Failure, _ departure: Departure) -> RequestAction {
    let isForLimit = failure.fault.kind == .limit
    if isForLimit { mayBeInLine = true }
    progress.waited += delay
    let wait = RequestWait(
      reason: failure.fault.reason, attempt: progress.attempts, until: failure.time + delay.wholeMilliseconds)
    return .wait(
      RequestPause(
        duration: delay, wait: wait, isForLimit: isForLimit, otherwise: ending(of: failure),
        step: go(to: .waiting(wait, departure))))
  }

  /// The system has no thread that could wait.
  mutating func cannotWait(_ pause: RequestPause) -> RequestAction {
    guard pause.step == step, let ending = pause.otherwise else { return due(pause.step) }
    return finish(ending)
  }

  /// A wait is over.
  ///
  /// - Parameter late: how many milliseconds more the request had to wait for other requests that the same limit had
  ///   refused before; nil: it did not wait for others.
  mutating func due(late: Int64? = nil, _ step: Int) -> RequestAction {
    guard isUnderWay(step), case .waiting(_, let departure) = phase else {
      return isCancelled ? .leaveLine : .none
    }
    if let late {
      progress.waited += .milliseconds(late)
      progress.contests += 1
    }
    switch departure {
    case .first(let payload, _):
      return authorize(payload)
    case .again(let payload):
      progress.attempts += 1
      return authorize(payload)
    case .smaller(let payload):
      halvings += 1
      refusals += 1
      return authorize(payload)
    }
  }
}
