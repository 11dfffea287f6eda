"""Mistakes in PagerClient: watched queries, the store, observers, answers."""

from mutants import Mutant

OBSERVING = "Sources/PagerClient/Observing/"
STORE = "Sources/PagerClient/Store/"
WATCHING = "Sources/PagerClient/Watching/"

MUTANTS = [
    Mutant(
        "Sources/PagerClient/Responses/ResponsePart.swift",
        "if let kept, kept.maker === maker, let part",
        "if let kept, kept.maker === maker, !$mutant, let part",
        "a transform runs for all pages at each page",
    ),
    Mutant(
        "Sources/PagerClient/Responses/ResponseReader.swift",
        "return .badResponse(message: \"\\(message)\\(first)\\(response.opening)\", errors: errors)",
        "return .badResponse(message: \"\\(message)\\(first)\\(response.opening)\", errors: $mutant ? nil : errors)",
        "the server's errors are lost if its data does not fit",
    ),
    Mutant(
        f"{WATCHING}WatchedQuery.swift",
        "    state.withLock { $0.isMending = false }\n",
        "    if !$mutant { state.withLock { $0.isMending = false } }\n",
        "after one repair of a watched query none follows: it stays stale",
    ),
    Mutant(
        f"{WATCHING}WatchedQuery.swift",
        "    unwanted?.end()\n",
        "    if !$mutant { unwanted?.end() }\n",
        "the old watch is kept: a leak, and double updates",
    ),
    Mutant(
        f"{WATCHING}WatchedQuery.swift",
        "(!state.isCancelled && state.generation == generation && state.execution == nil, !state.isMending)",
        "(!state.isCancelled && state.generation == generation && state.execution == nil, !state.isMending || $mutant)",
        "two queries that leave out each other's fields fetch for ever",
    ),
    Mutant(
        f"{WATCHING}WatchedQuery.swift",
        "guard !state.isCancelled, state.generation == generation else { return (false, nil) }",
        "guard !state.isCancelled, state.generation == generation || $mutant else { return (false, nil) }",
        "the answer of a fetch that was replaced is told",
    ),
    Mutant(
        f"{WATCHING}WatchedQuery.swift",
        "      return (state.execution.take(), state.watch.take(), exchange",
        "      return (state.execution.take(), $mutant ? nil : state.watch.take(), exchange",
        "a cancelled query goes on being watched",
    ),
    Mutant(
        f"{WATCHING}WatchedQuery.swift",
        "    before?.cancel()\n    let body",
        "    if !$mutant { before?.cancel() }\n    let body",
        "a fetch that was replaced runs on",
    ),
    Mutant(
        f"{OBSERVING}RequestObservers.swift",
        "for (names, observer) in guarded.observers.values where names & event.kind.name.bit != 0 { observer(event) }",
        "for (names, observer) in guarded.observers.values where names & event.kind.name.bit != 0 || $mutant {\n"
        "        observer(event)\n      }",
        "an observer gets events that it did not ask for",
    ),
    Mutant(
        f"{OBSERVING}RequestObservers.swift",
        "      defer { update(guarded) }\n",
        "      defer { if !$mutant { update(guarded) } }\n",
        "after the last observer has gone each request still pays for events",
    ),
    Mutant(
        f"{STORE}ReadWriteTransaction.swift",
        "let changed = fields.filter { before[$0.key] != $0.value }",
        "let changed = fields.filter { before[$0.key] != $0.value || $mutant }",
        "unchanged fields are written: what a server brought meanwhile is undone",
    ),
    Mutant(
        f"{STORE}ReadWriteTransaction.swift",
        "let isUniform = Set(others.map { $0[\"__typename\"] }).count == 1",
        "let isUniform = Set(others.map { $0[\"__typename\"] }).count == 1 || $mutant",
        "an object that is added to a mixed list gets a wrong type",
    ),
    Mutant(
        f"{STORE}ReadWriteTransaction.swift",
        "if members[\"__typename\"] == nil, let name",
        "if members[\"__typename\"] == nil || $mutant, let name",
        "a type that a program writes is replaced by the one that was there",
    ),
    Mutant(
        f"{STORE}GraphQLStore.swift",
        "    try await cache.keep()\n",
        "    if !$mutant { try await cache.keep() }\n",
        "errors of the disk are hidden",
    ),
    Mutant(
        f"{STORE}GraphQLStore.swift",
        "      let result = try body(transaction)\n      try transaction.commit()",
        "      let result = try body(transaction)\n      if !$mutant { try transaction.commit() }",
        "what a transaction writes is lost",
    ),
    Mutant(
        f"{STORE}ReadTransaction.swift",
        "guard !isOver else {",
        "guard !isOver || $mutant else {",
        "a transaction that was kept goes on reading and writing",
    ),
]
