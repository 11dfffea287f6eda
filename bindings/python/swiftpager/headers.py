"""The headers of a response."""

from __future__ import annotations

from collections.abc import Iterator, Mapping


class Headers(Mapping[str, str]):
    """Headers by name, in any case. If a name comes several times, its value is the first one."""

    def __init__(self, lines: bytes = b"") -> None:
        """Reads the lines of a response, each "Name: value"."""
        # Latin-1, as in HTTP: every byte is a character.
        pairs = (line.partition(":") for line in lines.decode("latin-1").splitlines())
        self._all = [(name.strip(), value.strip()) for name, colon, value in pairs if colon]
        self._first: dict[str, str] = {}
        for name, value in self._all:
            self._first.setdefault(name.lower(), value)

    def __getitem__(self, name: str) -> str:
        return self._first[name.lower()]

    def __iter__(self) -> Iterator[str]:
        return iter(self._first)

    def __len__(self) -> int:
        return len(self._first)

    def get_all(self, name: str) -> list[str]:
        """The values of all headers with this name, in the order of the response."""
        return [value for written, value in self._all if written.lower() == name.lower()]

    def __repr__(self) -> str:
        return f"<swiftpager.Headers {', '.join(self._first)}>"
