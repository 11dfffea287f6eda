"""A schema as large as GitHub's, and queries for it."""


def large_schema(types: int) -> str:
    """A schema of 130 lines a type, with descriptions, connections, enums and input objects."""
    parts = ["scalar DateTime", "scalar URI", "interface Node { id: ID! }",
             "type PageInfo { hasNextPage: Boolean! endCursor: String }"]
    scalars = ("String", "Int!", "Boolean", "DateTime!", "URI", "[String!]!")
    for number in range(types):
        fields = [f"field{each}: {scalars[each % 6]}" for each in range(18)]
        following = (number + 1) % types
        fields += [f"others(after: String, first: Int, orderBy: Order{number}): Thing{following}Connection!"]
        described = "\n".join(f'  """\n  What `{field}` says.\n  """\n  {field}\n' for field in fields)
        parts += [
            f'"""\nA thing.\n"""\ntype Thing{number} implements Node {{\n  id: ID!\n\n{described}}}\n',
            f"type Thing{number}Edge {{\n  cursor: String!\n  node: Thing{number}\n}}\n",
            (f"type Thing{number}Connection {{\n  edges: [Thing{number}Edge]\n  nodes: [Thing{number}]\n"
            "  pageInfo: PageInfo!\n  totalCount: Int!\n}\n"),
            f"enum OrderField{number} {{\n  CREATED_AT\n  UPDATED_AT\n}}\n",
            f"input Order{number} {{\n  field: OrderField{number}!\n  descending: Boolean = false\n}}\n",
        ]
    lists = "\n".join(
        f"  things{number}(after: String, first: Int, orderBy: Order{number}): Thing{number}Connection!"
        for number in range(types)
    )
    return "\n".join([*parts, f"type Query {{\n{lists}\n}}"]) + "\n"


def large_query(count: int) -> str:
    """Queries that page as many of its lists."""
    return "\n".join(
        f"query Things{number}($first: Int!, $after: String, $order: Order{number}) {{"
        f" things{number}(first: $first, after: $after, orderBy: $order) {{ nodes {{ id field0 field1 field3 field5"
        " others(first: 3) { nodes { id field1 } totalCount } } pageInfo { hasNextPage endCursor } totalCount } }"
        for number in range(count)
    )
