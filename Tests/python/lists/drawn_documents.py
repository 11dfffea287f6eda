"""Documents with a list, drawn by a seed from the words of servers; each knows what is to be found in it."""

import random
from collections.abc import Mapping, Sequence
from typing import Any

from drawn_lists import Drawn, Path

PLACES = {
    "cursor": ("after", "cursor", "nextToken"), "offset": ("offset", "skip", "start"),
    "page": ("page", "currentPage", "pageNumber", "pageIndex"),
}
SIZES = ("first", "limit", "take", "perPage", "pageSize", "amount", "size")
ENDS = ("endCursor", "nextToken", "cursor", "nextCursor")
SIGNS = {
    "more": ("hasNextPage", "hasNext", "hasMore", "hasMorePages", "has_next_page"),
    "page_count": ("totalPages", "total_pages", "lastPage", "pageCount", "pages"),
    "total": (
        "total", "totalCount", "total_count", "totalItems", "totalElements", "totalResults", "totalHits", "itemCount",
        "itemsCount", "numItems", "count", "issueCount",
    ),
}
ITEMS = ("nodes", "edges", "items", "results", "data", "media", "content", "entries", "business")
# The objects below a list that say something about it.
CONTAINERS: tuple[Path, ...] = (
    (), ("pageInfo",), ("page_info",), ("paginatorInfo",), ("info",), ("metadata",), ("meta", "pagination"),
    ("pageInfo", "offsetPagination"), ("aggregate",),
)
# The objects in which an argument may be written.
OBJECTS: tuple[Path, ...] = (
    (), (), (), ("pagination",), ("options",), ("paging",), ("input",), ("where", "offsetPagination"),
)
# What makes a document one in which no single list is to be found.
TROUBLES = (
    "offset and page", "two fields", "two arrays", "an object variable", "below a filter", "a size alone",
    "dates alone", "a cursor that no answer has", "a slug", "a flag", "a cursor and an offset", "a total of others",
    "counted from 0",
)


class _Drawer:
    """Draws one document."""

    def __init__(self, seed: int) -> None:
        self.chance = chance = random.Random(seed)
        trouble = chance.choice(TROUBLES) if chance.random() < 0.3 else ""
        self.drawn = drawn = Drawn(seed, chance.choice(self._kinds(trouble)), trouble)
        # The words of a connection, whose items may have any name.
        knows_cursor = drawn.kind == "cursor" and trouble not in ("dates alone", "a cursor that no answer has")
        self.is_connection = knows_cursor and chance.random() < 0.3
        # Declarations by variable, arguments by path, and the text of selected fields by path.
        self.declared: dict[str, str] = {}
        self.arguments: dict[Path, str] = {}
        self.selected: dict[Path, str] = {}

    def document(self) -> Drawn:
        """The document."""
        drawn, chance = self.drawn, self.chance
        drawn.size = chance.randint(1, 6)
        drawn.ids = list(range(1, chance.randint(0, 17) + 1))
        self._draw_place()
        self._draw_size()
        self._draw_items()
        self._draw_decoys()
        self._draw_oddities()
        self._draw_trouble()
        drawn.query = self._text()
        if drawn.trouble in ("a cursor and an offset", "two fields") and self._has_page_info():
            # A connection goes before another reading. Whether a cursor of another name does is left open.
            is_connection = self.arguments.get(("after",)) == f"${drawn.place}"
            drawn.trouble = "" if is_connection else drawn.trouble
            # A list inside the items may be taken for the second reading, too.
            drawn.is_open |= not is_connection or bool(drawn.inner)
        if drawn.trouble == "two arrays" and self.is_connection and self.word in ("nodes", "edges"):
            # A connection has its items in these, whatever is beside them.
            drawn.trouble = ""
        return drawn

    @staticmethod
    def _kinds(trouble: str) -> Sequence[str]:
        return {
            "offset and page": ["offset"], "an object variable": ["page", "offset"], "a slug": ["page"],
            "a flag": ["page", "offset"], "a cursor and an offset": ["cursor"], "a total of others": ["offset"],
            "counted from 0": ["page"], "a cursor that no answer has": ["cursor"], "dates alone": ["cursor"],
        }.get(trouble, ["cursor", "offset", "page"])

    # MARK: Arguments

    def _draw_place(self) -> None:
        drawn, chance = self.drawn, self.chance
        self.object: Path = () if self.is_connection else chance.choice(OBJECTS)
        word = "after" if self.is_connection else chance.choice(PLACES[drawn.kind])
        drawn.place = chance.choice([word, "x", f"{word}_2", "where"])
        type_name, first = chance.choice(["String", "ID", "Cursor"]), 0
        if drawn.kind != "cursor":
            type_name = chance.choice(["Int", "Int", "PositiveInt", "BigInt"])
            first = chance.choice([0, 1, 1]) if drawn.kind == "page" else 0
        drawn.begin = first
        way = chance.choice(["default", "value"]) if first == 0 and drawn.kind == "page" else chance.choice(
            ["nothing", "nothing", "default", "value"]
        )
        if drawn.trouble == "counted from 0":
            drawn.begin, way = 0, "nothing"
        if drawn.kind != "cursor" and way == "default":
            type_name += f" = {first}"
        elif drawn.kind != "cursor" and way == "value":
            type_name += chance.choice(["", "!"])
            drawn.variables[drawn.place] = first
        self._declare(drawn.place, type_name)
        self.arguments[(*self.object, word)] = f"${drawn.place}"

    def _draw_size(self) -> None:
        word = self.chance.choice(SIZES)
        match self.chance.choice(["nothing", "number", "variable"]):
            case "number":
                self.arguments[(*self.object, word)] = str(self.drawn.size)
            case "variable":
                self._declare("n", "Int")
                self.drawn.variables["n"] = self.drawn.size
                self.arguments[(*self.object, word)] = "$n"

    def _declare(self, name: str, type_name: str) -> None:
        self.declared[name] = type_name

    # MARK: The selection

    def _draw_items(self) -> None:
        drawn, chance = self.drawn, self.chance
        drawn.path = (*(f"p{depth}" for depth in range(chance.randint(0, 2))), "list")
        needs_object = drawn.kind == "cursor" or drawn.trouble in ("two arrays", "a total of others", "counted from 0")
        if not needs_object and chance.random() < 0.25:
            self.selected[("id",)] = "id"
            return
        self.word = word = chance.choice(ITEMS)
        key = chance.choice([word, word, "rows"]) if word != "edges" else word
        drawn.items = (key,)
        self.container: Path = ("pageInfo",) if self.is_connection else chance.choice(CONTAINERS)
        has_cursor = drawn.trouble not in ("dates alone", "a cursor that no answer has")
        fields = self._drawn_fields()
        inner = fields if word != "edges" else f"{'cursor ' * has_cursor}node {{ {fields} }}"
        directive = chance.choice(["", "", " @include(if: true)", " @skip(if: false)"])
        self.selected[drawn.items] = f"{_keyed(key, word)}{directive} {{ {inner} }}"
        for sign in self._drawn_signs(word):
            self._select_sign(sign)
        if drawn.kind == "cursor" and "end" not in drawn.signs and has_cursor:
            drawn.signs["end"] = ("edges", "-1", "cursor")

    def _drawn_fields(self) -> str:
        """What is selected of an item: its id, and maybe a list inside it, with a number or a variable."""
        if self.chance.random() > 0.15:
            return "id"
        arguments = "first: 2"
        if self.chance.random() < 0.3:
            self._declare("inner", "String")
            arguments += ", after: $inner"
            # The list inside the items reads like a connection.
            self.drawn.is_open = True
        self.drawn.inner = {"comments": {"nodes": [], "pageInfo": {"hasNextPage": False, "endCursor": None}}}
        return f"id comments({arguments}) {{ nodes {{ id }} pageInfo {{ hasNextPage endCursor }} }}"

    def _drawn_signs(self, word: str) -> list[str]:
        drawn, chance = self.drawn, self.chance
        match drawn.trouble:
            case "a total of others":
                return ["total"]
            case "counted from 0":
                return [chance.choice(["total", "page_count"])]
            case "dates alone" | "a cursor that no answer has":
                return []
        counts = ["more", "page_count", "total"] if drawn.kind == "page" else ["more", "total"]
        signs = [sign for sign in counts if chance.random() < 0.5]
        if self.is_connection:
            return [*dict.fromkeys(["more", *signs]), "end"]
        if drawn.kind == "cursor" and (word != "edges" or chance.random() < 0.4):
            signs.append("end")
        return signs

    def _select_sign(self, sign: str) -> None:
        words = SIGNS.get(sign, ENDS)
        free = [word for word in words if (*self.container, word) not in self.selected]
        word = free[0] if self.is_connection else self.chance.choice(free)
        key = self.chance.choice([word, word, word, f"its_{sign}"])
        self.drawn.signs[sign] = (*self.container, key)
        self.selected[self.drawn.signs[sign]] = _keyed(key, word)

    # MARK: What looks like a sign or a place, and is another thing

    def _draw_decoys(self) -> None:
        drawn, chance = self.drawn, self.chance
        if chance.random() < 0.25:
            word = chance.choice(["page", "offset", "skip"])
            self._argument((chance.choice(["where", "filter"]), word), "w", "Int", 3)
        if chance.random() < 0.2 and drawn.kind != "cursor" and drawn.items:
            # A time, whose type says so, or a text beside an answer without a cursor.
            name = chance.choice(["DateTime", "Date", "String"])
            self._argument((chance.choice(["after", "before"]),), "since", name, "2026-01-01T00:00:00Z")
            # Beside the cursors of edges, a text reads like a cursor, too.
            drawn.is_open |= name == "String" and drawn.items == ("edges",)
        if chance.random() < 0.2:
            self._argument((chance.choice(["search", "sort", "orderBy"]),), "text", "String", "name")
        if chance.random() < 0.1:
            name, type_name, value = chance.choice([
                ("size", "ShirtSize", "L"), ("amount", "Float", 9.5), ("first", "Boolean", True),
                ("start", "Date", "2026-01-01"), ("page", "String", "home"), ("offset", "Float", 0.5),
                ("skip", "Boolean", False), ("before", "Time", "12:00"),
            ])
            self._argument((name,), "other", type_name, value)
        if not drawn.items:
            return
        if chance.random() < 0.2 and "total" not in drawn.signs and drawn.trouble == "":
            self._decoy((*self.container, "count"), "count", "of the page")
        if chance.random() < 0.15 and "more" not in drawn.signs:
            # The key is an alias, so it says nothing.
            self._decoy(("hasNextPage",), "hasNextPage: isPublic", False)
        if chance.random() < 0.15 and "page_count" not in drawn.signs and drawn.kind == "page":
            self._decoy((*self.container, "lastPage"), "lastPage", chance.choice([False, None, "many"]))
        if chance.random() < 0.2:
            self._decoy(("stats", "hasMore"), "hasMore", False)
        if chance.random() < 0.15 and drawn.kind != "cursor" and "since" not in self.declared:
            # A cursor that no argument takes.
            self._decoy((*self.container, chance.choice(ENDS)), "", "c1")

    def _argument(self, path: Path, variable: str, type_name: str, value: Any) -> None:
        if path in self.arguments or variable in self.declared:
            return
        self._declare(variable, type_name)
        self.drawn.variables[variable] = value
        self.arguments[path] = f"${variable}"

    def _decoy(self, path: Path, text: str, value: Any) -> None:
        if path not in self.selected:
            self.selected[path] = text or path[-1]
            self.drawn.noise[path] = value

    def _draw_oddities(self) -> None:
        """An empty page in the middle, and other ways to write values."""
        drawn, chance = self.drawn, self.chance
        drawn.writes_texts = chance.random() < 0.15
        pages = -(-len(drawn.ids) // drawn.size)
        if drawn.kind == "cursor":
            may_be_empty = "-1" not in drawn.signs.get("end", ())
        else:
            may_be_empty = drawn.kind == "page" and bool({"more", "page_count"} & drawn.signs.keys())
        if pages and not drawn.trouble and may_be_empty and chance.random() < 0.3:
            drawn.gap = chance.randrange(pages)

    # MARK: Troubles

    def _draw_trouble(self) -> None:
        drawn, chance = self.drawn, self.chance
        match drawn.trouble:
            case "offset and page":
                self._also(chance.choice(PLACES["page"]), "Int")
            case "a cursor and an offset":
                # A connection of Relay goes before an offset; another cursor does not.
                self._also(chance.choice(PLACES["offset"]), "Int")
            case "two arrays":
                self._decoy(("others",), "others { id }", [{"id": -1}])
            case "an object variable":
                self._only((chance.choice(["pagination", "paging", "options"]),), "PageInput", {"size": 2})
            case "below a filter":
                word = chance.choice([*PLACES["offset"], *PLACES["page"]])
                self._only((chance.choice(["where", "filter"]), word), "Int", None)
            case "a size alone":
                self._only((chance.choice(SIZES),), "Int", drawn.size)
            case "dates alone":
                self._only((chance.choice(["after", "before"]),), chance.choice(["Date", "DateTime", "String"]), None)
            case "a slug":
                self._only(("page",), "String", "home")
            case "a flag":
                self._only((chance.choice([*PLACES["offset"], "page"]),), "Boolean", True)
            case "a total of others" | "counted from 0":
                # A list of two pages at least, whose sign is wrong or comes late.
                drawn.ids = list(range(1, drawn.size * chance.randint(2, 4) + chance.randint(0, drawn.size - 1) + 1))

    def _also(self, word: str, type_name: str) -> None:
        self._declare("also", type_name)
        self.arguments[(*self.object, word)] = "$also"

    def _only(self, path: Path, type_name: str, value: Any) -> None:
        """Leaves this argument, which is not a place, beside those that are not either."""
        drawn = self.drawn
        for name in (drawn.place, "n", "w", "since"):
            self.declared.pop(name, None)
            drawn.variables.pop(name, None)
        self.arguments = {way: value for way, value in self.arguments.items() if value == "$text"}
        drawn.place = "only"
        self._declare("only", type_name)
        self.arguments[path] = "$only"
        if value is not None:
            drawn.variables["only"] = value
        # Its server has one page for all requests.
        drawn.kind, drawn.begin = "offset", 0
        drawn.place = ""
        drawn.ids = drawn.ids or [1]

    # MARK: Text

    def _has_page_info(self) -> bool:
        texts = {text.rpartition(" ")[2] for path, text in self.selected.items() if path[:-1] == ("pageInfo",)}
        return self.drawn.kind == "cursor" and {"hasNextPage", "endCursor"} <= texts

    def _text(self) -> str:
        drawn, chance = self.drawn, self.chance
        selection = _written(self.selected)
        fragment = ""
        match chance.choice(["plain", "plain", "plain", "inline", "named"]):
            case "inline":
                selection = f"... on List {{ {selection} }}"
            case "named":
                selection, fragment = "...Part", f" fragment Part on List {{ {selection} }}"
        name = chance.choice(["", "goods"])
        field = f"{'list: ' if name else ''}{name or 'list'}({_arguments(self.arguments)}) {{ {selection} }}"
        for key in reversed(drawn.path[:-1]):
            field = f"{key} {{ {field} }}"
        if drawn.trouble == "two fields":
            self._declare("also", "Int")
            field += " more_of_it: list(offset: $also, limit: 2) { id }"
            drawn.beside[("more_of_it",)] = [{"id": 1}]
        elif chance.random() < 0.3:
            field += " me { id total: name }"
            drawn.beside[("me",)] = {"id": 1, "total": "Reader"}
        elif chance.random() < 0.1 and drawn.expected == "found":
            # A list with a number in the place of a variable is complete with its first page.
            field += " latest(offset: 0, limit: 2) { id }"
            drawn.beside[("latest",)] = [{"id": -1}, {"id": -2}]
        declared = ", ".join(f"${variable}: {type_name}" for variable, type_name in self.declared.items())
        return f"query {chance.choice(['', 'Goods '])}({declared}) {{ {field} }}{fragment}"


def _keyed(key: str, word: str) -> str:
    return word if key == word else f"{key}: {word}"


def _written(selected: Mapping[Path, str]) -> str:
    """The selection with each text below its path."""
    texts: list[str] = []
    below: dict[str, dict[Path, str]] = {}
    for path, text in selected.items():
        if len(path) == 1:
            texts.append(text)
        else:
            below.setdefault(path[0], {})[path[1:]] = text
    return " ".join([*texts, *(f"{name} {{ {_written(inner)} }}" for name, inner in below.items())])


def _arguments(arguments: Mapping[Path, str]) -> str:
    texts: list[str] = []
    below: dict[str, dict[Path, str]] = {}
    for path, text in arguments.items():
        if len(path) == 1:
            texts.append(f"{path[0]}: {text}")
        else:
            below.setdefault(path[0], {})[path[1:]] = text
    return ", ".join([*texts, *(f"{name}: {{{_arguments(inner)}}}" for name, inner in below.items())])


def draw(seed: int) -> Drawn:
    """The document of a seed."""
    return _Drawer(seed).document()
