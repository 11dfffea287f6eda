"""The refusals of configs: what is wrong, the JSON Pointer to it, and words of the message.

`configs.py` has more configs, and says of each only whether the library accepts it. Here each place in the sources that
refuses a config has a row.
"""

import json
from typing import Any

from configs import BOTH_WAYS, CACHED, ENDPOINT, KEYSETS, NESTED, OFFSETS, QUERY, RECORDING, REST, TOKEN

# A config, or its text; the pointer to what is wrong; words of the message.
Refused = tuple[dict[str, Any] | str, str, str]

DEEP = "[" * 300 + "]" * 300
SINCE = {"path": "/id", "order": "descending"}
OFFSET_PLACES = {"connection": "/list", "offset": "offset", "limit": "limit"}
KEYSET_PLACES = {"connection": "/list", "key": "/id", "after": "id"}
PLACES = {"connection": "/list", "page_info": "/info", "has_next_page": "/more", "end_cursor": "/end", "after": "after"}
UNUSUAL = {"query": "query ($after: String) { list(at: $after) { items { id } info { more end } } }"}


def since(**keys: Any) -> dict[str, Any]:
    return {**QUERY, "since": {**SINCE, **keys}}


def drain(**keys: Any) -> dict[str, Any]:
    return {**NESTED, "nested": {"mode": "drain", **keys}}


def rest(**keys: Any) -> dict[str, Any]:
    return drain(queries={"/items/nodes/parts": {**REST, **keys}})


def offsets(**keys: Any) -> dict[str, Any]:
    return {**OFFSETS, "pagination": {**OFFSET_PLACES, **keys}}


def scroll(**keys: Any) -> dict[str, Any]:
    return {**QUERY, "pagination": {"cursor": "scroll", **keys}}


def keysets(**keys: Any) -> dict[str, Any]:
    return {**KEYSETS, "pagination": {**KEYSET_PLACES, **keys}}


def sealed(fields: dict[str, Any], **others: Any) -> dict[str, Any]:
    """A token of version 1 or a checkpoint, with the checksum of its fields as `StableHash.combine` makes it."""
    members = {**fields, **others}
    members.pop("checksum", None)
    text = json.dumps(members, sort_keys=True, separators=(",", ":")).encode()
    value, most = 0xCBF2_9CE4_8422_2325, 2**64 - 1
    for byte in text + len(text).to_bytes(8, "little"):
        value = (value ^ byte) * 0x100_0000_01B3 & most
    for factor in (0xFF51_AFD7_ED55_8CCD, 0xC4CE_B9FE_1A85_EC53):
        value = (value ^ value >> 33) * factor & most
    return {**members, "checksum": f"{value ^ value >> 33:016x}"}


def checkpoint(**fields: Any) -> dict[str, Any]:
    """A checkpoint of the query, which is read since a mark."""
    return {**QUERY, "since": SINCE, "checkpoint": sealed(CHECKPOINT, **fields)}


# A checkpoint of a list that is read since a time at /id.
CHECKPOINT = {
    "version": 1, "list": TOKEN["list"], "since": {"path": "/id", "type": "time"}, "mark": None, "known": "",
    "window": [], "token": None,
}
SORTED = (
    "query ($after: String) { items(after: $after, orderBy: {field: UPDATED_AT, direction: DESC}) {"
    " nodes { id updatedAt createdAt } pageInfo { hasNextPage endCursor } } }"
)
PAGED = {"query": "query ($where: Filter, $limit: Int) { list(where: $where, limit: $limit) { items { id } total } }"}


def paged(offset: str, **others: Any) -> dict[str, Any]:
    return {**PAGED, "pagination": {"connection": "/list", "offset": offset}, **others}


def rest_of(list_: str, **others: Any) -> dict[str, Any]:
    """A query of the config's own for the lists inside of items."""
    return rest(query=f"query Rest($id: ID!, $after: String) {{ item(id: $id) {{ {list_} }} }}", **others)


MANY_LISTS = "".join(f"a{number}: parts {{ pageInfo {{ hasNextPage endCursor }} }} " for number in range(2000))
PART = "/nested/queries/~1items~1nodes~1parts"

CLIENTS: list[Refused] = [
    # Texts.
    ("", "", "the text is empty"),
    ("{", "", "config_json is not valid JSON"),
    ('{"endpoint": 1, "endpoint": 2}', "/endpoint", "duplicate object key near"),
    (DEEP, "", "deep"),
    ("[]", "", "expected an object, found an array"),
    # The endpoint.
    ({}, "/endpoint", "`endpoint` is missing: add it"),
    ({"endpoint": 8000}, "/endpoint", "expected a string, found 8000"),
    ({"endpoint": "no url"}, "/endpoint", "the endpoint is not a URL"),
    ({"endpoint": "http://a\0b/"}, "/endpoint", "the endpoint is not a URL (it holds a NUL character)"),
    ({"endpoint": "ftp://127.0.0.1/"}, "/endpoint", "the endpoint's scheme is 'ftp'; use http or https"),
    ({"endpoint": "http:///graphql"}, "/endpoint", "write it like http"),
    ({**ENDPOINT, "tries": 3}, "/tries", "unknown key `tries`; the known keys are add_typename, cache, "),
    # Headers.
    ({**ENDPOINT, "headers": {"A": 1}}, "/headers/A", "a header's value must be a string"),
    ({**ENDPOINT, "headers": {"A B": "c"}}, "/headers", "has a name that HTTP does not allow"),
    ({**ENDPOINT, "headers": {"A": "b\n"}}, "/headers/A", "the value of header 'A' holds a control character"),
    ({**ENDPOINT, "headers": {"Content-Length": "3"}}, "/headers/Content-Length", "cannot be set, because the library"),
    # The transport.
    ({**ENDPOINT, "tls": {"client_key": "/c"}}, "/tls/client_key", "a client key needs a client certificate"),
    ({**ENDPOINT, "tls": {"ca_file": ""}}, "/tls/ca_file", "must be the path of a file: not empty, and without a NUL"),
    ({**ENDPOINT, "http_version": "2"}, "/http_version", "HTTP/2 needs TLS; use an https endpoint"),
    ({**ENDPOINT, "http_version": "3"}, "/http_version", 'expected "automatic", "1.1" or "2", found "3"'),
    ({**ENDPOINT, "proxy": "a\0b"}, "/proxy", "the proxy is not a URL"),
    ({**ENDPOINT, "proxy": "ftp://127.0.0.1"}, "/proxy", "the proxy's scheme is 'ftp'; use one of"),
    ({**ENDPOINT, "user_agent": "a\nb"}, "/user_agent", "the user agent holds a control character"),
    ({**ENDPOINT, "timeout_ms": -1}, "/timeout_ms", "expected a whole number from 0 to 2147483647, found -1"),
    # The cache.
    ({**ENDPOINT, "cache": "disk"}, "/cache", 'expected "none", "memory" or {"sqlite": path}, found "disk"'),
    ({**ENDPOINT, "cache": {}}, "/cache/sqlite", "`sqlite` is missing: add it"),
    ({**ENDPOINT, "cache": {"sqlite": ""}}, "/cache/sqlite", "expected the path of a file: not empty, and without a N"),
    ({**CACHED, "key_fields": {"**": ["id"]}}, "/key_fields/**", 'expected a type\'s name, or "*" for all other types'),
    ({**CACHED, "key_fields": {"A": "id"}}, "/key_fields/A", 'expected a list of field names, found "id"'),
    ({**CACHED, "key_fields": ["i d"]}, "/key_fields/0", 'expected the name of a field, found "i d"'),
    ({**ENDPOINT, "max_records": 1}, "/max_records", "`max_records` needs a cache, and the client's \"cache\" is"),
    # Retries and rates.
    ({**ENDPOINT, "retry": {"statuses": [200]}}, "/retry/statuses/0", "expected an HTTP status from 400 to 599"),
    ({**ENDPOINT, "rate_limit": {}}, "/rate_limit/mode", "`mode` is missing: add it"),
    ({**ENDPOINT, "rate_limit": {"mode": "rate"}}, "/rate_limit/per_second", "`per_second` is missing: add it"),
    ({**ENDPOINT, "rate_limit": {"mode": "pace", "share": 2}}, "/rate_limit/share", "more than 0 and at most 1, found"),
    # Recordings.
    ({**ENDPOINT, "record": ""}, "/record", "expected the path of a file: not empty, and without a NUL character"),
    ({**ENDPOINT, "record": "/dev/null", "replay": RECORDING}, "/replay", "leave"),
]

PAGERS: list[Refused] = [
    # Texts.
    ("{", "", "config_json is not valid JSON"),
    ('{"variables": {"a": 1, "a": 2}}', "/variables/a", "an object in `variables` has the key \"a\" twice"),
    # The query and its variables.
    ({}, "/query", "`query` is missing: add it"),
    ({"query": "query {"}, "/query", "the query does not parse: "),
    ({"query": "{ a } { b }"}, "/query", "is not alone in the document"),
    ({"query": "{ a }", "operation_name": "B"}, "/operation_name", 'the document has no operation "B"'),
    ({"query": "mutation { a }"}, "/query", "cannot be paged: only a query can"),
    ({**QUERY, "variables": {"first": 1}}, "/variables/first", 'query "Items" declares no variable `$first`'),
    ({**QUERY, "variables": [1]}, "/variables", "expected an object, found an array"),
    ({"query": "{ a { b } }"}, "/query", "no connection in the anonymous query"),
    # Lists of cursors.
    ({**QUERY, "pagination": {"items": "edges"}}, "/pagination/items", 'the JSON Pointer "edges" must be empty or st'),
    ({**QUERY, "pagination": {"items": "/a~"}}, "/pagination/items", 'has a "~" that is not followed by 0 or 1'),
    ({**QUERY, "pagination": {"type": "cursor", "end": "short_page"}}, "/pagination/end", "a list of cursors ends by"),
    ({**QUERY, "pagination": {"connection": "/b"}}, "/pagination/connection", 'selects nothing at "/b"'),
    ({**QUERY, "pagination": {"concurrency": 2}}, "/pagination/concurrency", "concurrency"),
    ({**UNUSUAL, "pagination": {**PLACES, "has_next_page": None}}, "/pagination/has_next_page", "expected a string"),
    ({**UNUSUAL, "pagination": {"connection": "/list", "type": "cursor", "find": False, "after": "after"}},
     "/pagination/connection", "no connection in the anonymous query: no field, also through aliases"),
    ({**BOTH_WAYS, "pagination": {"direction": "bidirectional", "before": "after"}}, "/query",
     "the variable `$after` takes the cursors of both directions: use one for each"),
    ({**QUERY, "pagination": {"cursor": "scrolls"}}, "/pagination/cursor", 'expected "page" or "scroll"'),
    (scroll(direction="reverse"), "/pagination/direction", 'moves the list forward: set `direction` to "forward"'),
    (scroll(before="after"), "/pagination/before", "each request moves the list forward: leave `before` out"),
    ({**scroll(), "next_query": {**BOTH_WAYS, "before": "before"}}, "/next_query/before", "leave `before` out"),
    ({**scroll(), "since": SINCE}, "/since", "so a run that ends early leaves no place to the next one"),
    ({**scroll(), "resume": TOKEN}, "/resume", "another walk cannot continue this one"),
    ({**scroll(), "cache_policy": "fetch_ignoring_cache_data"}, "/cache_policy", "so no stored answer is its next"),
    (offsets(cursor="scroll", type="offset"), "/pagination/cursor", 'a list of the type "offset" has no `cursor`'),
    (keysets(cursor="page"), "/pagination/cursor", 'a list of the type "keyset" has no `cursor`'),
    # Lists by offsets and page numbers.
    (offsets(direction="reverse", type="offset"), "/pagination/direction", "an offset list has one direction, forward"),
    (offsets(concurrency=2), "/pagination/concurrency", "to request pages at once, the library must know how many"),
    (offsets(page="limit"), "/pagination/page", "a list has `offset` or `page`, not both: leave one of the two out"),
    (offsets(page_count="/total"), "/pagination/page_count", "`page_count` needs requests with page numbers"),
    (offsets(max_empty_pages=1), "/pagination/max_empty_pages", "`max_empty_pages` needs requests with page numbers"),
    (offsets(end="short_page"), "/pagination/limit", "a short page ends this list, so the library must know the size"),
    (offsets(end="first_page"), "/pagination/offset", "a list that ends with its first page has no `offset`"),
    ({"query": "{ list { id } }", "pagination": {"connection": "/list", "end": "first_page"}, "next_query": QUERY},
     "/next_query", "a list that ends with its first page has no next query: leave it out"),
    ({**offsets(), "variables": {"offset": -1}}, "/variables/offset", "expected a whole number of at least 0"),
    ({"query": "{ list(offset: 3) { id } }", "pagination": {"connection": "/list", "type": "offset"}}, "/query",
     "is fixed in the document: make it a variable, as in `offset: $offset`"),
    ({"query": "{ list { id } }", "pagination": {"connection": "/list", "type": "offset"}}, "/pagination/offset",
     "name the variable that takes the offset as `offset`, or the page number as `page`"),
    ({**OFFSETS, "pagination": {"type": "offset", "find": False}}, "/pagination/connection", "an offset list needs"),
    # Lists by keys.
    ({**KEYSETS, "pagination": {"connection": "/list", "type": "keyset", "after": "id"}}, "/pagination/key",
     "a keyset list needs `key`: the place of the value in each item"),
    (keysets(key=["id"]), "/pagination/key", 'the JSON Pointer "id" must be empty or start with "/"'),
    (keysets(key=[3]), "/pagination/key/0", "expected a string, found 3"),
    (keysets(key="/nope"), "/pagination/key", 'does not select "/nope" of the items: add it'),
    (keysets(after=["id", "where"]), "/pagination/after", "`key` names 1 and `after` 2: name a variable for each key"),
    (keysets(after="/a~"), "/pagination/after", 'has a "~" that is not followed by 0 or 1'),
    (keysets(after="/where" + "/a" * 70), "/pagination/after", "the place has 71 steps, and may have at most"),
    (keysets(inclusive=True), "/pagination/inclusive", "name what tells items apart as `identity`"),
    (keysets(before="id"), "/pagination/before", "two keys have the same place in `$id`"),
    (keysets(direction="reverse"), "/pagination/before", "name the variable that takes the key as `pagination.before`"),
    ({**keysets(after="/where/a"), "variables": {"where": 3}}, "/variables/where",
     'expected an object with the place "/a", found a number'),
    ({**keysets(), "next_query": {**KEYSETS, "connection": "/list", "key": ["/at", "/id"], "after": ["id", "where"]}},
     "/next_query/key", "the further pages have 2 keys and the first page 1"),
    # Lists inside of items.
    ({**NESTED, "nested": {}}, "/nested/mode", "`mode` is missing: add it"),
    ({**NESTED, "nested": {"mode": "error", "parallel": 2}}, "/nested/parallel", 'only "drain" sends requests: leave'),
    (drain(queries={"parts": REST}), "/nested/queries/parts", 'the JSON Pointer "parts" must be empty or start with'),
    (drain(queries={"/nope": REST}), "/nested/queries/~1nope", "nope"),
    (rest(query="query {"), f"{PART}/query", "parse"),
    (rest(connection="/nope"), f"{PART}/connection", 'no connection at "/nope"'),
    (rest(after="nope"), f"{PART}/after", "nope"),
    (rest(**{"from": {"nope": "/id"}}), f"{PART}/from",
     "declares no variable `$nope`; it has $id, $after, $size"),
    (rest(**{"from": {}}), f"{PART}/variables",
     "the variable `$id` of type ID! has no value"),
    (rest(variables={"nope": 1}), f"{PART}/variables/nope", "nope"),
    ({**drain(), "cache_policy": "return_cache_data_else_fetch"}, "/cache_policy", "a page is made of several answers"),
    (rest_of("name"), f"{PART}/query", "no connection in query"),
    (rest_of("parts(after: $after) { nodes { id } pageInfo { total } }", connection="/item/parts"), f"{PART}/query",
     "does not ask whether there is more: add pageInfo { hasNextPage endCursor } to it"),
    (rest_of("parts(before: $after) { nodes { id } pageInfo { hasPreviousPage startCursor } }"), f"{PART}/query",
     "reads from the opposite end of"),
    (rest_of("parts(after: $after) { edges { node { id } } pageInfo { hasNextPage endCursor } }"), f"{PART}/query",
     'has no "nodes", which'),
    (rest_of("parts(first: 9) { nodes { id } pageInfo { hasNextPage endCursor } }"), f"{PART}/after",
     "name the variable that takes the cursor as `after`"),
    ({"query": NESTED["query"].replace("id __typename", "name"), "nested": "drain"}, "/nested",
     "the query does not identify the object with the connection"),
    ({"query": NESTED["query"].replace("pageInfo { hasNextPage endCursor } } }", "pageInfo { total } } }", 1),
      "nested": "error"}, "/nested", "does not ask whether there is more: add pageInfo { hasNextPage endCursor } to"),
    ({"query": NESTED["query"].replace("parts(first: 9)", f"{MANY_LISTS}parts(first: 9)"), "nested": "error"},
     "/nested",
     "the query has more lists inside its items than the library can check"),
    # Places inside of variables.
    (paged("/where/offset", variables={"where": 3}), "/variables/where",
     'expected an object with the place "/offset", found a number'),
    (paged("/a~"), "/pagination/offset", 'has a "~" that is not followed by 0 or 1'),
    (paged("/where" + "/a" * 70), "/pagination/offset", "the place has 71 steps, and may have at most 64"),
    (paged("/nope/offset"), "/pagination/offset", "declares no variable `$nope`"),
    (paged("/where/offset", query=PAGED["query"].replace("Filter", "Filter = {a: 1}")), "/pagination/offset",
     "the document has a default for `$where`, and a value with `offset` in it would take its place"),
    (json.dumps({**KEYSETS, "pagination": {**KEYSET_PLACES, "after": "/where/a"}})[:-1]
     + ', "variables": {"where": {"a": 1, "a": 2}}}', "/variables/where/a", 'an object in `variables` has the key "a"'),
    ({**KEYSETS, "pagination": {"connection": "/list", "key": "/id", "end": "first_page"}}, "/pagination/end",
     "a list that ends with its first page has no keys that ask for another one"),
    # What is new.
    ({"query": SORTED, "since": {"path": "/createdAt", "order": "descending"}}, "/since/path",
     "the argument `orderBy` of the list sorts it by"),
    ({"query": SORTED, "since": {"path": "/updatedAt", "order": "ascending", "variable": "after"}}, "/since/order",
     "the argument `orderBy` of the list sorts it in descending order"),
    ({"query": SORTED.replace("id ", ""), "since": {"path": "/updatedAt", "order": "descending"}},
     "/pagination/identity", "a list that is read since a mark must tell its items apart"),
    ({**since(variable="/cursor/at", value="2026-11-23"), "variables": {"cursor": "text"}}, "/since/variable",
     "the variable `$cursor` has no object at the place that `variable` points into: give it one"),
    ({**since(variable="/cursor/at"), "variables": {"cursor": {"a": json.loads("[" * 40 + "]" * 40)}}},
     "/variables/cursor", "the value cannot be put into the variable: "),
    ({**QUERY, "since": {"order": "descending"}}, "/since/path", "`path` is missing: name the place of the value"),
    ({**QUERY, "since": {"path": "/id"}}, "/since/order", "`order` is missing: say whether the list has the newest"),
    (since(type="integer", lag_ms=1), "/since/lag_ms", '`lag_ms` belongs to the type "time": use `lag`'),
    (since(lag=1), "/since/lag", '`lag` belongs to the type "integer": use `lag_ms`'),
    (since(type="text", shrinking_lag_ms=1), "/since/shrinking_lag_ms",
     '`shrinking_lag_ms` belongs to the types "time" and "integer": texts have no lag'),
    (since(lag_ms=1, shrinking_lag_ms=1), "/since/shrinking_lag_ms",
     "a lag shrinks, or it does not: leave out `lag_ms` or `shrinking_lag_ms`"),
    (since(type="integer", lag=1, shrinking_lag_ms=1), "/since/shrinking_lag_ms", "leave out `lag` or"),
    (since(order="filtered", tolerate={"items": 1}), "/since/tolerate", "a filtered list may have any order: leave"),
    (since(template="{value}"), "/since/template", "a template needs a `variable` that takes its text"),
    (since(variable="cursor", template="x"), "/since/template", "the template must have `{value}` once"),
    (since(variable="/a~"), "/since/variable", 'has a "~" that is not followed by 0 or 1'),
    (since(variable="/"), "/since/variable", 'the pointer "/" does not begin with the name of a variable'),
    (since(variable="nope"), "/since/variable", "declares no variable `$nope`"),
    (since(type="integer", tolerate={"ms": 1}), "/since/tolerate/ms", '`ms` belongs to the type "time": use `items`'),
    (since(tolerate={"items": 1, "ms": 1}), "/since/tolerate/ms", "`items` and `ms` are two ways to say one thing"),
    (since(path="/nope"), "/since/path", "the query does not select /nope of the items: add it"),
    (since(order="ascending"), "/since/variable", '`variable` is missing: with `order` "ascending" it names'),
    ({**offsets(), "since": {"path": "/id", "order": "ascending", "variable": "limit"}}, "/since/order",
     "an offset list cannot be read in ascending order"),
    ({**BOTH_WAYS, "pagination": {"direction": "bidirectional"}, "since": {"path": "/node/id", "order": "descending"}},
     "/pagination/direction", "a list that is read since a mark has one direction"),
    # Tokens and checkpoints.
    ({**QUERY, "resume": "{"}, "/resume", "it is not valid JSON"),
    ({**QUERY, "resume": {**TOKEN, "pages": 3}}, "/resume", "its checksum does not match its content"),
    ({**QUERY, "resume": {**TOKEN, "version": 99}}, "/resume", "99"),
    ({**QUERY, "resume": "[]"}, "/resume", "it is not an object"),
    ({**QUERY, "resume": {}}, "/resume", "it has no version"),
    ({**QUERY, "resume": sealed(TOKEN, pages=-1)}, "/resume", "its fields are not those of a token"),
    ({**QUERY, "resume": sealed(TOKEN, partial=3)}, "/resume", "its errors cannot be read"),
    ({**QUERY, "resume": sealed(TOKEN, list="0" * 16)}, "/resume", "another list"),
    ({**QUERY, "resume": sealed(TOKEN, next="perhaps")}, "/resume", "it does not say how the list goes on"),
    ({**QUERY, "resume": sealed(TOKEN, next={})}, "/resume", "it does not say how the list goes on"),
    ({**QUERY, "resume": sealed(TOKEN, next={"cursor": "{"})}, "/resume", "its cursor cannot be read: "),
    ({**QUERY, "resume": sealed(TOKEN, next={"page_info": "{}"})}, "/resume", "it was made with the hook resolve_page"),
    (checkpoint(version=99), "/checkpoint", "the checkpoint has version 99, and this library reads up to 1"),
    ({**QUERY, "checkpoint": CHECKPOINT}, "/checkpoint", "its checksum does not match its content"),
    ({**QUERY, "checkpoint": TOKEN}, "/checkpoint", "it is a resume token: pass it as `resume`"),
    (checkpoint(list="x"), "/checkpoint", "its fields are not those of a checkpoint"),
    (checkpoint(since={"path": "/at", "type": "time"}), "/checkpoint", "the checkpoint belongs to another `since`: it"),
    (checkpoint(mark=3), "/checkpoint", "its mark cannot be read"),
    (checkpoint(known="x"), "/checkpoint", "its items cannot be read"),
    (checkpoint(window=[3]), "/checkpoint", "its window cannot be read"),
    (checkpoint(list="0" * 16), "/checkpoint", "another list"),
    ({**QUERY, "checkpoint": sealed(CHECKPOINT, mark="2026-11-23T00:00:00Z")}, "/checkpoint",
     "the checkpoint is of a list with `since`: give the same `since` again"),
    ({**QUERY, "resume": {"version": 1}}, "/resume", "it has no checksum"),
    ({**QUERY, "checkpoint": "{"}, "/checkpoint", "it is not valid JSON"),
    ({**QUERY, "checkpoint": "[]"}, "/checkpoint", "it is not an object"),
    ({**QUERY, "checkpoint": {}}, "/checkpoint", "checkpoint"),
    ({**QUERY, "resume": TOKEN, "checkpoint": {}}, "/checkpoint", "a checkpoint has a resume token of its own"),
    # The rest.
    ({**QUERY, "retain": "some"}, "/retain", 'expected "all", "last" or "none", found "some"'),
    ({**QUERY, "next_query": {}}, "/next_query/query", "`query` is missing: add it"),
    ({**QUERY, "load_all": {"max_pages": 0}}, "/load_all/max_pages", "expected a whole number from 1 to"),
]

# With the hooks of this name.
HOOKED: list[tuple[str, Refused]] = [
    ("resolve_page", ({**NESTED, "nested": "drain"}, "/nested", '"drain" does not work with the hook resolve_page: ')),
    ("resolve_page", (since(), "/since", "the hooks extract_page_info and resolve_page decide what is asked for")),
    ("resolve_page", ({**OFFSETS, "pagination": {**OFFSET_PLACES, "total": "/total", "concurrency": 2}},
                      "/pagination/concurrency", "requests cannot be sent ahead: leave `concurrency` out")),
    ("extract_page_info", ({**QUERY, "next_query": QUERY, "pagination": {"connection": "/items", "items": "/ed"}},
                           "/next_query", "with the hook extract_page_info, resolve_page makes further requests: le")),
    ("extract_page_info", ({**QUERY, "pagination": {"connection": "/items", "items": "/edges", "end": "null_cursor"}},
                           "/pagination", "with the hook extract_page_info, the rules are the hook's: leave them out")),
    ("extract_page_info", (QUERY, "/pagination/connection", "a hook reads the page info: name the place of the list")),
    ("extract_page_info", ({**QUERY, "pagination": {"connection": "/items"}}, "/pagination/items",
                           "a hook reads the page info: name the place of the items in the connection as `items`")),
]

# For a client without a cache.
WITHOUT_CACHE: list[Refused] = [
    ({**QUERY, "cache_policy": "return_cache_data_else_fetch"}, "/cache_policy", "the client has no cache that could"),
]

REQUESTS: list[Refused] = [
    ("{", "", "request_json is not valid JSON"),
    ({}, "/query", "`query` is missing: add it"),
    ({"query": "query {"}, "/query", "the query does not parse: "),
    ({"query": "subscription { a }"}, "/query", "subscription"),
    ({"query": "query A { a } query B { b }"}, "/operation_name", "the document has 2 operations: name the one to run"),
    ({"query": "query ($a: Int!) { a(b: $a) }"}, "/variables", "the variable `$a` of type Int! has no value"),
    ({"query": "{ a }", "variables": {"b": 1}}, "/variables/b", "declares no variable `$b`"),
    ({"query": "{ a }", "headers": {"A": "b\n"}}, "/headers/A", "the value of header 'A' holds a control character"),
    ({"query": "{ a }", "tag": "x" * 201}, "/tag", "a tag has at most 200 bytes, and this one has 201"),
    ({"query": "mutation { a }", "cache_policy": "return_cache_data_dont_fetch"}, "/cache_policy",
     "only the server can answer a mutation: choose another `cache_policy`"),
    ({"query": "mutation { a }", "optimistic": {"": {"a": 1}}}, "/optimistic", "the record's key is empty"),
    ({"query": "mutation { a }", "optimistic": {"A:1": 3}}, "/optimistic", "a record's fields must be an object"),
]

# The function that loads, and its options.
LOADS: list[tuple[str, Refused]] = [
    ("fetch", ("{", "", "options_json is not valid JSON")),
    ("fetch", ({"emit": "each"}, "/emit", "unknown key `emit`; the known keys are cache_policy, callbacks, ")),
    ("fetch", ({"tag": "x" * 201}, "/tag", "a tag has at most 200 bytes, and this one has 201")),
    ("load_all", ({"failed_pages": True}, "/failed_pages", "is for operations that are pulled: call swiftpager_pager")),
    ("fetch", ({"callbacks": True}, "/callbacks", 'is for operations that are pulled: add "pull": true, or leave')),
    ("walk", ({"max_items": 0}, "/max_items", "expected a whole number from 1 to")),
]

# The columns of a table.
COLUMNS: list[Refused] = [
    ("{", "", "columns_json is not valid JSON"),
    ({}, "", "columns_json names no column: leave it out to get all columns"),
    ("[]", "", "expected an object, found an array"),
    ({"a": 3}, "/a", "expected a JSON Pointer into a row, or an object with `pointer` and `type`, found a number"),
    ({"a": "b"}, "/a", 'the JSON Pointer "b" must be empty or start with "/"'),
    ({"a": {"pointer": 3}}, "/a/pointer", "expected a JSON Pointer into a row, as a string, found a number"),
    ({"a": {"kind": "text"}}, "/a/kind", "unknown key `kind`; the known keys are pointer, type"),
    ({"a": {"type": "number"}}, "/a/type", "unknown type `number`; the known types are "),
    ({"a": {"type": []}}, "/a/type", 'a list names one type for its elements, like ["string"]'),
    ({"a": {"type": 3}}, "/a/type", "expected a type, found a number"),
    ({"a": {"type": json.loads("[" * 90 + '"string"' + "]" * 90)}}, "/a/type" + "/0" * 32, "types nest deeper than"),
    ('{"a": {}, "a": {}}', "/a", "`a` is given twice: leave one of the two out"),
    ({"a\0": {}}, "", "a name contains a NUL character, which ends names in Arrow"),
]

# The kinds of events of an observer.
KINDS: list[Refused] = [
    ("{", "", "kinds_json is not valid JSON"),
    ({}, "", "expected an array of event kinds, found an object"),
    ('["nope"]', "/0", 'expected a kind of event, found "nope"; the known kinds are '),
]
