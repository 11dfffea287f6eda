"""Random documents of paginated lists, whose items are chosen through fragments."""

import dataclasses
import random
import re
from collections.abc import Sequence
from typing import Any

from graphql import (
    GraphQLObjectType,
    OverlappingFieldsCanBeMergedRule,
    get_named_type,
    is_composite_type,
    parse,
    validate,
)
from graphql.language import FieldNode, NameNode, SelectionNode, SelectionSetNode, Visitor, print_ast, visit

from fragment_world import SCHEMA, parsed

# The types on which named fragments of items are.
ITEM_TYPES = ("Node", "Named", "Priced", "Made", "Thing", "Person", "Book", "Disc", "Ticket")

# The fields without which a document is not one of this list, or a cache does not know its objects.
NEEDED = {
    "shelf", "place", "things", "members", "slice", "edges", "nodes", "node", "pageInfo", "hasNextPage", "endCursor",
    "hasPreviousPage", "startCursor", "id", "__typename",
}


@dataclasses.dataclass
class Listing:
    """A document of a paginated list, and where the list is in its data."""

    text: str
    variables: dict[str, Any]
    # Which list it is: "forward", "backward" or "offset", the connection's field, and the field around that.
    source: tuple[str, str, str]
    # The keys from the data to the connection, the key of its list, and that of the node if these are edges.
    path: Sequence[str]
    items: str
    node: str | None
    pagination: Any

    @property
    def is_backward(self) -> bool:
        """Whether the list is read from its end."""
        return self.source[0] == "backward"

    def rows(self, data: Any) -> list[Any]:
        """The items in the data of the whole list."""
        for key in self.path:
            data = data[key]
        return [element[self.node] if self.node else element for element in data[self.items]]

    def whole(self) -> dict[str, Any]:
        """The variables with which the server answers the whole list at once."""
        return {**self.variables, "size": 1_000}

    def __str__(self) -> str:
        return f"{print_ast(parse(self.text))}\nvariables {self.variables}, pagination {self.pagination}"


class Documents:
    """Makes documents."""

    def __init__(self, chance: random.Random, *, has_ids: bool = True) -> None:
        self.chance = chance
        # Whether each object with an id is asked for it.
        self.has_ids = has_ids
        self._fragments: dict[str, tuple[str, str]] = {}

    def listing(self, like: Listing | None = None, depth: int = 3) -> Listing:
        """A list, read in pages of one to four; or another document for the same pages of the same list."""
        chance = self.chance
        kind = chance.choice(["forward", "forward", "backward", "offset"])
        field = "slice" if kind == "offset" else chance.choice(["things", "members"])
        drawn = kind, field, chance.choice(["Query", "shelf", "place"])
        size = chance.randint(1, 4)
        while True:
            made = self._listing(like.source if like else drawn, like.variables["size"] if like else size, depth)
            if is_valid(made.text):
                return made

    def another(self, listing: Listing) -> Listing:
        """Another document for the same pages of the same list. Most ask for a part of what the first does."""
        return self.thinned(listing) if self.chance.random() < 0.6 else self.listing(listing)

    def thinned(self, listing: Listing) -> Listing:
        """A document that asks for a part of what another one does, under other keys here and there."""
        while True:
            text = print_ast(visit(parsed(listing.text), _Thinner(self.chance)))
            if is_valid(text):
                return dataclasses.replace(listing, text=text)

    def query(self, keys: Sequence[str]) -> tuple[str, dict[str, Any]]:
        """A query of a few objects, without a list."""
        while True:
            self._draw_fragments()
            parts = []
            for number, key in enumerate(keys):
                field, kind = self.chance.choice([("node", "Node"), ("thing", "Thing")])
                on_type = key.partition(":")[0]
                own = f"... on {on_type} {self.selection(on_type, self.chance.randint(1, 2))}"
                part = f'q{number}: {field}(key: "{key}") {{ {self._within(kind, own)} ... {self.selection(kind, 2)} }}'
                parts.append(self.wrapped("Query", part))
            text, variables = self._document(" ".join(parts), {})
            if is_valid(text):
                return text, variables

    # Lists

    def _listing(self, wanted: tuple[str, str, str], page_size: int, depth: int) -> Listing:
        chance = self.chance
        kind, field, parent = wanted
        self._draw_fragments()
        connection, item = ("Members", "Node") if field == "members" else ("Things", "Thing")
        size, cursor = {
            "forward": ("first: $size", "after: $cursor"), "backward": ("last: $size", "before: $cursor"),
            "offset": ("limit: $size", "offset: $cursor"),
        }[kind]
        list_key, node_key, items = self._items(connection, item, depth)
        parts = [items, "total"] if chance.random() < 0.3 else [items]
        if kind != "offset":
            parts += self._page_info(kind)
        if chance.random() < 0.2:
            # The same items again, chosen otherwise, at another place of the document.
            parts.append(f"... on {connection} {{ {self._items(connection, item, 1, list_key, node_key)[2]} }}")
        chance.shuffle(parts)
        inner = " ".join(self.wrapped(connection, part) for part in parts)
        key = self._alias(field, "list")
        holder = "Query" if parent == "Query" else "Shelf"
        text = self.wrapped(holder, f"{aliased(key, field)}({size}, {cursor}) {{ {inner} }}")
        path = [key]
        if parent != "Query":
            # An interface has no lists: the connection comes through a fragment on one of its types.
            text = f"... on Shelf {{ {text} }}" if parent == "place" else text
            outer = self._alias(parent, "home")
            others = chance.choice(["", "title", f"owner {self.selection('Person', 1)}", "... on Place { title }"])
            text = self.wrapped("Query", f"{aliased(outer, parent)} {{ id {others} {text} }}")
            path.insert(0, outer)
        # A list may have one object in several places.
        pagination = {"repeats": "allow"}
        if kind == "offset":
            pagination |= {"connection": "/" + "/".join(path), "offset": "cursor", "limit": "size"}
        elif chance.random() < 0.3:
            pagination |= {"connection": "/" + "/".join(path)}
        written, variables = self._document(text, {"size": page_size}, kind)
        return Listing(written, variables, wanted, path, list_key, node_key, pagination)

    def _items(
        self, connection: str, item: str, depth: int, list_key: str | None = None, node_key: str | None = None
    ) -> tuple[str, str | None, str]:
        chance = self.chance
        edges = chance.random() < 0.6 if list_key is None else node_key is not None
        selection = self.selection(item, depth)
        if not edges:
            list_key = list_key or self._alias("nodes", "rows")
            return list_key, None, f"{aliased(list_key, 'nodes')} {selection}"
        list_key, node_key = list_key or self._alias("edges", "rows"), node_key or self._alias("node", "row")
        edge = "MemberEdge" if connection == "Members" else "ThingEdge"
        parts = [f"{aliased(node_key, 'node')} {selection}", *chance.sample(["cursor", "weight"], chance.randrange(3))]
        inner = " ".join(self.wrapped(edge, part) for part in parts)
        return list_key, node_key, f"{aliased(list_key, 'edges')} {{ {inner} }}"

    def _page_info(self, kind: str) -> list[str]:
        names = ("hasNextPage", "endCursor") if kind == "forward" else ("hasPreviousPage", "startCursor")
        key = self._alias("pageInfo", "info")
        fields = [self.wrapped("PageInfo", aliased(self._alias(name, f"x{name}"), name)) for name in names]
        if self.chance.random() < 0.3:
            return [f"{aliased(key, 'pageInfo')} {{ {field} }}" for field in fields]
        return [f"{aliased(key, 'pageInfo')} {{ {' '.join(fields)} }}"]

    def _document(self, text: str, variables: dict[str, Any], kind: str = "") -> tuple[str, dict[str, Any]]:
        # Only the fragments that are used, by others as well.
        used: dict[str, str] = {}
        waiting = [text]
        while waiting:
            for name in re.findall(r"\.\.\.(\w+)", waiting.pop()):
                if name not in used:
                    on_type, body = self._fragments[name]
                    used[name] = f"fragment {name} on {on_type} {body}"
                    waiting.append(body)
        body = "\n".join([f"{{ {text} }}", *used.values()])
        types = {"size": "Int!", "cursor": "Int" if kind == "offset" else "String", "b": "Boolean!", "yes": "Boolean!"}
        asked = [name for name in types if re.search(rf"\${name}\b", body)]
        values = {"b": self.chance.random() < 0.5, "yes": True, **variables}
        header = ", ".join(f"${name}: {types[name]}" for name in asked)
        query = f"query Q({header}) {body}" if asked else f"query Q {body}"
        return query, {name: values[name] for name in asked if name in values}

    # Selections

    def _draw_fragments(self) -> None:
        self._fragments = {"Identity": ("Node", "{ id }")}
        for number in range(self.chance.randint(0, 3)):
            on_type = self.chance.choice(ITEM_TYPES)
            # It may have those before it.
            self._fragments[f"F{number}"] = (on_type, self.selection(on_type, 2))

    def _within(self, on_type: str, text: str) -> str:
        """A fragment in another one, here and there, that the types allow."""
        if self.chance.random() < 0.5:
            return text
        return f"... on {self.chance.choice(['Node', 'Thing', on_type])} {{ {text} }}"

    def wrapped(self, on_type: str, text: str) -> str:
        """Fields by themselves, or in fragments that always apply."""
        chance = self.chance
        match chance.randrange(8):
            case 0:
                return f"... {{ {self.wrapped(on_type, text)} }}"
            case 1:
                return f"... on {on_type} @include(if: $yes) {{ {text} }}"
            case 2:
                return f"... on {on_type} {{ {self.wrapped(on_type, text)} }}"
            case 3:
                name = f"W{len(self._fragments)}"
                self._fragments[name] = (on_type, f"{{ {text} }}")
                return f"...{name}"
        return text

    def selection(self, on_type: str, depth: int) -> str:
        """A selection of an object."""
        chance = self.chance
        parts = [self._identity(on_type)] if on_type != "Size" and (self.has_ids or chance.random() < 0.6) else []
        if chance.random() < 0.2:
            parts.append("__typename")
        for _ in range(chance.randint(1, 5)):
            kind = chance.randrange(10)
            if kind < 3 and depth > 0:
                condition = chance.choice([None, *overlapping(on_type)])
                on = "" if condition is None else f"on {condition} "
                parts.append(f"... {on}{self._directive()}{self.selection(condition or on_type, depth - 1)}")
            elif kind < 5:
                names = [
                    name for name, (other, _) in self._fragments.items()
                    if name.startswith("F") and other in overlapping(on_type)
                ]
                if names:
                    parts.append(f"...{chance.choice(names)} {self._directive()}")
            else:
                parts += self._field(on_type, depth)
        if not parts:
            parts.append("__typename")
        chance.shuffle(parts)
        return f"{{ {' '.join(parts)} }}"

    def _identity(self, on_type: str) -> str:
        has_id = "id" in fields_of(on_type)
        ways = ["id", "id", "key: id", "...Identity"] if has_id else ["... on Node { id }", "...Identity"]
        return self.chance.choice(ways)

    def _field(self, on_type: str, depth: int) -> list[str]:
        chance = self.chance
        fields = fields_of(on_type)
        objects = [name for name, field in fields.items() if is_composite_type(get_named_type(field.type))]
        names = objects if depth > 0 and chance.random() < 0.4 else [name for name in fields if name not in objects]
        if not names:
            return []
        name = chance.choice(names)
        kind = get_named_type(fields[name].type)
        arguments = ""
        if fields[name].args and chance.random() < 0.6:
            arguments = chance.choice(
                ["(upper: true)", "(upper: false)", "(upper: $b)"] if name == "name" else ["(in: EUR)", "(in: USD)"]
            )
        # The rare key "k" stands for several fields, where types exclude each other.
        key = "k" if chance.random() < 0.05 else self._alias(name, f"a{name}")
        if arguments and key != "k":
            key += re.sub(r"\W", "", arguments)
        inner = self.selection(kind.name, depth - 1) if is_composite_type(kind) else ""
        return [f"{aliased(key, name)}{arguments} {self._directive()}{inner}"]

    def _alias(self, name: str, alias: str) -> str:
        return alias if self.chance.random() < 0.2 else name

    def _directive(self) -> str:
        if self.chance.random() < 0.85:
            return ""
        return f"@{self.chance.choice(['include', 'skip'])}(if: {self.chance.choice(['true', 'false', '$b', '$b'])}) "


def aliased(key: str, name: str) -> str:
    """A field under a key."""
    return name if key == name else f"{key}: {name}"


def fields_of(on_type: str) -> dict[str, Any]:
    """The fields of a type; a union has none."""
    return getattr(SCHEMA.type_map[on_type], "fields", {})


def possible(on_type: str) -> set[str]:
    """The object types that a type may be."""
    kind: Any = SCHEMA.type_map[on_type]
    return {on_type} if isinstance(kind, GraphQLObjectType) else {each.name for each in SCHEMA.get_possible_types(kind)}


def overlapping(on_type: str) -> list[str]:
    """The types on which a fragment may be within another type."""
    if on_type == "Size":
        return ["Size"]
    return [other for other in ITEM_TYPES if possible(other) & possible(on_type)]


def is_valid(text: str) -> bool:
    """Whether a server takes the document: only that its fields merge does not follow from how it was made."""
    return not validate(SCHEMA, parsed(text), [OverlappingFieldsCanBeMergedRule])


class _Thinner(Visitor):
    def __init__(self, chance: random.Random) -> None:
        super().__init__()
        self.chance = chance

    def leave_selection_set(self, node: SelectionSetNode, *_: Any) -> SelectionSetNode:
        kept = [each for each in node.selections if not self._is_spare(each) or self.chance.random() < 0.6]
        return SelectionSetNode(selections=tuple(map(self._renamed, kept or node.selections[:1])))

    def _is_spare(self, node: SelectionNode) -> bool:
        return isinstance(node, FieldNode) and node.name.value not in NEEDED

    def _renamed(self, node: SelectionNode) -> SelectionNode:
        if not isinstance(node, FieldNode) or self._is_spare(node) is False or self.chance.random() < 0.7:
            return node
        alias = NameNode(value=f"t{node.name.value}") if node.alias is None and not node.arguments else node.alias
        return FieldNode(
            alias=alias, name=node.name, arguments=node.arguments, directives=node.directives,
            selection_set=node.selection_set,
        )


class _Keys(Visitor):
    def __init__(self) -> None:
        super().__init__()
        self.fields: dict[str, set[str]] = {}

    def enter_field(self, node: FieldNode, *_: Any) -> None:
        arguments = ",".join(sorted(map(print_ast, node.arguments or ())))
        key = (node.alias or node.name).value
        self.fields.setdefault(key, set()).add(f"{node.name.value}({arguments})")


def has_two_fields_under_a_key(text: str) -> bool:
    """Whether a key stands for two fields, such as `price` and `price(in: EUR)`, for different types."""
    keys = _Keys()
    visit(parsed(text), keys)
    return any(len(fields) > 1 for fields in keys.fields.values())
