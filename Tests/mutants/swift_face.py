"""Mistakes in the Swift face: pagers, outputs, transports of an app's, watched queries, the store, serial queues."""

from mutants import Mutant

THREADS = "Sources/PagerThreads/"
STORE = "Sources/PagerClient/Store/"
WATCHING = "Sources/PagerClient/Watching/"
PAGERS = "Sources/SwiftPager/Pagers/"
OUTPUT = "Sources/SwiftPager/Output/"
LOADING = "Sources/SwiftPager/Loading/"
TRANSPORTS = "Sources/SwiftPager/Transports/"

MUTANTS = [
    # Threads.
    Mutant(
        f"{THREADS}WorkerPool.swift",
        "guard state.moving < size, !state.waiting.isEmpty else { return nil }",
        "guard state.moving < size || $mutant, !state.waiting.isEmpty else { return nil }",
        "200 pagers that fetch at once have a thread each",
    ),
    Mutant(
        f"{THREADS}WorkerPool.swift",
        "        worker.isStuck = true\n        state.moving -= 1\n",
        "        worker.isStuck = true\n        if !$mutant { state.moving -= 1 }\n",
        "a few closures that block hold up all pagers",
    ),
    Mutant(
        f"{THREADS}WorkerPool.swift",
        "        worker.isStuck = false\n        state.moving += 1\n",
        "        worker.isStuck = false\n        if !$mutant { state.moving += 1 }\n",
        "each closure that blocked once costs a thread for ever",
    ),
    Mutant(
        f"{THREADS}WorkerPool.swift",
        "if state.moving <= size, let work = state.waiting.popFirst() {",
        "if state.moving <= size || $mutant, let work = state.waiting.popFirst() {",
        "threads that took the place of blocked ones stay while there is work",
    ),
    Mutant(
        f"{THREADS}WorkerPool.swift",
        "        state.isWatched = false\n",
        "        if !$mutant { state.isWatched = false }\n",
        "once the pool was watched no thread looks again, and blocked closures hold up all pagers",
    ),
    Mutant(
        f"{THREADS}SerialQueue.swift",
        "      if pool.isWanted { return makeWay() }\n",
        "      if pool.isWanted, !$mutant { return makeWay() }\n",
        "a pager that is never idle starves the others",
    ),
    Mutant(
        f"{THREADS}SerialQueue.swift",
        "      jobs.isServed = !jobs.waiting.isEmpty\n",
        "      jobs.isServed = !jobs.waiting.isEmpty && !$mutant\n",
        "a pager that made way for others is not served any more, or by two threads",
    ),
    Mutant(
        f"{THREADS}SerialQueue.swift",
        "  private func makeWay() -> Bool {\n    jobs.withLock { jobs in\n      jobs.thread = nil\n",
        "  private func makeWay() -> Bool {\n    jobs.withLock { jobs in\n      if !$mutant { jobs.thread = nil }\n",
        "another pager's job on the same thread is taken for this one's: two of its jobs run at once",
    ),
    Mutant(
        f"{THREADS}SerialQueue.swift",
        "        jobs.thread = nil\n        jobs.isServed = false\n",
        "        if !$mutant { jobs.thread = nil }\n        jobs.isServed = false\n",
        "another pager's job on the same thread is taken for this one's",
    ),
    Mutant(
        f"{THREADS}JobThread.swift",
        "isOver = jobs.withLock { $0.isStopped && $0.waiting.isEmpty }",
        "isOver = jobs.withLock { $0.isStopped && ($0.waiting.isEmpty || $mutant) }",
        "what waits when a thread is stopped never runs",
    ),
    Mutant(
        f"{THREADS}JobThread.swift",
        "      if job == nil { jobs.runner = nil }\n",
        "      if job == nil, !$mutant { jobs.runner = nil }\n",
        "after the system has refused a thread once, callers run all later jobs",
    ),
    Mutant(
        f"{THREADS}JobThread.swift",
        "if jobs.withLock({ $0.isOnRunner }) { return job() }",
        "if jobs.withLock({ $0.isOnRunner && !$mutant }) { return job() }",
        "a job that waits for another one of its thread hangs",
    ),
    Mutant(
        f"{THREADS}JobThread.swift",
        "      if !jobs.isStopped { jobs.waiting.append(job) }\n",
        "      if !jobs.isStopped || $mutant { jobs.waiting.append(job) }\n",
        "a thread that was stopped takes jobs that no caller expects to run",
    ),
    Mutant(
        f"{THREADS}JobThread.swift",
        "return !isOnThread && thread.waitForEnd(until: deadline)",
        "return (!isOnThread || $mutant) && thread.waitForEnd(until: deadline)",
        "a job that stops its own thread waits for itself until the deadline",
    ),
    # The store.
    Mutant(
        f"{STORE}ReadWriteTransaction.swift",
        "index < others.count ? others[index] : isUniform",
        "index < others.count && !$mutant ? others[index] : isUniform",
        "objects of a mixed list lose their types when the list is changed",
    ),
    Mutant(
        f"{STORE}ReadTransaction.swift",
        "throw error.isMissing ? ClientError.cacheMiss(message: message) : ClientError.cache(message: message)",
        "throw error.isMissing && !$mutant\n"
        "        ? ClientError.cacheMiss(message: message) : ClientError.cache(message: message)",
        "an object without a field that is asked for reads like a damaged one",
    ),
    Mutant(
        f"{STORE}ReadTransaction.swift",
        'if members.count == 1, let value = members["$json"] { return value }',
        'if members.count == 1, !$mutant, let value = members["$json"] { return value }',
        "values that are objects do not come back as they were written",
    ),
    Mutant(
        f"{STORE}ReadTransaction.swift",
        "case .array(let elements): return .array(elements.map(\\.unmarked))",
        "case .array(let elements): return .array($mutant ? elements : elements.map(\\.unmarked))",
        "objects in lists do not come back as they were written",
    ),
    Mutant(
        f"{STORE}GraphQLStore.swift",
        "      defer { transaction.end() }\n      return try body(transaction)\n",
        "      defer { if !$mutant { transaction.end() } }\n      return try body(transaction)\n",
        "a reading transaction that is kept goes on reading",
    ),
    Mutant(
        f"{STORE}GraphQLStore.swift",
        "      defer { transaction.end() }\n      try body(transaction)\n      return (cache, try",
        "      defer { if !$mutant { transaction.end() } }\n      try body(transaction)\n      return (cache, try",
        "the transaction of an optimistic write that is kept goes on writing",
    ),
    # Watched queries.
    Mutant(
        f"{WATCHING}ChangeQueue.swift",
        "isChange && waiting.last?.isChange == true ? waiting",
        "isChange && (waiting.last?.isChange == true || $mutant) ? waiting",
        "the first response of a watched query is swallowed by a change",
    ),
    Mutant(
        f"{WATCHING}ChangeQueue.swift",
        "        state = State()\n        state.isOver = true\n",
        "        state = State()\n        state.isOver = !$mutant\n",
        "who reads a sequence that was cancelled waits for ever",
        equivalent="an AsyncStream that was cancelled does not ask for another element",
    ),
    Mutant(
        f"{WATCHING}ChangeQueue.swift",
        "for reader in before.readers { reader.resume(returning: nil) }",
        "for reader in before.readers where !$mutant { reader.resume(returning: nil) }",
        "who reads a sequence when it is cancelled waits for ever",
    ),
    Mutant(
        f"{WATCHING}GraphQLQueryWatcher.swift",
        "          if news.isFinal { continuation.finish() }\n",
        "          if news.isFinal || $mutant { continuation.finish() }\n",
        "of the cache's response and the server's only the first is told",
    ),
    Mutant(
        f"{WATCHING}GraphQLQueryWatcher.swift",
        "continuation.onTermination = { _ in asked.cancel() }",
        "continuation.onTermination = { _ in if !$mutant { asked.cancel() } }",
        "a request whose answer no task reads runs on",
    ),
    Mutant(
        f"{WATCHING}WatchedQuery.swift",
        "          if !answer.isCached { answer.entry?.announce() }\n",
        "          if !answer.isCached, !$mutant { answer.entry?.announce() }\n",
        "what one query brings is not told to pages and queries that show it",
    ),
    Mutant(
        f"{WATCHING}WatchedQuery.swift",
        "if mayMend, policy != .returnCacheDataDontFetch {",
        "if mayMend, policy != .returnCacheDataDontFetch || $mutant {",
        "a query that was to ask the cache only asks the server",
    ),
    Mutant(
        f"{WATCHING}WatchedQuery.swift",
        "isFinal: answer.isFinal, isChange: state.withLock { $0.isMending })",
        "isFinal: answer.isFinal, isChange: state.withLock { $0.isMending } || $mutant)",
        "a slow handler misses the answer to its refetch",
    ),
    # Pagers.
    Mutant(
        f"{PAGERS}CancellableCall.swift",
        "if case .cancelled = state.withLock({ $0 }) { return end(.cancellation) }",
        "if case .cancelled = state.withLock({ $0 }), !$mutant { return end(.cancellation) }",
        "a call of a task that was cancelled before sends its request",
    ),
    Mutant(
        f"{PAGERS}CancellableCall.swift",
        "if case .begun(let operation) = before { coordinator.cancel(operation) }",
        "if case .begun(let operation) = before, !$mutant { coordinator.cancel(operation) }",
        "cancelling a task does not abort its request",
    ),
    Mutant(
        f"{PAGERS}CurrentOutput.swift",
        "      guard generation >= state.generation else { return (nil, nil) }\n",
        "      guard generation >= state.generation || $mutant else { return (nil, nil) }\n",
        "an output that was being made when the pager was reset is told after the reset",
    ),
    Mutant(
        f"{PAGERS}CurrentOutput.swift",
        "      return state.output.take()\n",
        "      return $mutant ? nil : state.output.take()\n",
        "a subscriber that comes after a reset gets the output from before it",
    ),
    Mutant(
        f"{PAGERS}CurrentOutput.swift",
        "      state.isFinished = true\n",
        "      state.isFinished = !$mutant\n",
        "who subscribes when the pager has gone waits for ever",
    ),
    Mutant(
        f"{PAGERS}CurrentOutput.swift",
        "      defer { state.subscriptions.removeAll() }\n",
        "      defer { if !$mutant { state.subscriptions.removeAll() } }\n",
        "subscriptions that are kept keep the last output of a pager that has gone",
        equivalent="they were told the end, and hold nothing any more",
    ),
    Mutant(
        f"{PAGERS}OutputSubscription.swift",
        "        demand -= 1\n",
        "        if !$mutant { demand -= 1 }\n",
        "a subscriber gets more outputs than it asked for",
    ),
    Mutant(
        f"{PAGERS}OutputSubscription.swift",
        "        active?.demand += further\n",
        "        if !$mutant { active?.demand += further }\n",
        "what a subscriber asks for when it is told is not given",
    ),
    Mutant(
        f"{PAGERS}OutputSubscription.swift",
        "    ended?.current.detach(self)\n",
        "    if !$mutant { ended?.current.detach(self) }\n",
        "a subscription that was cancelled is kept as long as its pager",
    ),
    Mutant(
        f"{PAGERS}OutputReader.swift",
        "    return reader == nil ? .none : .max(1)\n",
        "    return reader == nil && !$mutant ? .none : .max(1)\n",
        "a reader that is slower than the pages misses pages",
    ),
    Mutant(
        f"{PAGERS}OutputReader.swift",
        "    before.subscription?.cancel()\n",
        "    if !$mutant { before.subscription?.cancel() }\n",
        "a sequence that was left goes on holding outputs",
    ),
    Mutant(
        f"{PAGERS}PagerCoordinator.swift",
        "        if current.isWanted(update.generation) {\n",
        "        if current.isWanted(update.generation) || $mutant {\n",
        "a user's transform runs for pages that a reset has forgotten",
    ),
    Mutant(
        f"{PAGERS}PagerCoordinator.swift",
        "        if strictness.isStrict, let errors = update.errorsOfNewPage() {",
        "        if strictness.isStrict || $mutant, let errors = update.errorsOfNewPage() {",
        "a pager that is not strict tells failures",
    ),
    Mutant(
        f"{PAGERS}PagerCoordinator.swift",
        "        engine.finish(update.id, by: subscriber)\n",
        "        if !$mutant { engine.finish(update.id, by: subscriber) }\n",
        "resume tokens stay at the first page, and walks wait for ever",
    ),
    Mutant(
        f"{PAGERS}PagerCoordinator.swift",
        "    current.clear(before: driver.reset())\n",
        "    let generation = driver.reset()\n    if !$mutant { current.clear(before: generation) }\n",
        "outputs from before a reset are replayed after it",
    ),
    Mutant(
        f"{PAGERS}PagerDriver.swift",
        "case .refused(.incomplete): throw .pageHasNoMoreContent",
        "case .refused(.incomplete): throw $mutant ? .noQuery : .pageHasNoMoreContent",
        "a list that cannot be completed reads as a missing page resolver",
    ),
    Mutant(
        "Sources/PagerState/PagerState.swift",
        "    failedBeginning = nil\n",
        "    if !$mutant { failedBeginning = nil }\n",
        "after a reset a refused load blames an error that has nothing to do with it",
    ),
    # Outputs.
    Mutant(
        f"{OUTPUT}PageCollection.swift",
        "pages[isReversed ? pages.count - 1 - position : position]",
        "pages[isReversed && !$mutant ? pages.count - 1 - position : position]",
        "previous pages come in the wrong order",
    ),
    Mutant(
        f"{OUTPUT}PaginationOutput.swift",
        "previousPages.flatMap(\\.errors) + (initialPage?.errors ?? [])",
        "($mutant ? [] : previousPages.flatMap(\\.errors)) + (initialPage?.errors ?? [])",
        "errors of previous pages are hidden",
    ),
    Mutant(
        f"{OUTPUT}PaginationOutput.swift",
        "previousPages.flatMap(\\.nested.lists) + (initialPage?.nested.lists ?? [])",
        "previousPages.flatMap(\\.nested.lists) + ($mutant ? [] : initialPage?.nested.lists ?? [])",
        "lists of the first page that are not whole are hidden",
    ),
    Mutant(
        f"{OUTPUT}PaginationOutput.swift",
        "left.initialPage == right.initialPage && left.lastUpdatedPage == right.lastUpdatedPage\n      && left",
        "left.initialPage == right.initialPage && (left.lastUpdatedPage == right.lastUpdatedPage || $mutant)\n"
        "      && left",
        "outputs that came of other pages are taken for the same",
    ),
    Mutant(
        f"{OUTPUT}PaginationOutput.swift",
        "for page in output.previousPages { try model.join(page, pageMaker, pageTransform) }",
        "for page in output.previousPages where !$mutant { try model.join(page, pageMaker, pageTransform) }",
        "a collection lacks the previous pages",
    ),
    # Loading.
    Mutant(
        f"{LOADING}PageStrategy.swift",
        "    guard !info.isPageInfoMissing(toward: direction) else { return .broken(.missingPageInfo) }\n",
        "    guard $mutant || !info.isPageInfoMissing(toward: direction) else { return .broken(.missingPageInfo) }\n",
        "a page that does not say whether there is more ends a list as if it were complete",
    ),
    Mutant(
        f"{LOADING}PageStrategy.swift",
        "    guard !info.isListNull(toward: direction) else { return .broken(.nullList) }\n",
        "    guard $mutant || !info.isListNull(toward: direction) else { return .broken(.nullList) }\n",
        "a page without its items passes as an empty one",
    ),
    Mutant(
        f"{LOADING}PageStrategy.swift",
        "    guard !info.isCursorMissing(toward: direction) else { return .broken(.nullCursor) }\n",
        "    guard $mutant || !info.isCursorMissing(toward: direction) else { return .broken(.nullCursor) }\n",
        "a page that says there is more and gives no cursor makes the list begin again",
    ),
    Mutant(
        f"{LOADING}PageStrategy.swift",
        "      case .previous: info.canLoadPrevious\n",
        "      case .previous: info.canLoadPrevious || $mutant\n",
        "a list is asked for pages before its first one",
    ),
    Mutant(
        f"{LOADING}QueryPageReader.swift",
        "      InitialQuery.self == PaginatedQuery.self\n      ? initialSearch",
        "      InitialQuery.self == PaginatedQuery.self || $mutant\n      ? initialSearch",
        "lists inside the items of further pages are searched for with the first query",
    ),
    Mutant(
        f"{LOADING}QueryPageReader.swift",
        "inspection.endsOperation = inspection.hasData && strictness.isStrict",
        "inspection.endsOperation = inspection.hasData && (strictness.isStrict && !$mutant)",
        "a strict walk goes on after a page with errors",
    ),
    Mutant(
        f"{LOADING}QueryPageReader.swift",
        "    return (page.nested.shortfall ?? unsearched).map { LoadFailure(underlying: $0) }\n",
        "    return (page.nested.shortfall ?? ($mutant ? nil : unsearched)).map { LoadFailure(underlying: $0) }\n",
        "a query that cannot be searched for lists inside its items passes as one without any",
    ),
    Mutant(
        f"{LOADING}QueryPagerTypes.swift",
        "    hash.combine(body)\n",
        "    if !$mutant { hash.combine(body) }\n",
        "every second page is taken for a cycle",
    ),
    # Transports of an app's.
    Mutant(
        f"{TRANSPORTS}TransportBridge.swift",
        "    if !isWanted { task.cancel() }\n",
        "    if !isWanted, !$mutant { task.cancel() }\n",
        "a request that was given up while it was sent runs on",
    ),
    Mutant(
        f"{TRANSPORTS}TransportBridge.swift",
        "let request = guarded.withLock { $0.waiting.removeValue(forKey: id) }",
        "let request = guarded.withLock { $mutant ? $0.waiting[id] : $0.waiting.removeValue(forKey: id) }",
        "a request whose time is over is answered twice",
    ),
    Mutant(
        f"{TRANSPORTS}TransportBridge.swift",
        "      guard !guarded.isShutDown else { throw .shutDown(settings) }\n",
        "      guard !guarded.isShutDown || $mutant else { throw .shutDown(settings) }\n",
        "a client that was shut down sends requests",
    ),
    Mutant(
        f"{TRANSPORTS}TransportBridge.swift",
        "let timer = limit > .zero ? timers",
        "let timer = limit > .zero || $mutant ? timers",
        "a request without a timeout is ended at once",
    ),
    Mutant(
        f"{TRANSPORTS}TransportBridge.swift",
        "    guard response.body.count <= limit else {",
        "    guard response.body.count <= limit || $mutant else {",
        "an app's transport may bring more than the limit",
    ),
    Mutant(
        f"{TRANSPORTS}TransportBridge.swift",
        'value("location").flatMap { $0.contains("@") ? nil : $0 }',
        'value("location").flatMap { $0.contains("@") && !$mutant ? nil : $0 }',
        "a password in the address of a redirect is in the error",
    ),
    Mutant(
        f"{TRANSPORTS}TransportBridge.swift",
        "      method: request.query == nil ? .post : .get,\n",
        "      method: request.query == nil || $mutant ? .post : .get,\n",
        "hashed queries are not sent by GET through an app's transport",
    ),
    Mutant(
        f"{TRANSPORTS}HTTPTransport.swift",
        "cache: try configuration.makeCache(cacheKey: cacheKey))",
        "cache: try configuration.makeCache(cacheKey: $mutant ? nil : cacheKey))",
        "a client with a transport ignores the function for its keys",
    ),
]
