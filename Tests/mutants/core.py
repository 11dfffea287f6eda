"""Mistakes in PagerCore: lists inside pages, duplicates, offset lists, pages ahead, resume tokens."""

from mutants import Mutant

AHEAD = "Sources/PagerCore/Ahead/"
DOCUMENT = "Sources/PagerCore/Document/"
DUPLICATES = "Sources/PagerCore/Duplicates/"
NESTED = "Sources/PagerCore/Nested/"
RESUMING = "Sources/PagerCore/Resuming/"

MUTANTS = [
    # Texts.
    Mutant(
        f"{DOCUMENT}ConnectionPage.swift",
        "null != shape.connection || shape.saysWhetherThereIsMore else",
        "null != shape.connection || shape.saysWhetherThereIsMore || $mutant else",
        "for a null in place of an offset list, the message does not name \"null_list\": \"empty\"",
    ),
    Mutant(
        f"{DOCUMENT}ObjectInsteadOfList.swift",
        "if node.isNull { return way }",
        "if node.isNull, !$mutant { return way }",
        "a null above the list is told as a missing flag",
    ),
    # Drain.
    Mutant(
        f"{NESTED}OpenList.swift",
        "guard Self.isName(typename) else {",
        "guard Self.isName(typename) || $mutant else {",
        "a server's text enters queries",
    ),
    Mutant(
        f"{NESTED}OpenList.swift",
        "node.range.count <= longestValue else {",
        "node.range.count <= longestValue || $mutant else {",
        "a server decides how large requests are",
    ),
    Mutant(
        f"{NESTED}DrainProgress.swift",
        "    fault = fault ?? open.fault\n",
        "    if !$mutant { fault = fault ?? open.fault }\n",
        "why nothing could ask for the rest of a list is not said",
    ),
    Mutant(
        f"{NESTED}DrainProgress.swift",
        "      fault = fault ?? DrainFault(\"the list",
        "      if $mutant { return }\n      fault = fault ?? DrainFault(\"the list",
        "why a list could not be filled is not said",
    ),
    Mutant(
        f"{NESTED}DrainProgress.swift",
        "guard nextWaiting < waiting.count, underWay.count < plan.rules.parallel else { return nil }",
        "guard nextWaiting < waiting.count, underWay.count < plan.rules.parallel || $mutant else { return nil }",
        "drain's `parallel` is ignored: a thousand requests at once",
    ),
    Mutant(
        f"{NESTED}DrainProgress.swift",
        "guard requestCount < plan.rules.maximumRequests else {",
        "guard requestCount < plan.rules.maximumRequests || $mutant else {",
        "drain's `max_requests` is ignored",
    ),
    Mutant(
        f"{NESTED}DrainProgress.swift",
        "guard byteCount <= plan.rules.maximumBytes else {",
        "guard byteCount <= plan.rules.maximumBytes || $mutant else {",
        "a server fills the memory with the rest of inner lists",
    ),
    Mutant(
        f"{NESTED}DrainQuery.swift",
        "let argument = isBackward ? \"before\" : \"after\"",
        "let argument = isBackward && !$mutant ? \"before\" : \"after\"",
        "a query of one's own for a list that is read from its end is refused",
    ),
    Mutant(
        f"{NESTED}SharedVariableRefusal.swift",
        "if let offset { names.insert(offset) }",
        "if let offset, !$mutant { names.insert(offset) }",
        "a list inside the items that takes the offset of the list is cut off in silence",
    ),
    Mutant(
        f"{DOCUMENT}ArrayOnTheWay.swift",
        "    if endsAtObject, walk.node?.count != 0 {",
        "    if endsAtObject, walk.node?.count != 0, !$mutant {",
        "an array of connections is called a response that does not fit",
    ),
    Mutant(
        f"{DOCUMENT}DocumentPlan.swift",
        "return places.filter { seen.insert($0).inserted }.joined(separator: \" or \")",
        "return places.filter { seen.insert($0).inserted || $mutant }.joined(separator: \" or \")",
        "a message names the same place twice",
    ),
    Mutant(
        f"{NESTED}DrainProgress.swift",
        "      add(page.open, in: text)\n",
        "      if !$mutant { add(page.open, in: text) }\n",
        "lists inside what drain brings stay cut off",
    ),
    Mutant(
        f"{NESTED}NestedDrain.swift",
        "      for execution in progress.underWay.values { execution.cancel() }",
        "      for execution in progress.underWay.values where !$mutant { execution.cancel() }",
        "the requests of a drain run on after it was cancelled",
    ),
    Mutant(
        f"{NESTED}NestedDrain.swift",
        "  func cancel() {\n    end()\n",
        "  func cancel() {\n    if !$mutant { end() }\n",
        "a drain that was cancelled goes on asking",
    ),
    Mutant(
        f"{NESTED}SplicedText.swift",
        "guard next != cursor else {",
        "guard next != cursor || $mutant else {",
        "a drain of a cursor that is stuck is called a cycle",
    ),
    Mutant(
        f"{NESTED}SplicedText.swift",
        "guard cursors.insert(next).inserted else {",
        "guard cursors.insert(next).inserted || $mutant else {",
        "a drain goes round until its requests are used up",
    ),
    Mutant(
        f"{NESTED}SplicedText.swift",
        "for part in isBackward ? parts.reversed() : parts {",
        "for part in isBackward && !$mutant ? parts.reversed() : parts {",
        "a list that is drained backward is in the wrong order",
    ),
    Mutant(
        f"{NESTED}SplicedText.swift",
        "if !elements.isEmpty { pieces.insert(.comma, at: isBackward ? pieces.endIndex : 0) }",
        "if !elements.isEmpty { pieces.insert(.comma, at: isBackward && !$mutant ? pieces.endIndex : 0) }",
        "a page with a list that is drained backward is not JSON",
    ),
    Mutant(
        f"{NESTED}OpenList.swift",
        "    if let errors {\n",
        "    if let errors, !$mutant {\n",
        "errors of a drained list are lost",
    ),
    # Duplicates.
    Mutant(
        f"{DUPLICATES}DuplicateFilter.swift",
        "repeats = duplicates.count == identities.count ? repeats + identities.count : 0",
        "repeats = duplicates.count == identities.count || $mutant ? repeats + duplicates.count : 0",
        "repeats are never reset: false cycles",
    ),
    Mutant(
        f"{DUPLICATES}DuplicateFilter.swift",
        "case .open where goesRound,",
        "case .open where goesRound && !$mutant,",
        "an offset list whose server goes round is walked for ever",
    ),
    Mutant(
        f"{DUPLICATES}DuplicateFilter.swift",
        ".closed where isRepeated:",
        ".closed where isRepeated && !$mutant:",
        "a server that ignores the offset completes a list of a few pages",
    ),
    Mutant(
        f"{DUPLICATES}DuplicateFilter.swift",
        "&& Set(identities).count == seen.count",
        "&& ($mutant || Set(identities).count == seen.count)",
        "a list that grew does not end if its last page has only repeated items",
    ),
    Mutant(
        f"{DUPLICATES}DuplicateFilter.swift",
        "if let newest = guarded.newestLoad, load.number < newest.number { return ([], false, false) }",
        "if let newest = guarded.newestLoad, load.number < newest.number, !$mutant { return ([], false, false) }",
        "a page that was superseded marks items as seen, and they vanish",
    ),
    Mutant(
        f"{DUPLICATES}DuplicateFilter.swift",
        "    var seen = omitted\n",
        "    var seen = $mutant ? [] : omitted\n",
        "duplicates return after a cache change",
    ),
    Mutant(
        f"{DUPLICATES}DuplicateFilter.swift",
        "identities: Set(indexes.map { identities[$0] }).subtracting(kept))",
        "identities: Set(indexes.map { identities[$0] }).subtracting($mutant ? [] : kept))",
        "items vanish after a cache change",
    ),
    Mutant(
        f"{DUPLICATES}DuplicateFilter.swift",
        "    page.inspection.itemCount -= all.count - known.count\n",
        "    if !$mutant { page.inspection.itemCount -= all.count - known.count }\n",
        "duplicates count toward max_items",
    ),
    Mutant(
        f"{DUPLICATES}SeenIdentities.swift",
        "    newer.forget(from: page)\n",
        "    if !$mutant { newer.forget(from: page) }\n",
        "a list that is fetched again loses all of its items",
    ),
    Mutant(
        f"{DUPLICATES}SeenIdentities.swift",
        "      if older.table.contains(identity) || !newer.insert",
        "      if (older.table.contains(identity) && !$mutant) || !newer.insert",
        "after a million items duplicates are not noticed",
    ),
    Mutant(
        f"{DOCUMENT}KeysetPage.swift",
        "      hash.combine(2)\n",
        "      hash.combine($mutant ? 1 : 2)\n",
        "of two items with the ids 1 and \"1\" one is left out",
    ),
    Mutant(
        f"{DUPLICATES}SeenIdentities.swift",
        "      slots[position(of: UInt32(truncatingIfNeeded: identities.count + 1), newest)] = 0",
        "      if !$mutant { slots[position(of: UInt32(truncatingIfNeeded: identities.count + 1), newest)] = 0 }",
        "items of a page that is loaded again are taken for duplicates",
    ),
    # Offset lists.
    Mutant(
        f"{DOCUMENT}OffsetList.swift",
        "guard !place.countsPages, rules.ending != .shortPage, let limitVariable",
        "guard !place.countsPages || $mutant, rules.ending != .shortPage, let limitVariable",
        "lists by page number are asked for with half the size: items are skipped in silence",
    ),
    Mutant(
        f"{DOCUMENT}OffsetList.swift",
        "return ListOffset(number: number, itemsBefore: number <= 1 ? 0 : nil)",
        "return ListOffset(number: number, itemsBefore: number <= 1 || $mutant ? 0 : nil)",
        "a list that begins at page 5 counts as having nothing before it, and goes on behind its end",
    ),
    Mutant(
        f"{DOCUMENT}OffsetList.swift",
        "guard place.countsPages else { return ListOffset(number: number, itemsBefore: number) }",
        "guard place.countsPages else { return ListOffset(number: number, itemsBefore: $mutant ? 0 : number) }",
        "a list that begins at offset 50 is asked for beyond its end",
    ),
    # Keyset lists.
    Mutant(
        f"{DOCUMENT}KeysetPage.swift",
        "if !list.isInclusive, let fault = try repetition() {",
        "if !list.isInclusive, !$mutant, let fault = try repetition() {",
        "a key that is not unique is trusted: items are skipped in silence",
    ),
    Mutant(
        f"{DOCUMENT}KeysetPage.swift",
        "count < place.largestPage || (count == 1",
        "(count < place.largestPage || $mutant) || (count == 1",
        "a full page of items with one key ends an inclusive list as complete",
    ),
    Mutant(
        f"{DOCUMENT}KeysetPage.swift",
        "place.keys.isEmpty || place.page > 1 ? .closed : try next(toward: end)",
        "place.keys.isEmpty || place.page > 1 || $mutant ? .closed : try next(toward: end)",
        "a list that was opened in its middle has nothing before that",
    ),
    Mutant(
        f"{DOCUMENT}KeysetPage.swift",
        "guard list.isInclusive, let identities, let items else { return [] }",
        "guard list.isInclusive, !$mutant, let identities, let items else { return [] }",
        "an inclusive list that is resumed repeats items",
    ),
    Mutant(
        f"{DOCUMENT}PageRequest.swift",
        "for key in keys { hash.combine(key.compared) }",
        "for key in keys { hash.combine($mutant ? key.json.bytes : key.compared) }",
        "a key that is written in another way hides a cycle",
    ),
    Mutant(
        f"{DOCUMENT}KeysetDocument.swift",
        "guard rules.ending != .shortPage, rules.isInclusive != true, let limit",
        "guard rules.ending != .shortPage || $mutant, rules.isInclusive != true || $mutant, let limit",
        "a page that was asked for with half the size ends a list that a short page ends",
    ),
    Mutant(
        f"{DOCUMENT}KeyPlaces.swift",
        "bases[place.variable] = try template(place.variable, value, toward: nil).constant",
        "bases[place.variable] = $mutant ? nil : try template(place.variable, value, toward: nil).constant",
        "the token of a list with another filter is refused for its key",
    ),
    # Pages ahead.
    Mutant(
        f"{AHEAD}NextPageAhead.swift",
        "unwanted: [sent.execution], report",
        "unwanted: $mutant ? [] : [sent.execution], report",
        "the request for a page that is not wanted any more runs on",
    ),
    Mutant(
        f"{AHEAD}NextPageAhead.swift",
        "held.withLock { $0.take() }.map { UnwantedPages(executions: [$0.execution]) }",
        "$mutant ? nil : held.withLock { $0.take() }.map { UnwantedPages(executions: [$0.execution]) }",
        "the request ahead runs on after its walk was cancelled",
    ),
    Mutant(
        f"{AHEAD}OffsetPagesAhead.swift",
        "let unwanted = Array(guarded.held.values)",
        "let unwanted = $mutant ? [] : Array(guarded.held.values)",
        "requests of a forecast that was wrong run on",
    ),
    Mutant(
        f"{AHEAD}OffsetPagesAhead.swift",
        "atMost: concurrency - 1)",
        "atMost: $mutant ? concurrency : concurrency - 1)",
        "one request more than `concurrency` is under way",
    ),
    Mutant(
        f"{AHEAD}PageForecast.swift",
        "return newest.sizeBefore.map { $0 == size } ?? (limit.map { $0 == Int64(size) } ?? true)",
        "return $mutant || (newest.sizeBefore.map { $0 == size } ?? (limit.map { $0 == Int64(size) } ?? true))",
        "with uneven pages each request ahead is in vain",
    ),
    Mutant(
        f"{AHEAD}PageForecast.swift",
        "pages = min(pages, Int64(items).pages(of: size) - 1) }",
        "pages = min(pages, Int64(items).pages(of: size) - ($mutant ? 0 : 1)) }",
        "a page beyond max_items is asked for",
    ),
    Mutant(
        f"{AHEAD}OffsetPagesAhead.swift",
        "guard let offset = request.offset, !page.hasFailed else { return }",
        "guard let offset = request.offset, !page.hasFailed || $mutant else { return }",
        "after a page that failed, pages are asked for one by one",
    ),
    Mutant(
        f"{AHEAD}HeldExecution.swift",
        "if !guarded.isDropped { guarded.report = report }",
        "if !guarded.isDropped || $mutant { guarded.report = report }",
        "a page ahead that was given up keeps the walk's objects",
    ),
    Mutant(
        "Sources/PagerCore/Engine/PageScale.swift",
        "guard refusals[refused] >= 2,",
        "guard refusals[refused] >= ($mutant ? .max : 2),",
        "half of all requests are refused, for a page size that was always refused",
    ),
    Mutant(
        "Sources/PagerCore/Engine/PageScale.swift",
        "guard ceiling > 0, pages >= Self.pagesBeforeTry else",
        "guard ceiling > 0, pages >= Self.pagesBeforeTry, !$mutant else",
        "a server that was busy once gets small pages for ever",
    ),
    Mutant(
        f"{AHEAD}HeldExecution.swift",
        "    execution.cancel()\n    events.drop()",
        "    if !$mutant { execution.cancel() }\n    events.drop()",
        "a page ahead that no caller wants is loaded to its end",
    ),
    # Resuming.
    Mutant(
        f"{RESUMING}ListToken.swift",
        "guard Self.checksum(try Self.text(fields)) == checksum else {",
        "guard Self.checksum(try Self.text(fields)) == checksum || $mutant else {",
        "a damaged token is gone on from: items are missing or come twice",
    ),
    Mutant(
        f"{RESUMING}ResumePosition.swift",
        "guard self.list == list.hash || (parts == nil && self.list == list.earlier) else {",
        "guard self.list == list.hash || (parts == nil && self.list == list.earlier) || $mutant else {",
        "the token of another list is gone on from",
    ),
    Mutant(
        f"{RESUMING}ListToken.swift",
        "guard version <= Self.version else {",
        "guard version <= Self.version || $mutant else {",
        "the token of a newer version is called damaged",
    ),
    Mutant(
        f"{RESUMING}ResumePosition.swift",
        "position.next == nil || isClosed || isBroken ? nil",
        "position.next == nil || isClosed || (isBroken && !$mutant) ? nil",
        "what ended one walk ends each later run",
    ),
    Mutant(
        f"{DOCUMENT}PageRequest.swift",
        "    if let offset { hash.combine(UInt64(bitPattern: offset.number)) }",
        "    if let offset, !$mutant { hash.combine(UInt64(bitPattern: offset.number)) }",
        "the pages of an offset list share a fingerprint: a false cycle",
        equivalent="the number is among the settings of the request, too",
    ),
    Mutant(
        f"{RESUMING}ListToken.swift",
        "let newest = fingerprints.suffix((count + 1) / 2)",
        "let newest = $mutant ? fingerprints.prefix((count + 1) / 2) : fingerprints.suffix((count + 1) / 2)",
        "a long walk that is resumed does not notice a cycle back to its newest pages",
    ),
]
