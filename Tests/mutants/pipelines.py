"""Mistakes in the rest of a pipeline: requests and lines of the command, clients elsewhere, and tracing."""

from mutants import Mutant

PACKAGE = "bindings/python/swiftpager/"

MUTANTS = [
    # The command.
    Mutant(
        f"{PACKAGE}cli/executing.py",
        'if not is_refused and operation_of',
        'if not $mutant and not is_refused and operation_of',
        "a user sends a mutation again that the server has carried out",
    ),
    Mutant(
        f"{PACKAGE}cli/executing.py",
        'if self._errors != "keep":',
        'if self._errors != "keep" and not $mutant:',
        "a response with errors ends with 0",
    ),
    Mutant(
        f"{PACKAGE}cli/executing.py",
        "open_output(self._arguments.output, is_text",
        "open_output(None if $mutant else self._arguments.output, is_text",
        "a mutation is sent although its response cannot be written where the user wants it",
    ),
    Mutant(
        f"{PACKAGE}cli/pretty.py",
        'if before not in ("{", "["):',
        'if before not in ("{", "[") or $mutant:',
        "an empty object takes two lines",
    ),
    Mutant(
        f"{PACKAGE}cli/tagging.py",
        'b"" if rest.startswith(b"}") else b","',
        'b"" if rest.startswith(b"}") or $mutant else b","',
        "a tagged item is not JSON",
    ),
    Mutant(
        f"{PACKAGE}cli/tagging.py",
        "if isinstance(item, dict) and name in item:",
        "if isinstance(item, dict) and name in item and not $mutant:",
        "an item has two members of one name",
    ),
    Mutant(
        f"{PACKAGE}cli/each.py",
        "            if self._is_stopped:\n",
        "            if self._is_stopped and not $mutant:\n",
        "a thread writes after the command has ended its output",
        equivalent="the process ends a moment later, and a thread may write before or after that",
    ),
    Mutant(
        f"{PACKAGE}cli/each.py",
        "ending = endings.pop() if len(endings) == 1 else Ending.INCOMPLETE",
        "ending = endings.pop() if len(endings) == 1 or $mutant else Ending.INCOMPLETE",
        "lines that failed for different reasons look as if another try helped all of them",
    ),
    Mutant(
        f"{PACKAGE}cli/each.py",
        "            self._failures[line.number] = error\n",
        "            $mutant or self._failures.update({line.number: error})\n",
        "a line that failed is not reported",
    ),
    Mutant(
        f"{PACKAGE}cli/each.py",
        "                self._check(client, lines[0])\n",
        "                $mutant or self._check(client, lines[0])\n",
        "a query that cannot be paged fails once for each line",
    ),
    # Clients elsewhere.
    Mutant(
        f"{PACKAGE}_reopening.py",
        '    if arguments.get("headers"):\n',
        '    if arguments.get("headers") and not $mutant:\n',
        "a pickle has a token in it",
    ),
    Mutant(
        f"{PACKAGE}_reopening.py",
        'with_query=name == "endpoint"',
        'with_query=name == "endpoint" and not $mutant',
        "a pickle has the token of an address in it",
    ),
    Mutant(
        f"{PACKAGE}_reopening.py",
        "        with starting():\n            if self._is_inherited:\n",
        "        with starting():\n            if self._is_inherited or $mutant:\n",
        "each thread of a child makes a client",
    ),
    Mutant(
        f"{PACKAGE}_reopening.py",
        "        if self._key is not None:\n            self._key = None\n",
        "        if self._key is not None or $mutant:\n            self._key = None\n",
        "a closed client is open again in a child",
    ),
    Mutant(
        f"{PACKAGE}_environment.py",
        "if error.variable == error.variable.upper() else",
        "if error.variable == error.variable.upper() or $mutant else",
        "a secret that was given in place of a name is in the log",
    ),
    # Tracing.
    Mutant(
        f"{PACKAGE}_tracing.py",
        "if name.lower() not in known}",
        "if name.lower() not in known or $mutant}",
        "a traceparent of the call is sent twice",
    ),
    Mutant(
        f"{PACKAGE}otel.py",
        "            if operation.ended is not None:\n                return False\n",
        "            if operation.ended is not None and not $mutant:\n                return False\n",
        "an operation ends twice, and its second end raises",
    ),
    Mutant(
        f"{PACKAGE}otel.py",
        "return self._running.get(tag) or self._ended.get(tag)",
        "return self._running.get(tag) or (None if $mutant else self._ended.get(tag))",
        "the last request of an operation has no parent",
    ),
    Mutant(
        f"{PACKAGE}otel.py",
        "0 if before is None else before.resent + 1",
        "0 if before is None or $mutant else before.resent + 1",
        "an attempt looks like the first one",
    ),
    Mutant(
        f"{PACKAGE}_documents.py",
        'begins = depth == 0 and token == "}"',
        'begins = (depth == 0 and token == "}") or $mutant',
        "a field's name is taken for a mutation",
    ),
]
