/// What one request is doing: a pure value that turns events into actions.
///
/// It knows no clock, lock, cache or transport. Each method is one event, and returns the action that the `Execution` carries
/// out. A request does one thing at a time. Each of these things is a step with a number: an event names the step that it
/// belongs to, and an event of a step that is over has no effect. Only `cancel` comes at any moment.
struct RequestState<Payload: Sendable, Outcome: RequestOutcome>: Sendable {
  typealias Action = RequestAction<Payload, Outcome>
  typealias Ending = RequestEnding<Outcome>

  /// What is rare and large is `indirect`, because each step moves a phase.
  private enum Phase {
    case prepared
    /// The body is being written for the first time.
    case writing(halvings: Int)
    /// The cache is asked before the server.
    case reading(Payload)
    /// The cache did not have the page, and is asked for smaller ones.
    indirect case searching(halvings: Int, miss: Outcome)
    /// The cache's answer is being reported, and the server's will follow.
    case telling(Payload)
    /// The pacer is asked how long the request waits for its turn.
    case pacing(Payload)
    case authorizing(Payload)
    case sending(Payload, grant: UInt64?)
    /// A smaller body is being written, because the one that was sent may be too much for the server.
    indirect case shrinking(Payload, Failure)
    case waiting(RequestWait, Departure)
    /// The cache is asked because the server did not answer.
    indirect case replacing(Ending)
    case cancelled
    case ended
  }

  /// What leaves after a wait, and what it counts as.
  private enum Departure {
    case first(Payload)
    case again(Payload)
    case smaller(Payload)
  }

  /// An answer that is a fault.
  private struct Failure {
    let outcome: Outcome
    let fault: RequestFault
    /// When it came, in milliseconds since 1970.
    let time: Int64
    let chance: Double
  }

  /// What the cache has to do with the request; nil: nothing.
  private let policy: CachePolicy?
  private let isPaced: Bool
  private let retry: RetryOptions
  /// How many times the page is halved before it leaves for the first time, if there is a page that small.
  private let firstHalvings: Int

  private var phase = Phase.prepared
  private(set) var step = 0
  /// What gives up the step under way, as soon as that is known.
  private var handle: RequestHandle?
  private(set) var progress = RetryDecision.Progress()
  private var halvings = 0
  private var hasLeft = false
  /// What the cache is asked for if the server does not answer.
  private var replacement: Payload?
  /// The grant that the server did not accept.
  private var refusedGrant: UInt64?
  /// Whether a limit has refused the request, which may stand in the line of such requests since.
  private var mayBeInLine = false

  /// - Parameters:
  ///   - isPaced: whether a pacer says when the request leaves for the first time.
  ///   - isRepeatable: whether the server may carry it out twice.
  init(
    _ policy: CachePolicy? = nil, isPaced: Bool = false, isRepeatable: Bool = true, halvings: Int = 0,
    retry: RetryOptions
  ) {
    self.policy = policy
    self.isPaced = isPaced
    self.retry = retry
    firstHalvings = halvings
    progress.isRepeatable = isRepeatable
  }

  /// What the request waits for; nil while it does not wait.
  var wait: RequestWait? {
    if case .waiting(let wait, _) = phase { wait } else { nil }
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

  mutating func start() -> Action {
    guard case .prepared = phase else { return .none }
    return .write(halvings: firstHalvings, go(to: .writing(halvings: firstHalvings)))
  }

  /// Gives the request up.
  ///
  /// - Returns: what is left to be given up; nil if the request has ended or was given up before.
  mutating func cancel() -> (handle: RequestHandle?, leavesLine: Bool)? {
    switch phase {
    case .cancelled, .ended: return nil
    default: break
    }
    let remains = (handle, mayBeInLine)
    _ = go(to: .cancelled)
    return remains
  }

  /// What was sent, or a timer, can be given up from now on. Its answer may have come before.
  ///
  /// - Returns: whether to give it up at once, because the request was cancelled meanwhile.
  mutating func began(_ handle: RequestHandle, _ step: Int) -> Bool {
    if isUnderWay(step) { self.handle = handle }
    return isCancelled
  }

  /// A step brought nothing but this: the body could not be written, there are no headers of the authorizer, or the transport
  /// does not take the request.
  mutating func failed(_ outcome: Outcome, _ step: Int) -> Action {
    guard isUnderWay(step) else { return .none }
    if case .searching(_, let miss) = phase { return end(.came(miss)) }
    return finish(.came(outcome))
  }

  private mutating func finish(_ ending: Ending) -> Action {
    guard let replacement, ending.isServerFailure else { return end(ending) }
    return .read(replacement, go(to: .replacing(ending)))
  }

  private mutating func end(_ ending: Ending) -> Action {
    _ = go(to: .ended)
    let attempts = hasLeft ? progress.attempts : 0
    return .end(ending, attempts: attempts, halvings: halvings, leavesLine: mayBeInLine)
  }

  // MARK: The body and the cache

  /// - Parameter payload: nil if there is no page that small.
  mutating func wrote(_ payload: Payload?, _ use: CacheUse, _ step: Int) -> Action {
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

  private mutating func begin(_ payload: Payload, _ use: CacheUse) -> Action {
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
  mutating func found(_ outcome: Outcome, _ step: Int) -> Action {
    guard isUnderWay(step) else { return .none }
    if case .reading(let payload) = phase, policy == .returnCacheDataAndFetch {
      return .tell(outcome, go(to: .telling(payload)))
    }
    return end(.came(outcome))
  }

  /// The cache does not have the answer.
  mutating func missed(_ outcome: Outcome, _ step: Int) -> Action {
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

  /// A page that was too much for the server is in the cache as the smaller one that it became, and is found as such.
  private mutating func search(halvings: Int, _ miss: Outcome) -> Action {
    .write(halvings: halvings, go(to: .searching(halvings: halvings, miss: miss)))
  }

  /// The cache's answer was reported.
  mutating func told(_ step: Int) -> Action {
    guard isUnderWay(step), case .telling(let payload) = phase else { return .none }
    return takeTurn(payload)
  }

  // MARK: Sending

  private mutating func takeTurn(_ payload: Payload) -> Action {
    isPaced ? .takeTurn(go(to: .pacing(payload))) : authorize(payload)
  }

  /// The pacer has given the request its turn.
  ///
  /// - Parameter now: in milliseconds since 1970.
  mutating func paced(by delay: Duration, now: Int64, _ step: Int) -> Action {
    guard isUnderWay(step), case .pacing(let payload) = phase else { return .none }
    guard delay > .zero else { return authorize(payload) }
    let wait = RequestWait(reason: "pace", attempt: 0, until: now + delay.wholeMilliseconds)
    return .wait(RequestPause(duration: delay, wait: wait, step: go(to: .waiting(wait, .first(payload)))))
  }

  private mutating func authorize(_ payload: Payload) -> Action {
    hasLeft = true
    return .authorize(after: refusedGrant, go(to: .authorizing(payload)))
  }

  /// - Parameter grant: nil if requests need none.
  mutating func granted(_ grant: Grant?, _ step: Int) -> Action {
    guard isUnderWay(step), case .authorizing(let payload) = phase else { return .none }
    return .send(payload, grant, go(to: .sending(payload, grant: grant?.number)))
  }

  /// The transport has an answer, or says why there is none.
  ///
  /// - Parameters:
  ///   - isUnauthorized: whether the server wants to know who is calling.
  ///   - fault: why the request may have to be sent again, when that was found, and a number of chance; nil: it is not sent
  ///     again.
  mutating func answered(
    _ outcome: Outcome, isUnauthorized: Bool = false, fault: (RequestFault, now: Int64, chance: Double)? = nil,
    _ step: Int
  ) -> Action {
    guard isUnderWay(step), case .sending(let payload, let grant) = phase else { return .none }
    if isUnauthorized, let grant, refusedGrant == nil {
      // The server did nothing for the request, so even a mutation is sent again.
      refusedGrant = grant
      return authorize(payload)
    }
    guard let (fault, now, chance) = fault else { return finish(.came(outcome)) }
    let failure = Failure(outcome: outcome, fault: fault, time: now, chance: chance)
    guard fault.mayBeTooLarge, retry.shrinksPages else { return decide(failure, payload, smaller: nil) }
    return .write(halvings: halvings + 1, go(to: .shrinking(payload, failure)))
  }

  // MARK: Sending again

  private mutating func decide(_ failure: Failure, _ payload: Payload, smaller: Payload?) -> Action {
    progress.canBeSmaller = smaller != nil
    switch (RetryDecision(failure.fault, progress, retry, chance: failure.chance), smaller) {
    case (.again(let delay), _): return wait(delay, after: failure, .again(payload))
    case (.smaller(let delay), let smaller?): return wait(delay, after: failure, .smaller(smaller))
    case (.giveUp, _), (.smaller, nil): return finish(ending(of: failure))
    }
  }

  /// A limit has an error of its own, and any other fault is reported as the answer that it came with. So is a mutation that was
  /// carried out: no caller must take that for a reason to ask again.
  private func ending(of failure: Failure) -> Ending {
    guard failure.fault.kind == .limit, !failure.fault.hasData || progress.isRepeatable else {
      return .came(failure.outcome)
    }
    return .limited(failure.fault)
  }

  private mutating func wait(_ delay: Duration, after failure: Failure, _ departure: Departure) -> Action {
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
  mutating func cannotWait(_ pause: RequestPause<Outcome>) -> Action {
    guard pause.step == step, let ending = pause.otherwise else { return due(pause.step) }
    return finish(ending)
  }

  /// A wait is over.
  ///
  /// - Parameter late: for how many milliseconds more the request had to wait for others that the same limit had refused
  ///   before; nil: for none.
  mutating func due(late: Int64? = nil, _ step: Int) -> Action {
    guard isUnderWay(step), case .waiting(_, let departure) = phase else {
      return isCancelled ? .leaveLine : .none
    }
    if let late {
      progress.waited += .milliseconds(late)
      progress.contests += 1
    }
    switch departure {
    case .first(let payload):
      return authorize(payload)
    case .again(let payload):
      progress.attempts += 1
      return authorize(payload)
    case .smaller(let payload):
      halvings += 1
      return authorize(payload)
    }
  }
}
