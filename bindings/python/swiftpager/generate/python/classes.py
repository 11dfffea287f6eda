"""Classes of the objects that operations and fragments ask for."""

from __future__ import annotations

import dataclasses
from collections import Counter
from collections.abc import Callable, Iterable, Mapping

from ..model import TYPE_NAME, Model, Selection
from .merging import Asked, Member, Merging, Place, Subtype
from .names import ANNOTATION_NAMES, Names, camel, pascal, snake
from .texts import block, documentation, quoted
from .values import Values

# The longest line inside a block.
_LINE = 116


@dataclasses.dataclass(frozen=True)
class ClassNames:
    """The names of a class, and of the type by which its objects are read: another one if it has subclasses."""

    name: str
    read_as: str


@dataclasses.dataclass(frozen=True, eq=False)
class Members:
    """What a class has.

    place       what is asked of its objects
    all         the members, also those of the base
    attributes  the names of their attributes, by key
    known       the keys of the base, which the class does not declare again
    names       the names in the class
    """

    place: Place
    all: list[Member]
    attributes: dict[str, str]
    known: frozenset[str]
    names: Names


class Classes:
    """Writes the classes of one module.

    fragments  the names of the classes of fragments
    names      the names of the module, which no class inside another one may have
    """

    def __init__(self, model: Model, values: Values, fragments: Mapping[str, ClassNames], names: Names) -> None:
        self.values = values
        self.fragments = fragments
        self.names = names
        self.merging = Merging(model.fragments)
        self.base, self.key_of = _style(model)
        # The classes inside those of fragments, by the selections (their `id`) that ask for their objects.
        self.shared: dict[int, ClassNames] = {}
        # The attributes of the classes of fragments, which their subclasses have, too.
        self.attributes: dict[str, frozenset[str]] = {}

    def operation(self, name: str, selection: Selection, description: str) -> RootClass:
        """The class of an operation's data, with the classes of the objects in it."""
        return RootClass(self, name, name, Place((Asked(selection),)), description)

    def fragment(self, fragment: str, description: str) -> RootClass:
        """The class of a fragment, with those of the objects in it. The fragments in it come first."""
        names = self.fragments[fragment]
        root = RootClass(self, names.name, names.read_as, self.merging.of_fragment(fragment), description)
        self.shared |= root.inside
        self.attributes[fragment] = root.attributes
        return root


@dataclasses.dataclass(frozen=True)
class _Choice:
    """The name by which objects of several classes are read, their base, and the classes by the names of types."""

    read_as: str
    base: str
    cases: Mapping[str, str]


class RootClass:
    """A class of the module, and the classes inside it.

    text        its text, and behind it those of its subclasses
    inside      the names of the classes, by the selections (their `id`) that ask for their objects
    attributes  the names in the class
    """

    def __init__(self, classes: Classes, name: str, read_as: str, place: Place, description: str) -> None:
        self._all = classes
        self._merging = classes.merging
        self._name = name
        self._names = Names(classes.names.taken)
        self._inner: list[str] = []
        self._made: dict[tuple[object, ...], ClassNames] = {}
        self._choices: list[_Choice] = []
        self.inside: dict[int, ClassNames] = {}
        subtypes = self._merging.groups(place)
        labels = self._labels(subtypes, name, is_inside=False)
        base, members, body = self._body(place, subtypes)
        self.attributes = members.names.taken
        behind: list[str] = []
        if subtypes:
            cases, behind = self._subclasses(subtypes, name, members, labels)
            self._choices.append(_Choice(read_as, name, cases))
        # With the classes of what the subclasses have.
        content = "\n\n".join([*self._inner, *(["\n".join(body)] if body else [])])
        texts = [_class(name, base, documentation(description), content), *behind]
        self.text = "\n\n\n".join([*texts, *([_aliases(self._choices)] if self._choices else [])])

    # Inside

    def _class(self, place: Place) -> str:
        """The name by which the objects of a place are read; its class, if it needs one, is inside this one."""
        asked = place.asked[0]
        if len(place.asked) == 1 and not asked.is_conditional and id(asked.selection) in self._all.shared:
            # It is in the class of a fragment, and has nothing else.
            return self._all.shared[id(asked.selection)].read_as
        shape = self._merging.shape(place)
        if shape not in self._made:
            self._made[shape] = self._named(place)
        names = self._made[shape]
        self.inside |= {id(asked.selection): names for asked in place.asked}
        return names.read_as

    def _named(self, place: Place) -> ClassNames:
        if place.fragment is not None:
            return self._all.fragments[place.fragment]
        name = self._names.free(pascal(place.type_name), f"{pascal(place.key)}{pascal(place.type_name)}")
        subtypes = self._merging.groups(place)
        labels = self._labels(subtypes, name, is_inside=True)
        base, members, body = self._body(place, subtypes)
        described = documentation(f"The {place.type_name} of `{place.key}`.")
        self._inner.append(_class(name, base, described, "\n".join(body)))
        if not subtypes:
            return ClassNames(f"{self._name}.{name}", f"{self._name}.{name}")
        cases, texts = self._subclasses(subtypes, name, members, labels)
        self._inner += texts
        full = f"{self._name}.{name}"
        read_as = self._all.names.free(f"Any{self._name}{name}")
        self._choices.append(_Choice(read_as, full, {kind: f"{self._name}.{one}" for kind, one in cases.items()}))
        return ClassNames(full, read_as)

    def _labels(
        self, subtypes: Mapping[tuple[str, ...], Subtype], base: str, *, is_inside: bool
    ) -> dict[tuple[str, ...], str]:
        """The names of the subclasses."""
        labels = {kinds: pascal(one.label) for kinds, one in subtypes.items()}
        return {
            kinds: self._names.free(*((label,) if is_inside else ()), f"{base}{label}")
            for kinds, label in labels.items()
        }

    def _subclasses(
        self, subtypes: Mapping[tuple[str, ...], Subtype], base: str, common: Members,
        labels: Mapping[tuple[str, ...], str],
    ) -> tuple[dict[str, str], list[str]]:
        """The names of the subclasses by the types of objects, and their texts."""
        cases: dict[str, str] = {}
        texts = []
        for kinds, subtype in subtypes.items():
            name = labels[kinds]
            members = self._subclass_members(subtype.place, common)
            shown = [name for name, conditional in self._merging.fragments_in(common.place).items() if not conditional]
            body = [*self._lines(members), *self._fragment_properties(members, *shown)]
            described = documentation(f"`{base}` of the {_types(kinds)}.")
            texts.append(_class(name, base, described, "\n".join(body)))
            cases |= dict.fromkeys(kinds, name)
        return cases, texts

    # Members

    def _body(self, place: Place, subtypes: Mapping[tuple[str, ...], Subtype]) -> tuple[str, Members, list[str]]:
        """The base of a class, its members, and the lines of those that the base does not have."""
        found = self._members(place, subtypes)
        inherited = self._inherited(place, found)
        names = Names(ANNOTATION_NAMES)
        known: list[str] = []
        base = self._all.base
        if inherited is not None:
            base = self._all.fragments[inherited].name
            # In the fragment's order, so that they have the same names.
            known = _keys(self._merging.members(self._merging.of_fragment(inherited)))
        attributes = {key: names.free(_attribute(key)) for key in known}
        if inherited is not None:
            names.reserve(self._all.attributes[inherited])
        attributes |= {key: names.free(_attribute(key)) for key in _keys(found) if key not in known}
        extra = []
        if subtypes and TYPE_NAME not in attributes:
            attributes[TYPE_NAME] = names.free("typename")
            extra = [f'{attributes[TYPE_NAME]}: str = field(name="{TYPE_NAME}")']
        members = Members(place, found, attributes, frozenset(known), names)
        shown = [] if inherited is None else [inherited]
        return base, members, [*extra, *self._lines(members), *self._fragment_properties(members, *shown)]

    def _members(self, place: Place, subtypes: Mapping[tuple[str, ...], Subtype]) -> list[Member]:
        """The members of a place. What only some types ask of an object in it is there, too, as if by a condition."""
        extra: dict[str, list[Asked]] = {}
        for subtype in subtypes.values():
            for one in self._merging.members(subtype.place):
                if one.place is not None:
                    extra.setdefault(one.field.key, []).extend(one.place.asked)
        return [one.with_more(extra.get(one.field.key, [])) for one in self._merging.members(place)]

    def _subclass_members(self, place: Place, common: Members) -> Members:
        names = Names(common.names.taken)
        known = frozenset({*common.attributes, TYPE_NAME})
        own = self._merging.members(place)
        attributes = {one.field.key: names.free(_attribute(one.field.key)) for one in own if one.field.key not in known}
        return Members(place, [*common.all, *own], common.attributes | attributes, known, names)

    def _lines(self, members: Members) -> list[str]:
        return [
            self._line(one, members.attributes[one.field.key])
            for one in members.all if one.field.key not in members.known
        ]

    def _line(self, member: Member, attribute: str) -> str:
        inner = self._class(member.place) if member.place is not None else None
        hint = self._all.values.hint(member.field.type, inner)
        if member.is_conditional and not member.field.type.is_nullable:
            hint += " | None"
        given = ["default=None"] if member.is_conditional else []
        if self._all.key_of(attribute) != member.field.key:
            return f"{attribute}: {hint} = field({', '.join([*given, f'name={quoted(member.field.key)}'])})"
        return f"{attribute}: {hint}{' = None' if given else ''}"

    # Fragments

    def _inherited(self, place: Place, members: list[Member]) -> str | None:
        """The first fragment whose class can be the base: one that always comes, and whose members stay as they are."""
        if len(place.asked) != 1 or place.asked[0].is_conditional:
            return None
        by_key = {one.field.key: one for one in members}
        for spread in place.asked[0].selection.spreads:
            fragment = self._merging.of_fragment(spread.fragment)
            if spread.condition is not None or self._merging.groups(fragment):
                continue
            if all(_is_same(one, by_key[one.field.key]) for one in self._merging.members(fragment)):
                return spread.fragment
        return None

    def _fragment_properties(self, members: Members, *shown: str) -> list[str]:
        """A property for each fragment that the base does not show: the object as one of the fragment."""
        texts = []
        for fragment, is_conditional in self._merging.fragments_in(members.place).items():
            if fragment in shown:
                continue
            kind = self._all.fragments[fragment]
            hint, made, told = kind.name, "as_fragment", f"This object as `{kind.name}`."
            if is_conditional:
                hint, made, told = f"{hint} | None", f"{made}_or_none", f"{told[:-1]}; None if some of it was left out."
            head = f"@property\ndef {members.names.free(snake(fragment))}(self) -> {hint}:"
            texts.append("\n" + block(head, documentation(told), f"return {made}(self, {kind.read_as})"))
        return texts


def _keys(members: Iterable[Member]) -> list[str]:
    return [one.field.key for one in members]


def _is_same(one: Member, other: Member) -> bool:
    """Whether two members are the same to a reader."""

    def asked(member: Member) -> list[tuple[int, bool]]:
        inner = member.place.asked if member.place is not None else ()
        return [(id(each.selection), each.is_conditional) for each in inner]

    return one.is_conditional == other.is_conditional and asked(one) == asked(other)


def _style(model: Model) -> tuple[str, Callable[[str], str]]:
    """The base of classes, and the key that it makes of an attribute's name: what suits most keys."""
    keys: Counter[str] = Counter()
    waiting = [one.selection for one in model.operations]
    waiting += [one.selection for one in model.fragments.values()]
    while waiting:
        selection = waiting.pop()
        keys.update(one.key for one in selection.fields)
        waiting += [one.selection for one in selection.fields if one.selection is not None]
        waiting += [one.selection for one in selection.groups]
    renamed = sum(count for key, count in keys.items() if camel(_attribute(key)) == key)
    same = sum(count for key, count in keys.items() if _attribute(key) == key)
    return ("PlainObject", str) if same > renamed else ("Object", camel)


def _attribute(key: str) -> str:
    return "typename" if key == TYPE_NAME else snake(key)


def _class(name: str, base: str, documentation: str, content: str) -> str:
    return block(f"class {name}({base}, kw_only=True):", documentation, f"\n{content}" if content else "")


def _types(kinds: tuple[str, ...]) -> str:
    return f"type {kinds[0]}" if len(kinds) == 1 else f"types {', '.join(kinds[:-1])} and {kinds[-1]}"


def _aliases(choices: list[_Choice]) -> str:
    """The types by which objects of several classes are read. To a type checker they are their bases.

    They stand behind the class, because mypy takes an alias inside it for an attribute.
    """
    known = [f"{one.read_as}: TypeAlias = {one.base}" for one in choices]
    made = []
    for one in choices:
        cases = [f"{quoted(kind)}: {name}" for kind, name in one.cases.items()]
        line = f"{one.read_as} = any_of({one.base}, {{{', '.join(cases)}}})"
        lines = "".join(f"    {case},\n" for case in cases)
        made.append(line if len(line) <= _LINE else f"{one.read_as} = any_of({one.base}, {{\n{lines}}})")
    return "\n".join([block("if TYPE_CHECKING:", *known), block("else:", *made)])
