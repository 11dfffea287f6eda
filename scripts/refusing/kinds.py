"""What is a refusal, and why the other errors are not: each `throw` and `raise` has one kind.

A refusal tells a caller that a config, an argument, a document, a variable, a token or a value is wrong, or that a call
came at the wrong moment. A new type of error belongs into one of the tables.
"""

import ast
import re

from mutating.mutant import MutantError

PASSED_ON = "an error that was made at another place goes on"
SYSTEM = "memory, a thread, a descriptor, a file or the network is not there"
END = "a wait, a walk or a stream ends"
ANSWER = "a server's answer is at fault"
TEXT = "a text is not JSON, and the caller of the reader says whose text it is"
DOUBLE = "a transport for an app's tests"
PROTOCOL = "Python's own protocol"
STATUS = "a status of the library, whose message a refusal in Swift made"

# In Swift: the path of a file, and what follows `throw`. The first line that fits counts; None is a refusal.
IN_SWIFT: tuple[tuple[str, str, str | None], ...] = (
    ("SwiftPagerTesting", r"", DOUBLE),
    # Resources of the system.
    ("", r"(\w+)?\(?\.?(outOfMemory|noMemory|outOfResources|system|thread|easy|multi|noThread)\b", SYSTEM),
    ("", r"\w+\.(outOfMemory|noMemory|outOfResources|noThread)\b|StartFailure|FillFailure", SYSTEM),
    ("", r"(ErrorReport|TransportError)\(\s*\.(noMemory|noThread|outOfMemory|internal)\b", SYSTEM),
    ("", r'Failure\(message: "out of memory"\)', SYSTEM),
    ("", r'\.unusable\(message: "there is not enough memory', SYSTEM),
    ("HostHeaders", r'ErrorReport\(error, in: "headers_json"\)', SYSTEM),
    # A value that was read or checked can be written, unless memory is missing.
    ("PagerLists", r"(DocumentPlanError|[\w.]+\.error)\((\[\"nested\"\], )?unwritable: error\)", SYSTEM),
    ("PagerLists", r'\.unusable\( ?message: "the (resume token|checkpoint) cannot be written as JSON', SYSTEM),
    ("ValueTemplate", r'Misfit\(message: ("\\\(error\)"|error\.message)\)', SYSTEM),
    ("PagerRecording", r'Self\.failure|unreadable|RecordingError\(\s*message: "there is not enough memory', SYSTEM),
    ("PagerCache", r'connection\.failure|failure\(code\)|error == \.outOfMemory \? \.outOfMemory : \.storage', SYSTEM),
    ("Recorder", r"RecordingError|TransportError", SYSTEM),
    # What ends.
    ("", r"(ErrorReport\()?\.(timeout|interrupted)\b|\.shutDown|shutDown\(|(PaginationError)?\.cancellation", END),
    ("PageList|PagerArrow/Table", r"\.(incomplete|full|sparse)\b", END),
    # What was made elsewhere.
    ("", r"(error|failure|refusal|report|misfit|explain\(failure\))\Z", PASSED_ON),
    ("", r"(ErrorReport|ClientError|ResumeError|TransportError)\((error|miss)(, \w+: \w+)?\)", PASSED_ON),
    ("", r"error\.isOutOfMemory \? \.outOfMemory : (damaged|\.damaged)", None),
    ("", r"error == \.outOfMemory \? (\.outOfMemory|ErrorReport\(error\)) : (\.invalid|\.damaged|Self\.ref)", None),
    ("", r"\.refused\(error\)|error\.(ofList|inCompleted)", PASSED_ON),
    ("CacheTransaction|ReadTransaction|GraphQLClient\\+Op", r"ClientError\.cacheMiss|error\.isMissing", ANSWER),
    # What a server sends.
    ("PagerClient|PagerLists|Nested", r"JSONReadError|DrainFault|httpError|(ClientError)?\.badResponse", ANSWER),
    ("PendingList", r"Misfit", ANSWER),
    ("", r"DataMisfit|ListOrderError|ErrorReport\(\s*\.badResponse|\.unreadable\(error\)", ANSWER),
    ("PagerJSON/(Decoding|Scalars)", r"(DecodingError|session|node|object)\.|mismatch|corrupted", ANSWER),
    ("SwiftPagerFoundation", r"ScalarFault|(Self\.)?unnamed", ANSWER),
    ("PagerJSON/Reading", r"error\(|unexpected\(|JSONReadError", TEXT),
    ("RawMembers", r"\.describing", TEXT),
    # Refusals.
    ("PagerSyntax", r"", None),
    ("PagerLists", r"DocumentPlanError|([\w.]+\.)?(config|place)\.error|(SinceSettings|Self)\.error", None),
    ("PagerLists", r"(Self\.)?(damaged|misfit|connectionMissing|fixedSize|ambiguity)\(", None),
    ("PagerLists", r"\.(damaged|unusable)\(|\.tooLong|\.movesOn|Misfit|try source\.explained", None),
    ("PagerABI", r"ErrorReport\(", None),
    ("PagerABI", r"[\w.]*\b(unexpected|expected|missing|refusal|givenTwice|invalid|withHook|failure)\(", None),
    ("PagerABI", r"\.closed|\.forked|\.hook\(|misshapen|Self\.sinceWithHooks|JSONReadError", None),
    ("PagerEngine|PagerState", r"\.closed|\.usage\(", None),
    ("PagerTransport", r"TransportConfigurationError|Failure", None),
    ("PagerClient", r"ClientConfigurationError|Self\.refused|ClientError\.noCache", None),
    ("PagerCache", r"\.?invalid\(|\.storage\(", None),
    ("PagerRecording", r"RecordingError|\.?damaged\(|\.edited\(", None),
    ("PagerArrow", r"MomentError|Self\.malformed|\.mismatch", None),
    ("PagerJSON", r"JSONPointerError|(try )?JSONTextError|(Self\.)?invalid\(", None),
    ("SwiftPager", r"(ClientError)?\.(cache|hook)\(|EncodingError", None),
    ("SwiftPager", r"\.alreadyBegun|\.page\w+|\.unusable|ResumeTokenError|PaginationError", None),
)

# In Python: the exceptions and the functions that make them, without the modules before their names.
REFUSALS = frozenset({
    "UsageError", "ValueError", "TypeError", "RuntimeError", "ConfigurationError", "SchemaError", "UnknownList",
    "UnknownField", "WrongArgument", "IntrospectionRefused", "DocumentError", "PlanError", "Unresolved", "QueryError",
    "StoreError", "WalkConflict", "MissingVariable", "LibraryNotFoundError", "ImportError", "FileExistsError",
    "IsADirectoryError", "FileNotFoundError", "BlockingIOError", "ArgumentTypeError", "FileRefused", "ToolError",
    "PermissionError", "NoFile", "RecordingFailed",
    "refused", "kind", "unwritable", "_is_folder", "_taken", "_unexpected", "_error", "_told", "_missing",
})
NO_REFUSALS = {
    "UnfitItem": ANSWER, "UnreadMark": ANSWER, "GraphQLError": ANSWER, "ErrorsBesideData": ANSWER,
    "OutputError": SYSTEM, "ReaderGone": SYSTEM, "OSError": SYSTEM, "MemoryError": SYSTEM, "SchedulerGone": SYSTEM,
    "OutOfResourcesError": SYSTEM, "Unreachable": SYSTEM,
    "replaced": END, "Stopped": END, "StoppedBefore": END, "LimitReached": END, "Cancelled": END, "TimeoutError": END,
    "StaleFile": END, "PlanChanged": END, "PutOff": END, "Held": END, "Waiting": END, "_with_errors": END,
    "StopAsyncIteration": PROTOCOL, "StopIteration": PROTOCOL, "AttributeError": PROTOCOL, "KeyError": PROTOCOL,
    "NotImplementedError": PROTOCOL,
    "error_for": STATUS, "LinesFailed": PASSED_ON, "pop": PASSED_ON, "_chosen": PASSED_ON,
}


def reason_in_swift(file: str, thrown: str, place: str) -> str | None:
    """Why a `throw` is not a refusal; None if it is one."""
    for path, pattern, reason in IN_SWIFT:
        if re.search(path, file) and re.match(pattern, thrown):
            return reason
    raise MutantError(f"{place}: scripts/refusing/kinds.py does not know this error: {thrown}")


def reason_in_python(thrown: ast.expr | None, place: str) -> str | None:
    """Why a `raise` is not a refusal; None if it is one."""
    if isinstance(thrown, ast.Call):
        name = ast.unparse(thrown.func).rpartition(".")[2]
    elif thrown is not None and (name := ast.unparse(thrown).rpartition(".")[2]) in NO_REFUSALS:
        return NO_REFUSALS[name]
    else:
        return PASSED_ON
    if name in REFUSALS:
        return None
    if name not in NO_REFUSALS:
        raise MutantError(f"{place}: scripts/refusing/kinds.py does not know this exception: {name}")
    return NO_REFUSALS[name]
