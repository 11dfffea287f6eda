"""Where comments and literals stand in Swift, C, C++ and Python: there is prose, and elsewhere is code."""

import re

# A literal of Swift may have others inside, in an interpolation.
C = re.compile(
    r'/\*.*?\*/|//[^\n]*|"""(?:\\.|.)*?"""|#"[^\n]*?"#|"(?:\\\((?:[^()\n]|\([^()\n]*\))*\)|\\.|[^"\\\n])*"'
    r"|'(?:\\.|[^'\\\n])'", re.DOTALL)
PYTHON = re.compile(
    r'#[^\n]*|(?:\b[A-Za-z]{1,2})?(?:"""(?:\\.|.)*?"""|"(?:\\.|[^"\\\n])*"'
    r"|'''(?:\\.|.)*?'''|'(?:\\.|[^'\\\n])*')", re.DOTALL)
# The languages, by the endings of their files.
TOKENS = {".swift": C, ".c": C, ".cpp": C, ".h": C, ".hpp": C, ".py": PYTHON}


def masked(text: str) -> str:
    """A text of Swift, C or C++ with blanks in place of comments, and with `"` around nothing but `x` for literals."""
    def blank(found: re.Match[str]) -> str:
        kept = "x" if found[0].startswith(('"', "'", "#")) else " "
        inner = re.sub(r"[^\n]", kept, found[0])
        return '"' + inner[1:-1] + '"' if kept == "x" and len(inner) > 1 else inner

    return C.sub(blank, text)
