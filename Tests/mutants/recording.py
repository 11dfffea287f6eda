"""Mistakes in PagerRecording."""

from mutants import Mutant

FILE = "Sources/PagerRecording/File/"
MATCHING = "Sources/PagerRecording/Matching/"
TRANSPORTS = "Sources/PagerRecording/Transports/"

MUTANTS = [
    Mutant(
        f"{FILE}Redaction.swift",
        "if let at = host.lastIndex(of: UInt8(ascii: \"@\"))",
        "if let at = $mutant ? host.firstIndex(of: UInt8(ascii: \"@\")) : host.lastIndex(of: UInt8(ascii: \"@\"))",
        "the tail of a password with `@` is recorded",
    ),
    Mutant(
        f"{FILE}Redaction.swift",
        "harmless.contains(header.name.lowercased()) ? header",
        "harmless.contains(header.name.lowercased()) || $mutant ? header",
        "the token of a request is recorded",
    ),
    Mutant(
        f"{FILE}Redaction.swift",
        "if secret.contains(where: { name.contains($0) })",
        "if secret.contains(where: { $mutant ? name == $0 : name.contains($0) })",
        "Set-Cookie is recorded",
    ),
    Mutant(
        f"{FILE}Redaction.swift",
        "$0 == UInt8(ascii: \"?\") || $0 == UInt8(ascii: \"#\")",
        "($0 == UInt8(ascii: \"?\") && !$mutant) || $0 == UInt8(ascii: \"#\")",
        "a key in the query of an address is recorded",
    ),
    Mutant(
        f"{FILE}RecordingFile.swift",
        "    _ = flock(descriptor, LOCK_UN)\n",
        "    if !$mutant { _ = flock(descriptor, LOCK_UN) }\n",
        "after a fork no process can record to the file any more",
    ),
    Mutant(
        f"{FILE}RecordingFile.swift",
        "    try lock()\n",
        "    if !$mutant { try lock() }\n",
        "two clients write into each other's lines",
    ),
    Mutant(
        f"{FILE}RecordingFile.swift",
        "    try checkContent()\n",
        "    if !$mutant { try checkContent() }\n",
        "a path that was mistyped costs a user a file",
    ),
    Mutant(
        f"{FILE}RecordingFile.swift",
        "        if ftruncate(descriptor, off_t(length)) == 0 {",
        "        if !$mutant, ftruncate(descriptor, off_t(length)) == 0 {",
        "a full disk leaves a torn line, and the recording cannot be read",
    ),
    Mutant(
        f"{TRANSPORTS}RecordingTransport.swift",
        "    let hasEnded = transport.shutdown(timeout: timeout)\n",
        "    if $mutant { _ = recorder.finish(until: deadline) }\n"
        "    let hasEnded = transport.shutdown(timeout: timeout)\n",
        "answers that come as a client is shut down are not recorded",
    ),
    Mutant(
        f"{TRANSPORTS}Recorder.swift",
        "        completion(.failure(TransportError(kind: .recordingFailed, message: error.message)))",
        "        completion(\n"
        "          $mutant ? result : .failure(TransportError(kind: .recordingFailed, message: error.message)))",
        "a recording with gaps passes as whole",
    ),
    Mutant(
        f"{TRANSPORTS}ReplayingTransport.swift",
        "transport.counts[key] = count + 1",
        "if !$mutant { transport.counts[key] = count + 1 }",
        "equal requests always get the first answer",
    ),
    Mutant(
        f"{TRANSPORTS}ReplayingTransport.swift",
        "response.body.count > limit {",
        "response.body.count > limit, !$mutant {",
        "max_response_bytes is ignored when a recording is replayed",
    ),
    Mutant(
        f"{MATCHING}Recording.swift",
        "exchanges[count < places.count ? places[count] : last].result",
        "exchanges[count < places.count && !$mutant ? places[count] : last].result",
        "equal requests always get the last answer",
    ),
    Mutant(
        f"{MATCHING}RequestKey.swift",
        "        .sorted { $0.name.lexicographicallyPrecedes($1.name) },",
        "        .sorted { !$mutant && $0.name.lexicographicallyPrecedes($1.name) },",
        "a request whose variables come in another order is not found",
    ),
]
