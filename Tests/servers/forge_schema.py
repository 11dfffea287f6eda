"""A GraphQL schema in the shape of a code forge's: repositories have issues, these have labels and comments.

Every inner list is a Relay connection that has to be asked for with a size, and every object is found by `node(id:)`
and `nodes(ids:)`.
"""

import base64
import dataclasses
from typing import Annotated, Any, Generic, TypeVar

import strawberry
from strawberry import relay

State = dict[str, Any]
Info = strawberry.Info[State, None]
Item = TypeVar("Item")


@strawberry.interface
class Node:
    id: strawberry.ID


@strawberry.type
class Edge(Generic[Item]):
    cursor: str
    node: Item


@strawberry.type
class Connection(Generic[Item]):
    nodes: list[Item]
    edges: list[Edge[Item]]
    page_info: relay.PageInfo
    total_count: int


@strawberry.type
class Label(Node):
    name: str


@strawberry.type
class Comment(Node):
    text: str


@strawberry.type
class Statistics:
    """An object without an id."""

    issue: strawberry.Private["Issue"]

    @strawberry.field
    def labels(self, info: Info, first: int, after: str | None = None) -> Connection[Label]:
        return connect(info, self.issue.all_labels, first=first, after=after)


@strawberry.type
class Issue(Node):
    title: str
    all_labels: strawberry.Private[list[Label]]
    all_comments: strawberry.Private[list[Comment]]

    @strawberry.field
    def labels(self, info: Info, first: int, after: str | None = None) -> Connection[Label]:
        return connect(info, self.all_labels, first=first, after=after)

    @strawberry.field
    def comments(
        self,
        info: Info,
        first: int | None = None,
        after: str | None = None,
        last: int | None = None,
        before: str | None = None,
    ) -> Connection[Comment]:
        return connect(info, self.all_comments, first=first, after=after, last=last, before=before)

    @strawberry.field
    def statistics(self) -> Statistics:
        return Statistics(issue=self)


@strawberry.type
class PullRequest(Node):
    title: str
    all_labels: strawberry.Private[list[Label]]

    @strawberry.field
    def labels(self, info: Info, first: int, after: str | None = None) -> Connection[Label]:
        return connect(info, self.all_labels, first=first, after=after)


@strawberry.type
class Repository(Node):
    name: str
    all_issues: strawberry.Private[list[Issue]]
    all_pull_requests: strawberry.Private[list[PullRequest]]

    @strawberry.field
    def issues(
        self, info: Info, first: int, after: str | None = None, starts_with: str | None = None
    ) -> Connection[Issue]:
        kept = [issue for issue in self.all_issues if issue.title.startswith(starts_with or "")]
        return connect(info, kept, first=first, after=after)


Found = Annotated[Issue | PullRequest, strawberry.union("Found")]


@strawberry.type
class Query:
    @strawberry.field
    def node(self, info: Info, id: strawberry.ID) -> Node | None:
        found: Node | None = info.context["objects"].get(id)
        return found

    @strawberry.field
    def nodes(self, info: Info, ids: list[strawberry.ID]) -> list[Node | None]:
        return [info.context["objects"].get(id) for id in ids]

    @strawberry.field
    def repositories(self, info: Info, first: int, after: str | None = None) -> Connection[Repository]:
        return connect(info, info.context["repositories"], first=first, after=after)

    @strawberry.field
    def repository(self, info: Info, name: str) -> Repository | None:
        return next((each for each in info.context["repositories"] if each.name == name), None)

    @strawberry.field
    def search(self, info: Info, first: int, after: str | None = None) -> Connection[Found]:
        found = [one for each in info.context["repositories"] for one in each.all_issues + each.all_pull_requests]
        return connect(info, found, first=first, after=after)


def connect(
    info: Info,
    items: list[Item],
    *,
    first: int | None = None,
    after: str | None = None,
    last: int | None = None,
    before: str | None = None,
) -> Connection[Item]:
    """A page of a list; what the address of the request names as `misbehaviour` befalls lists that are gone on with."""
    if first is None and last is None:
        raise ValueError("You must provide a `first` or `last` value to properly paginate the connection.")
    start, end = 0 if after is None else position(after) + 1, len(items) if before is None else position(before)
    if first is not None:
        end = min(end, start + first)
    elif last is not None:
        start = max(start, end - last)
    edges = [Edge(cursor=cursor(index), node=items[index]) for index in range(start, end)]
    page_info = relay.PageInfo(
        has_next_page=end < len(items),
        has_previous_page=start > 0,
        start_cursor=edges[0].cursor if edges else None,
        end_cursor=edges[-1].cursor if edges else None,
    )
    misbehaviour = info.context["misbehaviour"] if after is not None else None
    if misbehaviour is not None and info.path.key != "repositories":
        page_info = dataclasses.replace(page_info, has_next_page=True)
        if misbehaviour == "stuck":
            page_info.end_cursor = after
        elif misbehaviour == "cycle":
            page_info.end_cursor = cursor(0) if after != cursor(0) else cursor(1)
        elif misbehaviour == "empty":
            edges, page_info.end_cursor = [], cursor(position(after or "") + 1)
        elif misbehaviour == "endless":
            edges, page_info.end_cursor = edges or [Edge(cursor="x", node=items[0])], cursor(position(after or "") + 1)
        elif misbehaviour == "null":
            page_info.end_cursor = None
        elif misbehaviour == "fails":
            raise ValueError("This list cannot be gone on with.")
    return Connection(nodes=[edge.node for edge in edges], edges=edges, page_info=page_info, total_count=len(items))


def cursor(index: int) -> str:
    return base64.b64encode(f"at/{index}".encode()).decode()


def position(text: str) -> int:
    return int(base64.b64decode(text).decode().removeprefix("at/"))


def schema() -> strawberry.Schema:
    """The schema of the forge."""
    return strawberry.Schema(query=Query, types=[Repository, Issue, PullRequest, Label, Comment])


def state(repositories: int = 12) -> State:
    """What the server knows: the same at every start. Some of every list are empty, some take many pages."""
    objects: dict[str, Node] = {}

    def known(made: Any) -> Any:
        objects[made.id] = made
        return made

    def labels(owner: str, count: int) -> list[Label]:
        return [known(Label(id=strawberry.ID(f"{owner}/l{n}"), name=f"label {n} of {owner}")) for n in range(count)]

    def issue(owner: str, number: int) -> Issue:
        name = f"{owner}/i{number}"
        comments = [known(Comment(id=strawberry.ID(f"{name}/c{n}"), text=f"\"{n}\" {{[")) for n in range(number % 6)]
        return known(
            Issue(
                id=strawberry.ID(name),
                title=f"{'ab'[number % 2]} issue {number}",
                all_labels=labels(name, number * 3 % 8),
                all_comments=comments,
            )
        )

    def repository(number: int) -> Repository:
        name = f"r{number}"
        issues = [issue(name, n) for n in range(number * 5 % 11)]
        pulls = [
            known(
                PullRequest(
                    id=strawberry.ID(f"{name}/p{n}"), title=f"pull {n}", all_labels=labels(f"{name}/p{n}", n * 2)
                )
            )
            for n in range(number % 4)
        ]
        return known(
            Repository(id=strawberry.ID(name), name=name, all_issues=issues, all_pull_requests=pulls)
        )

    return {"repositories": [repository(number) for number in range(repositories)], "objects": objects}
