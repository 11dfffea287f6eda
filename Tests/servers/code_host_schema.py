"""Repositories with issues with labels in the shape of GitHub's schema, and how many nodes a query may bring."""

import base64
from typing import Any

import ariadne
from graphql import FieldNode, GraphQLError, GraphQLSchema, IntValueNode, SelectionSetNode, VariableNode, parse
from graphql.language import OperationDefinitionNode

TYPES = """
type Query { repositories(first: Int!, after: String): RepositoryConnection! node(id: ID!): Node rateLimit: RateLimit }
interface Node { id: ID! }
type Repository implements Node { id: ID! name: String! issues(first: Int!, after: String): IssueConnection! }
type Issue implements Node { id: ID! title: String! labels(first: Int!, after: String): LabelConnection! }
type Label implements Node { id: ID! name: String! }
type RepositoryConnection { nodes: [Repository!]! pageInfo: PageInfo! totalCount: Int! }
type IssueConnection { nodes: [Issue!]! pageInfo: PageInfo! totalCount: Int! }
type LabelConnection { nodes: [Label!]! pageInfo: PageInfo! totalCount: Int! }
type PageInfo { hasNextPage: Boolean! hasPreviousPage: Boolean! startCursor: String endCursor: String }
type RateLimit { limit: Int! cost: Int! remaining: Int! used: Int! }
"""


def schema(count: int) -> GraphQLSchema:
    """The schema, with so many repositories behind it; the context of an answer is its `rateLimit`."""
    repositories = [_repository(number) for number in range(1, count + 1)]
    objects = {each["id"]: each for each in repositories}
    objects |= {issue["id"]: issue for each in repositories for issue in each["issues"]}

    def connection(key: str) -> Any:
        def resolve(parent: Any, _info: object, first: int, after: str | None = None) -> dict[str, Any]:
            return _page(parent[key] if parent else repositories, first, after)

        return resolve

    query = ariadne.QueryType()
    query.set_field("repositories", connection(""))
    query.set_field("node", lambda *_, id: objects.get(id))
    query.set_field("rateLimit", lambda _, info: info.context)
    repository, issue = ariadne.ObjectType("Repository"), ariadne.ObjectType("Issue")
    repository.set_field("issues", connection("issues"))
    issue.set_field("labels", connection("labels"))
    kinds = {"R": "Repository", "I": "Issue", "L": "Label"}
    node = ariadne.InterfaceType("Node", lambda found, *_: kinds[found["id"][0]])
    return ariadne.make_executable_schema(TYPES, query, repository, issue, node)


def possible_nodes(query: str, variables: dict[str, Any]) -> int:
    """The most nodes that the query may bring: each connection for each node of the one around it."""
    found = 0
    for definition in parse(query).definitions:
        if isinstance(definition, OperationDefinitionNode):
            found += _nodes_below(definition.selection_set, variables, 1)
    return found


def _nodes_below(selection: SelectionSetNode | None, variables: dict[str, Any], around: int) -> int:
    found = 0
    for field in selection.selections if selection else ():
        size = 1
        for argument in (field.arguments or ()) if isinstance(field, FieldNode) else ():
            if argument.name.value != "first":
                continue
            if isinstance(argument.value, VariableNode):
                size = int(variables.get(argument.value.name.value) or 1)
            elif isinstance(argument.value, IntValueNode):
                size = int(argument.value.value)
            found += around * size
        found += _nodes_below(getattr(field, "selection_set", None), variables, around * size)
    return found


def _page(items: list[Any], first: int, after: str | None) -> dict[str, Any]:
    try:
        start = 0 if after is None else int(base64.b64decode(after).decode().removeprefix("cursor:v2:"))
    except ValueError as error:
        raise GraphQLError(f"`{after}` does not appear to be a valid cursor.") from error
    end = min(start + first, len(items))
    info = {
        "hasNextPage": end < len(items),
        "hasPreviousPage": start > 0,
        "startCursor": _cursor(start + 1) if end > start else None,
        "endCursor": _cursor(end) if end > start else None,
    }
    return {"nodes": items[start:end], "pageInfo": info, "totalCount": len(items)}


def _cursor(position: int) -> str:
    return base64.b64encode(f"cursor:v2:{position}".encode()).decode()


def _repository(number: int) -> dict[str, Any]:
    """Always the same; some have no issues, some have more than a page of them."""
    issues = [
        {
            "id": f"I_{number}_{each}",
            "title": f"Issue {each} of {number}",
            "labels": [{"id": f"L_{number}_{each}_{label}", "name": f"label {label}"} for label in range(each % 4)],
        }
        for each in range(number * 3 % 7)
    ]
    return {"id": f"R_{number}", "name": f"repository-{number}", "issues": issues}
