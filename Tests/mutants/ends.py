"""The end of a list: what follows a page, and what a list lacks to its total."""

from mutants import Mutant

ENDING = "Sources/PagerCore/Ending/"

MUTANTS = [
    Mutant(
        f"{ENDING}EndRules.swift",
        "fullPage.map { count < $0 } ?? false",
        "fullPage.map { $mutant ? count <= $0 : count < $0 } ?? false",
        "a list that ends with a short page ends after its first one",
    ),
    Mutant(
        f"{ENDING}EndRules.swift",
        "reply != .noMore, !acceptsNull {",
        "reply != .noMore, !acceptsNull, !$mutant {",
        "a list whose page is null passes as complete",
    ),
    Mutant(
        f"{ENDING}PageWords.swift",
        "count.map { $0 >= least ?",
        "count.map { $0 >= least || $mutant ?",
        "a total that is smaller than the page ends the list in silence",
    ),
    Mutant(
        f"{ENDING}EndRules.swift",
        "return loaded < total ? .more : .noMore",
        "return ($mutant ? loaded + 1 < total : loaded < total) ? .more : .noMore",
        "the last item of an offset list is missing where it has a page of its own",
    ),
    Mutant(
        f"{ENDING}OffsetPage.swift",
        "list.countsPages ? 1 : content.count)",
        "list.countsPages ? 1 : $mutant ? list.limit ?? content.count : content.count)",
        "where a server gives fewer items than it is asked for, items are skipped in silence",
    ),
    Mutant(
        f"{ENDING}EndRules.swift",
        "if offset.past.emptyPages < emptyPageLimit {",
        "if $mutant ? offset.past.emptyPages <= emptyPageLimit : offset.past.emptyPages < emptyPageLimit {",
        "one empty page more than max_empty_pages is asked for",
    ),
    Mutant(
        f"{ENDING}EndRules.swift",
        "if pagesBefore > 1 { return missing ==",
        "if pagesBefore > 1 || $mutant { return missing ==",
        "a short list whose server counts from 0 goes on for ten empty pages",
    ),
    Mutant(
        f"{ENDING}OffsetPage.swift",
        "isFirstAssumed: before.isFirstAssumed && !isAfterEmptyPage,",
        "isFirstAssumed: before.isFirstAssumed && (!isAfterEmptyPage || $mutant),",
        "a list with hidden pages is said to count from 0",
    ),
    Mutant(
        f"{ENDING}OffsetPage.swift",
        "hash == offset.past.items, !hasGrown {",
        "hash == offset.past.items, !hasGrown || $mutant {",
        "a list that grows at its front is said to repeat a page",
    ),
    Mutant(
        f"{ENDING}OffsetPage.swift",
        "content.count > 0 && hash != offset.past.firstItems ?",
        "content.count > 0 && (hash != offset.past.firstItems || $mutant) ?",
        "a server that answers page 0 with page 1 is said to count from 0",
    ),
    Mutant(
        f"{ENDING}FollowingPages.swift",
        "guard cursor.range.count <= Self.longestCursor else {",
        "guard cursor.range.count <= Self.longestCursor || $mutant else {",
        "a cursor of many megabytes is sent back and remembered",
    ),
    Mutant(
        f"{ENDING}FollowingPages.swift",
        "let isDistrusted = end == .previous && shape.distrusted == request",
        "let isDistrusted = end == .previous && shape.distrusted == request && !$mutant",
        "a list that was opened in its middle has no previous pages",
    ),
    Mutant(
        f"{ENDING}TotalRule.swift",
        "|| plan.opensInMiddle ||",
        "|| (plan.opensInMiddle && !$mutant) ||",
        "a walk from the middle of a list ends with FEWER_THAN_TOTAL",
    ),
    Mutant(
        "Sources/PagerState/PageListSummary.swift",
        "least = min(least ?? told, told)",
        "least = $mutant ? told : min(least ?? told, told)",
        "a list that grows while it is read ends with FEWER_THAN_TOTAL",
    ),
    Mutant(
        "Sources/PagerState/TotalShortfall.swift",
        "guard !beginsInMiddle, let total = drift.leastTotal",
        "guard !beginsInMiddle || $mutant, let total = drift.leastTotal",
        "a list that another process opened in its middle ends with FEWER_THAN_TOTAL",
    ),
    Mutant(
        "Sources/PagerCore/Resuming/ListOffset+Token.swift",
        "itemsBefore.map { .integer($0) } ?? .null,",
        "$mutant ? .null : itemsBefore.map { .integer($0) } ?? .null,",
        "a resumed offset list asks for a page beyond its end",
    ),
    Mutant(
        "Sources/PagerCore/Resuming/ListOffset+Token.swift",
        "if past.emptyPages > 0 {",
        "if past.emptyPages > 0, !$mutant {",
        "each process passes over ten empty pages of its own",
    ),
    Mutant(
        "Sources/PagerCore/Resuming/ResumePosition.swift",
        "position.partialData == nil && !isShort",
        "position.partialData == nil && (!isShort || $mutant)",
        "the mark moves past the items that a list lacks to its total",
    ),
]
