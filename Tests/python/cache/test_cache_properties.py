"""The cache returns every answer of a server unchanged: generated queries and responses, through the C face."""

import dataclasses
import itertools
import json
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import swiftpager

# simdjson reads integers of 64 bits.
SCALARS = st.one_of(
    st.none(), st.booleans(), st.integers(-(2**63), 2**64 - 1), st.text(max_size=8),
    st.floats(allow_nan=False, allow_infinity=False),
    # A custom scalar may have any value, even one that looks like the cache's references.
    st.just({"$ref": "Thing:1"}), st.just([{"a": [1, 2]}, []]),
)


@dataclasses.dataclass(frozen=True)
class Field:
    """A field of a query; `below` is the selection of its objects, or None for a scalar."""

    name: str
    alias: str | None
    argument: Any
    lists: int
    has_id: bool
    below: "tuple[Field, ...] | None"

    @property
    def key(self) -> str:
        return self.alias or self.name

    @property
    def text(self) -> str:
        argument = "" if self.argument is None else f"(by: {json.dumps(self.argument)})"
        return f"{self.alias}: {self.name}{argument}" if self.alias else self.name + argument


@st.composite
def selections(draw: st.DrawFn, depth: int = 3) -> tuple[Field, ...]:
    fields = []
    for number in range(draw(st.integers(1, 3))):
        is_object = depth > 0 and draw(st.booleans())
        fields.append(
            Field(
                name=f"f{number}", alias=draw(st.sampled_from([None, None, f"a{number}"])),
                argument=draw(st.one_of(st.none(), st.integers(0, 3), st.text("ab\"\\é", max_size=3))),
                lists=draw(st.sampled_from([0, 0, 1, 2])) if is_object else 0,
                has_id=draw(st.booleans()), below=draw(selections(depth - 1)) if is_object else None,
            )
        )
    return tuple(fields)


def document(fields: tuple[Field, ...]) -> str:
    texts = []
    for field in fields:
        identity = "id " if field.has_id else ""
        below = "" if field.below is None else f" {{ {identity}{document(field.below)} }}"
        texts.append(field.text + below)
    return " ".join(texts)


@st.composite
def objects(draw: st.DrawFn, fields: tuple[Field, ...], ids: Any) -> dict[str, Any]:
    """A server's answer to a selection; no two objects have the same id, so that they do not contradict each other."""
    return {field.key: draw(values(field, ids, field.lists)) for field in fields}


@st.composite
def values(draw: st.DrawFn, field: Field, ids: Any, lists: int) -> Any:
    if field.below is None:
        return draw(SCALARS)
    if draw(st.integers(0, 5)) == 0:
        return None
    if lists > 0:
        return [draw(values(field, ids, lists - 1)) for _ in range(draw(st.integers(0, 3)))]
    identity = {"id": next(ids)} if field.has_id else {}
    # The cache adds the type as the first field.
    return {"__typename": "Thing", **identity, **draw(objects(field.below, ids))}


@settings(max_examples=150, deadline=None, database=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_the_cache_gives_back_what_a_server_answered(data: st.DataObject) -> None:
    fields = data.draw(selections())
    answer = {"data": data.draw(objects(fields, itertools.count(1)))}
    body = json.dumps(answer).encode()

    def respond(request: swiftpager.Request) -> None:
        request.complete(200, body)

    # With an age limit, the cache builds its answer from records and does not return a stored response.
    endpoint = "http://example.com/graphql"
    with swiftpager.Client(endpoint, transport=respond, cache="memory", max_age=3600) as client:
        query = f"{{ {document(fields)} }}"
        assert client.execute(query) == answer
        assert client.execute(query, cache_policy="return_cache_data_dont_fetch") == answer
