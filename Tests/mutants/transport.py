"""Mistakes in PagerTransport, PagerThreads and CPlatform."""

from mutants import Mutant

CURL = "Sources/PagerTransport/Curl/"
THREAD = "Sources/PagerTransport/Thread/"

MUTANTS = [
    Mutant(
        f"{THREAD}Lanes.swift",
        "    return count >= (isMultiplexed ? maxConnections * Self.largestCount : maxConnections)",
        "    return count >= (isMultiplexed || $mutant ? maxConnections * Self.largestCount : maxConnections)",
        "requests wait for a connection within libcurl, and time out there",
    ),
    Mutant(
        f"{THREAD}TransferLoop.swift",
        "      if let place = waiting.firstIndex(where: { $0.id == id }) { waiting.remove(at: place) }",
        "      if !$mutant, let place = waiting.firstIndex(where: { $0.id == id }) { waiting.remove(at: place) }",
        "a request that was cancelled while it waited for a connection is sent",
    ),
    Mutant(
        f"{THREAD}Lanes.swift",
        "      lane.number != 0 && lane.idleSince.map",
        "      lane.number != 0 && !$mutant && lane.idleSince.map",
        "idle lanes are never dropped: connections stay open for ever",
    ),
    Mutant(
        "Sources/PagerThreads/TimerQueue.swift",
        "    if isEarly { bell.signal() }",
        "    if isEarly, !$mutant { bell.signal() }",
        "a short wait, or a request with a short limit, ends with a long one that began before",
    ),
    Mutant(
        "Sources/PagerThreads/TimerQueue.swift",
        "waiting[middle].id > id ?",
        "waiting[middle].id > id && !$mutant ?",
        "timers run in the order in which they were added",
    ),
    Mutant(
        "Sources/PagerThreads/TimerQueue.swift",
        "    if isLast { bell.signal() }",
        "    if isLast, !$mutant { bell.signal() }",
        "a client's last timer keeps a thread for an hour after it was cancelled",
    ),
    Mutant(
        f"{CURL}Transfer.swift",
        "guard bytes.count <= limit - received.count else {",
        "guard bytes.count <= ($mutant ? limit : limit - received.count) else {",
        "max_response_bytes holds for each piece, and not for the response",
    ),
    Mutant(
        f"{CURL}Transfer.swift",
        "if wentOverKept, !isRepeatable {",
        "if wentOverKept, !isRepeatable, !$mutant {",
        "a mutation on a connection that was lost is carried out twice",
    ),
    Mutant(
        f"{CURL}Transfer.swift",
        "} else if connections.haveBytes(at: nearEnd) {",
        "} else if connections.haveBytes(at: nearEnd), !$mutant {",
        "bytes that no request asked for are taken for the answer of the next one",
    ),
    Mutant(
        f"{CURL}Transfer.swift",
        "    if isAnsweredEarly { interruption",
        "    if !$mutant, isAnsweredEarly { interruption",
        "an answer is lost that came before the server had read the whole request",
    ),
    Mutant(
        f"{CURL}Transfer.swift",
        "      received.count == easy.size(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, missing: -1),\n",
        "      $mutant || received.count == easy.size(CURLINFO_CONTENT_LENGTH_DOWNLOAD_T, missing: -1),\n",
        "an answer that begins before the request has gone is cut after its first piece",
    ),
    Mutant(
        f"{CURL}Transfer.swift",
        "guard receivedHeaders.areComplete else {",
        "guard receivedHeaders.areComplete || $mutant else {",
        "a connection that is lost within the headers counts as an empty answer",
    ),
    Mutant(
        f"{CURL}Transfer.swift",
        "return try URLParts(parsing: url).forMessages()",
        "return $mutant ? url : try URLParts(parsing: url).forMessages()",
        "a password in a redirect is in the error text",
    ),
    Mutant(
        f"{CURL}Transfer.swift",
        "    try easy.setTimeout(settings.with(options).configuration.timeout)\n",
        "    if !$mutant { try easy.setTimeout(settings.with(options).configuration.timeout) }\n",
        "a request's own timeout is ignored",
    ),
    Mutant(
        f"{CURL}Transfer.swift",
        "    easy.setConnectionReuse(false)\n    multi.remove(easy)",
        "    if !$mutant { easy.setConnectionReuse(false) }\n    multi.remove(easy)",
        "a server goes on with a request that was cancelled",
    ),
    Mutant(
        f"{CURL}Transfer.swift",
        "    if request.options != options { try apply(request.options) }",
        "    if request.options != options, !request.options.headers.isEmpty || !$mutant {"
        " try apply(request.options) }",
        "the headers of one request, a token among them, are sent with the next one",
    ),
    Mutant(
        f"{THREAD}TransferLoop.swift",
        "    for id in work.cancellations {\n",
        "    for id in work.cancellations where !$mutant {\n",
        "a cancelled request runs on",
    ),
    Mutant(
        f"{THREAD}TransferLedger.swift",
        "      takeCompletion(of: id)?(.failure(error))",
        "      if !$mutant { takeCompletion(of: id)?(.failure(error)) }",
        "requests that wait when a client is shut down never end",
    ),
    Mutant(
        f"{THREAD}TransferLedger.swift",
        "      if case .failing = state.phase {\n        state.phase = .idle",
        "      if case .failing = state.phase, !$mutant {\n        state.phase = .idle",
        "after its thread has failed once a client never works again",
    ),
    Mutant(
        f"{THREAD}DriverSeat.swift",
        "!isBusy || sleeperCount == 0 && now < end {",
        "!isBusy || $mutant || sleeperCount == 0 && now < end {",
        "a request never times out once the thread that waited has gone away",
    ),
    Mutant(
        f"{THREAD}DriverSeat.swift",
        "    guard !giveSeatAway(), let time",
        "    guard $mutant || !giveSeatAway(), let time",
        "a thread that waits gets its answer late, because another that drove has gone away",
    ),
    Mutant(
        f"{THREAD}DriverSeat.swift",
        "    guard let leftAt, sleeperCount == 0 else { return callOwnNow(at: now) }",
        "    guard let leftAt, sleeperCount == 0 || $mutant else { return callOwnNow(at: now) }",
        "a thread with a small stack waits for a driver that is away",
    ),
    Mutant(
        "Sources/PagerTransport/CurlTransport.swift",
        "if loop.wasInterrupted { return .interrupted }",
        "if loop.wasInterrupted, !$mutant { return .interrupted }",
        "a thread that moves the transfers does not see its signals: Ctrl-C does nothing",
    ),
    Mutant(
        f"{THREAD}EventPoll.swift",
        "    released.remove(socket)\n    if let connection",
        "    if !$mutant { released.remove(socket) }\n    if let connection",
        "the second request on a connection is never seen to be answered: it times out",
    ),
    Mutant(
        "Sources/PagerCore/Engine/EffectRunner.swift",
        "guard waiter.count <= runCount else { return false }",
        "guard waiter.count <= runCount, !$mutant else { return false }",
        "a call that has another thread's effects to wait for never returns",
    ),
    Mutant(
        "Sources/PagerThreads/JobThread.swift",
        "waitForEnd(until deadline: Deadline) -> Bool {",
        "waitForEnd(until deadline: Deadline) -> Bool {\n    if $mutant { return true }",
        "a client that was shut down still writes its file",
    ),
]
