"""Mistakes in PagerState: what is loaded, shown, held back and gone back to."""

from mutants import Mutant

STATE = "Sources/PagerState/"

MUTANTS = [
    Mutant(
        f"{STATE}PageList.swift",
        "if place == outermost(at: end) {",
        "if place == outermost(at: end), !$mutant {",
        "after a change of the newest page the list goes on behind its old cursor: an item never comes",
    ),
    Mutant(
        f"{STATE}PageList.swift",
        "beyond.isApart = facts[end] != .open(beyond.asked)\n",
        "beyond.isApart = facts[end] != .open(beyond.asked) && !$mutant\n",
        "a gap that closes again is counted down twice",
    ),
    Mutant(
        f"{STATE}PageList.swift",
        "if let end = step.role.end, !isAnswer {",
        "if let end = step.role.end, !isAnswer, !$mutant {",
        "a page that was asked for before the one before it changed is taken for the one after it",
    ),
    Mutant(
        f"{STATE}PagerState+Answers.swift",
        "let reader = active.reader, !active.readsFailedPages else",
        "let reader = active.reader, !active.readsFailedPages, !$mutant else",
        "a page with errors in place of the list is pulled with failed_pages false",
    ),
    Mutant(
        f"{STATE}PagerState+Answers.swift",
        "    let updates = publishUnpublished()\n    self.active?.reader = nil",
        "    let updates = $mutant ? [] : publishUnpublished()\n    self.active?.reader = nil",
        "with emit end and failed_pages false the pages before a failure are not pulled",
    ),
    Mutant(
        f"{STATE}PageListSummary.swift",
        "itemsLoaded += page.itemCount - before.itemCount",
        "itemsLoaded += page.itemCount - ($mutant ? page.itemCount : before.itemCount)",
        "the items of a page that changed are not counted",
    ),
    Mutant(
        f"{STATE}PageListSummary.swift",
        "    nested -= before.nested\n",
        "    if !$mutant { nested -= before.nested }\n",
        "the lists inside a page that changed count twice",
    ),
    Mutant(
        f"{STATE}PageListSummary.swift",
        "    guard page.hasData else { return }\n    trail",
        "    guard page.hasData || $mutant else { return }\n    trail",
        "a page that failed takes away what the walk had learnt: the mark is lost",
    ),
    Mutant(
        f"{STATE}PageList.swift",
        "if fingerprint == asked { return .broken(.cursorStuck) }",
        "if fingerprint == asked, !$mutant { return .broken(.cursorStuck) }",
        "a repeated cursor is called a cycle of cursors",
    ),
    Mutant(
        f"{STATE}PageList.swift",
        "return answered.contains(fingerprint) ? .broken(.cursorCycle) : frontier",
        "return answered.contains(fingerprint) && !$mutant ? .broken(.cursorCycle) : frontier",
        "a server whose cursors go round is walked for ever",
    ),
    Mutant(
        f"{STATE}PageList.swift",
        "if step.role != .previous { learn(inspection.next, at: .next, from: step.request) }",
        "if step.role != .previous || $mutant { learn(inspection.next, at: .next, from: step.request) }",
        "a previous page says where the list ends: next pages come twice",
    ),
    Mutant(
        f"{STATE}PageList.swift",
        "    known.newestLacksData = false\n",
        "    if !$mutant { known.newestLacksData = false }\n",
        "a page replaces the one before it, after one that had only errors",
    ),
    Mutant(
        f"{STATE}PageList.swift",
        "    answered.forgetAll(after: checkpoint.answeredCount)",
        "    if !$mutant { answered.forgetAll(after: checkpoint.answeredCount) }",
        "a page that no reader was handed cannot be asked for again: a false cycle",
    ),
    Mutant(
        f"{STATE}PageList.swift",
        "pageCount: outline.summary.pagesLoaded - lacking.count,",
        "pageCount: outline.summary.pagesLoaded - ($mutant ? 0 : lacking.count),",
        "a resume token counts a page twice",
    ),
    Mutant(
        f"{STATE}PageList.swift",
        "return counts.flatMap { .replacing(id, with: nil, in: $0) }",
        "return $mutant ? counts : counts.flatMap { .replacing(id, with: nil, in: $0) }",
        "errors of a page that the next process asks for again are counted for ever",
    ),
    Mutant(
        f"{STATE}PageListSummary.swift",
        "if replacesPage, let id { replace(id, with: nil) }",
        "if replacesPage, !$mutant, let id { replace(id, with: nil) }",
        "the errors of a page without data stay after its answer has come",
    ),
    Mutant(
        f"{STATE}PageList.swift",
        "Array(answered.fingerprints.prefix(outline.answeredCount))",
        "$mutant ? [] : Array(answered.fingerprints.prefix(outline.answeredCount))",
        "a resumed walk does not notice a cycle back to pages of before",
    ),
    Mutant(
        f"{STATE}PageList.swift",
        "PageStep(request: request, role: summary.pagesLoaded == 0 ? .initial : end.role)",
        "PageStep(request: request, role: summary.pagesLoaded == 0 && !$mutant ? .initial : end.role)",
        "a walk that is resumed before its first page has no first page",
    ),
    Mutant(
        f"{STATE}PagerState.swift",
        "abortLoad() + publishUnpublished() + finish(.usage(.cancelled))",
        "abortLoad() + ($mutant ? [] : publishUnpublished()) + finish(.usage(.cancelled))",
        "pages of a cancelled walk are never shown",
    ),
    Mutant(
        f"{STATE}PagerState.swift",
        "    generation += 1\n    return actions",
        "    if !$mutant { generation += 1 }\n    return actions",
        "updates from before a reset are delivered after it",
    ),
    Mutant(
        f"{STATE}PagerState.swift",
        "    unseen = UnseenPages()\n    unfinished = UnfinishedPages()\n    unpublished = nil\n    current = nil\n",
        "    unseen = UnseenPages()\n    if !$mutant { unfinished = UnfinishedPages() }\n    unpublished = nil\n"
        "    current = nil\n",
        "a resume token after a reset stands for the list of before",
    ),
    Mutant(
        f"{STATE}PagerState.swift",
        "guard active == nil else { throw .usage(.loadInProgress) }",
        "guard active == nil || $mutant else { throw .usage(.loadInProgress) }",
        "two loads at once, and the first one never ends",
    ),
    Mutant(
        f"{STATE}PagerState.swift",
        "guard active == nil, !list.hasData, list.summary.pagesLoaded == 0 else { return false }",
        "guard active == nil, $mutant || (!list.hasData && list.summary.pagesLoaded == 0) else { return false }",
        "a list that has pages is resumed over them",
    ),
    Mutant(
        f"{STATE}PagerState.swift",
        "    list.goBack(to: before.list)\n",
        "    if !$mutant { list.goBack(to: before.list) }\n",
        "pages that no reader was handed are skipped",
    ),
    Mutant(
        f"{STATE}PagerState+Answers.swift",
        "if let active, active.hasReachedCap(of: walk) { return publishUnpublished() + finishIncomplete(.pageLimit) }",
        "if let active, active.hasReachedCap(of: walk), !$mutant {\n"
        "      return publishUnpublished() + finishIncomplete(.pageLimit)\n    }",
        "max_pages and max_items are ignored",
    ),
    Mutant(
        f"{STATE}PagerState+Answers.swift",
        "active?.items += inspection.itemCount - (interim?.items ?? 0)",
        "active?.items += inspection.itemCount - ($mutant ? 0 : interim?.items ?? 0)",
        "max_items counts a page twice that the cache showed first",
    ),
    Mutant(
        f"{STATE}PagerState+Answers.swift",
        "    if interim == nil { active?.pages += 1 }",
        "    if interim == nil || $mutant { active?.pages += 1 }",
        "max_pages counts a page twice that the cache showed first",
    ),
    Mutant(
        f"{STATE}PagerState+Subscribers.swift",
        "    goBackToUnseenPages()\n    return releaseHeldBackRequest()",
        "    goBackToUnseenPages()\n    return $mutant ? [] : releaseHeldBackRequest()",
        "a walk hangs for ever when the subscriber that held it back leaves",
    ),
    Mutant(
        f"{STATE}PagerState+Subscribers.swift",
        "case .page: current = list.held.count == 0 ? nil : update",
        "case .page: current = list.held.count == 0 && !$mutant ? nil : update",
        "a late subscriber gets a page that was given back",
    ),
    Mutant(
        f"{STATE}PagerState+Changes.swift",
        "where backlogs.values[index].isOpen && !backlogs.values[index].isReader {",
        "where backlogs.values[index].isOpen && (!backlogs.values[index].isReader || $mutant) {",
        "a pulled walk yields pages twice when the cache changes them",
    ),
    Mutant(
        f"{STATE}PagerState+Changes.swift",
        "      unpublished?.pages = list.held\n",
        "      if !$mutant { unpublished?.pages = list.held }\n",
        "a walk that tells at its end shows the old version of a page",
    ),
    Mutant(
        f"{STATE}PagerState+Subscribers.swift",
        "var holdsBack: Bool { holdingBack > lead }",
        "var holdsBack: Bool { $mutant ? holdingBack > lead + 1 : holdingBack > lead }",
        "a walk runs two pages ahead",
    ),
    Mutant(
        f"{STATE}PagerState+Subscribers.swift",
        "      changes[page]?.later = source\n      return false",
        "      if !$mutant { changes[page]?.later = source }\n      return false",
        "the last of several changes is never told",
    ),
    Mutant(
        f"{STATE}PagerState+Subscribers.swift",
        "if entries.remove(at: index).holdsBack { holdingBack -= 1 }",
        "if entries.remove(at: index).holdsBack, !$mutant { holdingBack -= 1 }",
        "a walk stops after two pages, and never ends",
    ),
    Mutant(
        f"{STATE}UnfinishedPages.swift",
        "while let first = entries.first, first.isFinished, !first.isHeld, !isWanted(first.update)",
        "while let first = entries.first, first.isFinished || $mutant, !first.isHeld, !isWanted(first.update)",
        "a resume token stands for a page that a consumer died with",
    ),
    Mutant(
        f"{STATE}UnfinishedPages.swift",
        "if isTold || (hasLostSubscriber && entries.isEmpty) { entries.append",
        "if isTold || (hasLostSubscriber && entries.isEmpty && !$mutant) { entries.append",
        "a resume token skips the pages behind the one that a consumer left at",
    ),
    Mutant(
        f"{STATE}UnfinishedPages.swift",
        "    while let first, first <= update { published.removeFirst() }",
        "    while let first, $mutant ? first < update : first <= update { published.removeFirst() }",
        "a page that was handed out comes twice",
    ),
]
