"""Mistakes in how requests are sent, sent again, paced and authorized: PagerClient."""

from mutants import Mutant

AUTHORIZING = "Sources/PagerClient/Authorizing/"
EXECUTION = "Sources/PagerClient/Execution/"
PACING = "Sources/PagerClient/Pacing/"
RETRYING = "Sources/PagerClient/Retrying/"
STATE = f"{EXECUTION}RequestState.swift"

MUTANTS = [
    # Authorizing.
    Mutant(
        f"{AUTHORIZING}Authorization.swift",
        "      guarded.grant = nil\n      guarded.question = nil\n      isSet.store",
        "      if !$mutant { guarded.grant = nil }\n      guarded.question = nil\n      isSet.store",
        "a replaced authorizer's token is still sent",
    ),
    Mutant(
        f"{AUTHORIZING}Authorization.swift",
        "if let grant = guarded.grant, grant.number != refused { return .go(grant) }",
        "if let grant = guarded.grant, grant.number != refused || $mutant { return .go(grant) }",
        "a token that the server refused is sent again and again",
    ),
    Mutant(
        f"{AUTHORIZING}Authorization.swift",
        "guard guarded.question == nil else { return .wait }",
        "guard guarded.question == nil || $mutant else { return .wait }",
        "requests that wait at once each ask the authorizer",
    ),
    Mutant(
        f"{AUTHORIZING}Authorization.swift",
        "guard guarded.question == question else { return nil }",
        "guard guarded.question == question || $mutant else { return nil }",
        "the late answer of a replaced authorizer counts",
    ),
    Mutant(
        f"{AUTHORIZING}Authorization.swift",
        "authorizer(refused == nil ? .start : .unauthorized)",
        "authorizer(refused == nil || $mutant ? .start : .unauthorized)",
        "an authorizer is not told that its token was refused, and gives it again",
    ),
    Mutant(
        f"{AUTHORIZING}Authorization.swift",
        "for waiter in waiting { waiter(.failure(.closed)) }",
        "for waiter in waiting where !$mutant { waiter(.failure(.closed)) }",
        "requests that wait for an authorizer never end when the client is closed",
    ),
    Mutant(
        STATE,
        "if isUnauthorized, let grant, refusedGrant == nil {",
        "if isUnauthorized, let grant, refusedGrant == nil || $mutant {",
        "a server that always answers 401 is asked for ever",
    ),
    Mutant(
        STATE,
        "      refusedGrant = grant\n",
        "      if !$mutant { refusedGrant = grant }\n",
        "a 401 is answered with the same token",
    ),
    Mutant(
        f"{AUTHORIZING}Authorization.swift",
        "options.headers = grant.headers.replacing(with: headers)",
        "options.headers = $mutant ? headers.replacing(with: grant.headers) : grant.headers.replacing(with: headers)",
        "a header of one request loses against the authorizer's",
    ),
    # Sending.
    Mutant(
        STATE,
        "progress.waited += .milliseconds(late)",
        "if !$mutant { progress.waited += .milliseconds(late) }",
        "the time in the queue of a limit does not count: the budget is exceeded",
    ),
    Mutant(
        STATE,
        "progress.contests += 1",
        "if !$mutant { progress.contests += 1 }",
        "a request gives up because others used up a limit before it",
    ),
    Mutant(
        STATE,
        "progress.waited += delay",
        "if !$mutant { progress.waited += delay }",
        "retries go on beyond their budget of time",
    ),
    Mutant(
        STATE,
        "progress.attempts += 1",
        "if !$mutant { progress.attempts += 1 }",
        "a request that fails is sent for ever",
    ),
    Mutant(
        STATE,
        "      halvings += 1\n",
        "      if !$mutant { halvings += 1 }\n",
        "a page that is too large is asked for with the same half size for ever",
    ),
    Mutant(
        STATE,
        "    default: step == self.step\n",
        "    default: step == self.step || $mutant\n",
        "an event of a step that is over ends the one under way",
    ),
    Mutant(
        STATE,
        "guard failure.fault.kind == .limit, !failure.fault.hasData",
        "guard failure.fault.kind == .limit, !$mutant, !failure.fault.hasData",
        "a limit that lasts is an HTTP error, and not RATE_LIMITED",
    ),
    Mutant(
        STATE,
        "return isCancelled ? .leaveLine : .none",
        "return isCancelled && !$mutant ? .leaveLine : .none",
        "after a cancelled request nothing that waits for the same limit is ever sent",
    ),
    Mutant(
        STATE,
        "if case .reading(let payload) = phase, policy == .returnCacheDataAndFetch {",
        "if case .reading(let payload) = phase, policy == .returnCacheDataAndFetch, !$mutant {",
        "return_cache_data_and_fetch does not fetch",
    ),
    Mutant(
        STATE,
        "    case .first(let payload):\n      return authorize(payload)",
        "    case .first(let payload):\n      return $mutant ? .none : authorize(payload)",
        "a request that waits for its turn is never sent",
    ),
    Mutant(
        f"{EXECUTION}Execution.swift",
        "    if isUnwanted { giveUp(handle) }",
        "    if isUnwanted, !$mutant { giveUp(handle) }",
        "a request that was cancelled as it left runs on",
    ),
    Mutant(
        f"{EXECUTION}Execution.swift",
        "    began(.timer(timer), pause.step)",
        "    if !$mutant { began(.timer(timer), pause.step) }",
        "a timer of a cancelled wait keeps the request in memory until it is over",
    ),
    Mutant(
        f"{EXECUTION}Execution.swift",
        "      pacer.learn(response, now: channel.clock.milliseconds)",
        "      if !$mutant { pacer.learn(response, now: channel.clock.milliseconds) }",
        "rate_limit pace does nothing",
    ),
    Mutant(
        f"{EXECUTION}Execution.swift",
        "    case .timer(let timer): channel.clock.cancel(timer)\n",
        "    case .timer(let timer): if !$mutant { channel.clock.cancel(timer) }\n",
        "a cancelled request is kept in memory until its wait is over",
    ),
    Mutant(
        f"{EXECUTION}Execution.swift",
        "    case .transfer(let transfer): channel.transport.cancel(transfer)\n",
        "    case .transfer(let transfer): if !$mutant { channel.transport.cancel(transfer) }\n",
        "a cancelled request runs on",
    ),
    Mutant(
        f"{EXECUTION}Execution.swift",
        "    if leavesLine { channel.limits.leave(self, on: channel.clock) }",
        "    if leavesLine, !$mutant { channel.limits.leave(self, on: channel.clock) }",
        "after a cancelled request nothing that waits for the same limit is ever sent",
    ),
    Mutant(
        f"{EXECUTION}Execution.swift",
        "      if leavesLine { channel.limits.leave(self) }\n",
        "      if leavesLine, !$mutant { channel.limits.leave(self) }\n",
        "the second request that a limit refused is never sent again",
    ),
    Mutant(
        f"{EXECUTION}Execution.swift",
        "error.isOfServer } else",
        "error.isOfServer || $mutant } else",
        "the cache answers in place of an error of the caller's own",
    ),
    Mutant(
        f"{EXECUTION}AwaitedExecution.swift",
        "      execution.cancel()\n",
        "      if !$mutant { execution.cancel() }\n",
        "the request of a cancelled task runs on",
    ),
    # Faults, decisions.
    Mutant(
        f"{RETRYING}RequestFault.swift",
        "self.init(kind: .connection, isUnprocessed: true)",
        "self.init(kind: .connection, isUnprocessed: !$mutant)",
        "a mutation that never left is not sent again",
    ),
    Mutant(
        f"{RETRYING}RequestFault.swift",
        "      self.init(kind: .connection)\n",
        "      self.init(kind: .connection, isUnprocessed: $mutant)\n",
        "a mutation whose connection was lost is carried out twice",
    ),
    Mutant(
        f"{RETRYING}RequestFault.swift",
        "says.isSecondaryLimit ? .seconds(60) : nil",
        "says.isSecondaryLimit && !$mutant ? .seconds(60) : nil",
        "GitHub's secondary limit is asked again within a second, and lasts",
    ),
    Mutant(
        f"{RETRYING}RequestFault.swift",
        "self.init(kind: .status(status), wait: response.wait)",
        "self.init(kind: .status(status), wait: $mutant ? nil : response.wait)",
        "Retry-After of a 503 is ignored",
    ),
    Mutant(
        f"{RETRYING}RequestFault.swift",
        "return .milliseconds(max(0, reset - now)) + .seconds(1)",
        "return .milliseconds(max(0, $mutant ? reset : reset - now)) + .seconds(1)",
        "the time at which a limit ends counts as the time to wait: the request gives up",
    ),
    Mutant(
        f"{RETRYING}RequestFault.swift",
        "remaining <= 0,",
        "remaining <= ($mutant ? -1 : 0),",
        "a limit that its headers name is not waited for",
    ),
    Mutant(
        f"{RETRYING}RetryDecision.swift",
        "guard options.isEnabled, progress.isRepeatable || fault.isUnprocessed else { return }",
        "guard options.isEnabled, progress.isRepeatable || fault.isUnprocessed || $mutant else { return }",
        "a mutation is carried out twice",
    ),
    Mutant(
        f"{RETRYING}RetryDecision.swift",
        "let attempts = progress.attempts - progress.contests",
        "let attempts = progress.attempts - ($mutant ? 0 : progress.contests)",
        "a request gives up because others used up a limit before it",
    ),
    Mutant(
        f"{RETRYING}RetryDecision.swift",
        "attempts < options.maximumAttempts else",
        "$mutant ? attempts <= options.maximumAttempts : attempts < options.maximumAttempts else",
        "a request is sent once more than max_attempts",
    ),
    Mutant(
        f"{RETRYING}RetryDecision.swift",
        "if progress.waited + delay <= options.budget { self = .again(after: delay) }",
        "if ($mutant ? delay : progress.waited + delay) <= options.budget { self = .again(after: delay) }",
        "retries go on beyond their budget of time",
    ),
    Mutant(
        f"{RETRYING}RetryDecision.swift",
        "let longest = min(maximumDelay, baseDelay * (1 << doublings))",
        "let longest = $mutant ? baseDelay * (1 << doublings) : min(maximumDelay, baseDelay * (1 << doublings))",
        "max_delay_ms is ignored",
    ),
    Mutant(
        f"{RETRYING}RetryDecision.swift",
        "return longest * min(max(chance, 0), 1)",
        "return $mutant ? longest : longest * min(max(chance, 0), 1)",
        "all clients come back at the same moment",
    ),
    Mutant(
        f"{RETRYING}RetryDecision.swift",
        "if fault.mayBeTooLarge, progress.canBeSmaller, options.shrinksPages {",
        "if fault.mayBeTooLarge, progress.canBeSmaller, options.shrinksPages || $mutant {",
        "shrink: false is ignored",
        equivalent="without shrinksPages nothing asks for a smaller request, so canBeSmaller is false",
    ),
    Mutant(
        f"{RETRYING}RequestFault.swift",
        "isUnprocessed = data == nil",
        "isUnprocessed = data == nil || $mutant",
        "a mutation of which a part was carried out is sent again",
    ),
    Mutant(
        f"{RETRYING}RequestFault.swift",
        "let seconds = (requested - available) / rate",
        "let seconds = $mutant ? requested / rate : (requested - available) / rate",
        "Shopify's budget is waited for longer than it takes",
    ),
    Mutant(
        f"{RETRYING}LimitQueue.swift",
        "guarded.others.removeAll { $0.execution === execution }",
        "if !$mutant { guarded.others.removeAll { $0.execution === execution } }",
        "a request that was given up in the queue of a limit stays in it",
        equivalent="when its turn comes it finds that it was given up, and leaves the queue unsent",
    ),
    Mutant(
        f"{RETRYING}LimitQueue.swift",
        "if guarded.first == nil || guarded.first === execution {",
        "if guarded.first == nil || guarded.first === execution || $mutant {",
        "of two requests that a limit refused one is never sent again",
    ),
    # Pacing.
    Mutant(
        f"{PACING}Pace.swift",
        "case .at = new.refill, old.refill == new.refill, old.remaining",
        "case .at = new.refill, old.refill == new.refill || $mutant, old.remaining",
        "two windows are compared: after a new one begins, requests wait as if each cost thousands",
    ),
    Mutant(
        f"{PACING}Pace.swift",
        "    nextTurn = turn + interval\n",
        "    nextTurn = $mutant ? turn : turn + interval\n",
        "requests that wait for their turn leave all at once",
    ),
    Mutant(
        f"{PACING}Pace.swift",
        "guard turn - now <= longest else { return 0 }",
        "guard turn - now <= longest || $mutant else { return 0 }",
        "a request waits longer than its budget",
    ),
    Mutant(
        f"{PACING}Pace.swift",
        "remaining - budget.cost >= limit / 2, remaining >= budget.least { return nil }",
        "remaining - budget.cost >= ($mutant ? limit : limit / 2), remaining >= budget.least { return nil }",
        "requests are slowed down while there is enough",
    ),
    Mutant(
        f"{PACING}Pace.swift",
        "case .at(let reset): return reset - now + 1000",
        "case .at(let reset): return reset - now + ($mutant ? 0 : 1000)",
        "a request leaves at the very moment of the reset, and is refused by a clock that differs a little",
    ),
    Mutant(
        f"{PACING}RateBudget.swift",
        "min(limit ?? .infinity, remaining + rate * Double(max(0, now - time)) / 1000)",
        "$mutant ? remaining : min(limit ?? .infinity, remaining + rate * Double(max(0, now - time)) / 1000)",
        "a budget that comes back each second is never seen to come back",
    ),
    Mutant(
        f"{PACING}RateBudget.swift",
        "case .at(let reset): now >= reset ? limit ?? .infinity : remaining",
        "case .at(let reset): now >= reset && !$mutant ? limit ?? .infinity : remaining",
        "after a window has ended requests wait as in it",
    ),
    Mutant(
        f"{PACING}RateBudget.swift",
        "if reset < 1e9 { return now + Int64((reset * 1000).rounded(.up)) }",
        "if reset < ($mutant ? 1 : 1e9) { return now + Int64((reset * 1000).rounded(.up)) }",
        "the seconds until a reset are read as a time in 1970",
    ),
    Mutant(
        f"{PACING}RateBudget.swift",
        "self.cost = max(1, cost[\"actualQueryCost\"]?.double ?? least)",
        "self.cost = $mutant ? least : max(1, cost[\"actualQueryCost\"]?.double ?? least)",
        "Shopify is asked ten times as slowly as it allows",
    ),
]
