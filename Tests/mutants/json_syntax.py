"""Mistakes in PagerJSON and PagerSyntax: what is read of texts."""

from mutants import Mutant

JSON = "Sources/PagerJSON/"
SYNTAX = "Sources/PagerSyntax/"

MUTANTS = [
    Mutant(
        f"{JSON}Reading/JSONSyntax.swift",
        "guard open.count < maximumDepth else {",
        "guard open.count < maximumDepth || $mutant else {",
        "a text that nests too deeply gets a message about something else",
    ),
    Mutant(
        f"{JSON}Reading/JSONSyntax.swift",
        'skip("u"), UTF16.isTrailSurrogate(try readHexadecimal(from: start))',
        'skip("u"), UTF16.isTrailSurrogate(try readHexadecimal(from: start)) || $mutant',
        "a message does not say that a string holds half of a pair",
    ),
    Mutant(
        f"{JSON}Value/JSONPointer.swift",
        "        case \"~\": text.append(contentsOf: \"~0\".unicodeScalars)",
        "        case \"~\" where !$mutant: text.append(contentsOf: \"~0\".unicodeScalars)",
        "a pointer in a message leads elsewhere where a key has a tilde",
    ),
    Mutant(
        f"{JSON}Value/JSONPointer.swift",
        "guard digits.count == 1 || digits.first != UInt8(ascii: \"0\") else { return nil }",
        "guard digits.count == 1 || digits.first != UInt8(ascii: \"0\") || $mutant else { return nil }",
        "01 counts as an index",
    ),
    Mutant(
        f"{SYNTAX}Parsing/Lexer+Strings.swift",
        "        skip(4)\n        raw += ",
        "        skip($mutant ? 3 : 4)\n        raw += ",
        "a block string with three quotes in it is read wrongly",
    ),
    Mutant(
        f"{SYNTAX}Parsing/Lexer+Strings.swift",
        "    if first < 0xDC00, peek()",
        "    if first < 0xDC00, !$mutant, peek()",
        "a document with an escaped emoji is refused",
    ),
    Mutant(
        f"{SYNTAX}Connections/ConnectionFinder.swift",
        "guard addressable.count == 1 else { throw fault.ambiguous(addressable) }",
        "guard addressable.count == 1 || $mutant else { throw fault.ambiguous(addressable) }",
        "of two lists the first is walked, and nothing says so",
    ),
    Mutant(
        f"{SYNTAX}Connections/ConnectionFinder.swift",
        "    if let enclosing = connection.enclosingConnection {\n",
        "    if !$mutant, let enclosing = connection.enclosingConnection {\n",
        "a list inside the items of another is walked as if there were one",
    ),
    Mutant(
        f"{SYNTAX}Connections/ConnectionFinder.swift",
        "if let array = found, key.isIndex {",
        "if let array = found, key.isIndex, !$mutant {",
        "the pointer to a list inside an array is refused, though an error names it",
    ),
    Mutant(
        f"{SYNTAX}Connections/InnerConnections.swift",
        "keys.indices.map { path + keys[...$0] } })",
        "keys.indices.map { ($mutant ? [] : path) + keys[...$0] } })",
        "the list itself is told of as one inside its items",
    ),
    Mutant(
        f"{SYNTAX}Connections/InnerConnections.swift",
        "if places[0].children.isEmpty, !isCutOff { return nil }",
        "if places[0].children.isEmpty, !isCutOff || $mutant { return nil }",
        "a query that is too large to look through passes as one without inner lists",
    ),
    Mutant(
        f"{SYNTAX}Connections/SharedVariable.swift",
        "while reach.includes(place.response.selectionSets) {",
        "while !$mutant, reach.includes(place.response.selectionSets) {",
        "a list inside the items that takes the cursor of the list is cut off in silence",
    ),
    Mutant(
        f"{SYNTAX}Connections/ConnectionFinder.swift",
        "while found.count < candidateLimit, let place = pending.popLast() {",
        "while found.count < candidateLimit || $mutant, let place = pending.popLast() {",
        "a short document with fragments takes hours to plan",
    ),
]
