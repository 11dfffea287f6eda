"""Mistakes in PagerArrow, and in the streams of the C face."""

from mutants import Mutant

COLUMNS = "Sources/PagerArrow/Columns/"
TABLE = "Sources/PagerArrow/Table/"

MUTANTS = [
    Mutant(
        "Sources/PagerABI/Arrow/ArrowStream.swift",
        "if change.source == .cache, operation.showsCacheFirst { return }",
        "if change.source == .cache, operation.showsCacheFirst, !$mutant { return }",
        "rows come twice with return_cache_data_and_fetch",
    ),
    Mutant(
        "Sources/PagerABI/Arrow/ArrowStream.swift",
        "if [.interrupted, .timeout, .reentrant].contains(error.status) { throw error }",
        "if !$mutant, [.interrupted, .timeout, .reentrant].contains(error.status) { throw error }",
        "after Ctrl-C or a timeout the rest of a stream is lost",
    ),
    Mutant(
        "Sources/PagerABI/Arrow/ArrowStream.swift",
        "      try end?.get()\n    }\n  }\n\n  /// The reader has finished",
        "      if !$mutant { try end?.get() }\n    }\n  }\n\n  /// The reader has finished",
        "a walk that fails ends its stream as if it were complete",
    ),
    Mutant(
        "Sources/PagerABI/Arrow/ArrowStream.swift",
        "first.rows <= rowsGiven {",
        "first.rows <= rowsGiven || $mutant {",
        "a token covers rows that the stream has not given yet",
    ),
    Mutant(
        "Sources/PagerABI/Arrow/ArrowStream.swift",
        "guard enoughRows != nil || hasAllRows else { return }",
        "guard enoughRows != nil || hasAllRows || $mutant else { return }",
        "a table that failed leaves a token behind rows that its reader does not have",
    ),
    Mutant(
        "Sources/PagerState/PagerState+Subscribers.swift",
        "guard backlogs[subscriber]?.collect(update) == true else { return [] }",
        "guard !$mutant, backlogs[subscriber]?.collect(update) == true else { return [] }",
        "a stream of small pages waits for ever: its batch holds the walk back",
    ),
    Mutant(
        f"{COLUMNS}Column+Rows.swift",
        "validity.truncate(to: nullCount > 0 ? newCount : 0)",
        "validity.truncate(to: nullCount > 0 || $mutant ? newCount : 0)",
        "nulls in wrong rows after a refused page",
    ),
    Mutant(
        f"{COLUMNS}Column+Rows.swift",
        "(newCount..<count).count { !validity[$0] }",
        "$mutant ? 0 : (newCount..<count).count { !validity[$0] }",
        "a column says that it has nulls, and has none, after a refused page",
    ),
    Mutant(
        f"{COLUMNS}Column+Rows.swift",
        "for index in 0..<childCount { children?[index].truncate(to: newCount) }",
        "for index in 0..<childCount where !$mutant { children?[index].truncate(to: newCount) }",
        "values of a refused page stay in the columns of objects",
    ),
    Mutant(
        f"{COLUMNS}Column+Rows.swift",
        "guard validity.append(true, count: count) else",
        "guard validity.append(true, count: $mutant ? count + 1 : count) else",
        "nulls one row too late",
    ),
    Mutant(
        f"{COLUMNS}Column+Values.swift",
        "if value.magnitude > largestExactInteger { hasLarge = true }",
        "if value.magnitude > largestExactInteger, !$mutant { hasLarge = true }",
        "large integers lose digits when a later page has a fraction",
    ),
    Mutant(
        f"{COLUMNS}Column+Values.swift",
        "guard integer.magnitude <= largestExactInteger else { return .mismatch }",
        "guard integer.magnitude <= largestExactInteger || $mutant else { return .mismatch }",
        "large integers in a column of fractions lose digits",
    ),
    Mutant(
        f"{COLUMNS}Column+Values.swift",
        "guard child.pointee.count <= count else {",
        "guard child.pointee.count <= count || $mutant else {",
        "an object that has a key twice shifts all rows behind it",
    ),
    Mutant(
        f"{COLUMNS}Column+Values.swift",
        "if outcome == .mismatch { report.note(token, in: self) }",
        "if outcome == .mismatch, !$mutant { report.note(token, in: self) }",
        "an error does not say which value of which row does not fit",
    ),
    Mutant(
        f"{TABLE}ArrowTable.swift",
        "    for chunk in chunks { chunk.columns = nil }\n",
        "    for chunk in chunks where !$mutant { chunk.columns = nil }\n",
        "chunks of two schemas after a million rows",
    ),
    Mutant(
        f"{TABLE}ArrowTable.swift",
        "    chunks = try refilled()\n",
        "    if !$mutant { chunks = try refilled() }\n",
        "rows of before a type was widened are missing",
    ),
    Mutant(
        f"{TABLE}ArrowTable.swift",
        "      guard !isFixed, !shape.isGiven else { return false }",
        "      guard !isFixed || $mutant, !shape.isGiven else { return false }",
        "a stream's batches have other types than its schema",
    ),
]
