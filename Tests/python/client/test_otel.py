"""OpenTelemetry: the spans and metrics of a client, and the headers that it sends."""

import asyncio
import threading
import time

import pytest
from opentelemetry import trace
from opentelemetry.sdk.metrics import MeterProvider
from opentelemetry.sdk.metrics.export import InMemoryMetricReader
from opentelemetry.sdk.trace import TracerProvider
from opentelemetry.sdk.trace.export import SimpleSpanProcessor
from opentelemetry.sdk.trace.export.in_memory_span_exporter import InMemorySpanExporter
from opentelemetry.trace import SpanKind, StatusCode

import swiftpager
from conftest import ids, until
from swiftpager import otel
from swiftpager.testing import Connection, FakeServer

QUERY = """
query Products($after: String) {
  products(first: 10, after: $after) { nodes { id } pageInfo { hasNextPage endCursor } }
}
"""
RENAME = 'mutation Rename { rename(name: "secret name") { name } }'
PAGES = 3


class Telemetry:
    """A server, an instrumented client, and what the client reported."""

    def __init__(self, server, kind=swiftpager.Client, url=None, **options):
        self.server = server
        self._spans, self._reader = InMemorySpanExporter(), InMemoryMetricReader()
        self.provider = TracerProvider()
        self.provider.add_span_processor(SimpleSpanProcessor(self._spans))
        self.client = kind(url or f"{server.url}?token=hidden", **{"retry": {"base_delay": 0.001}, **options})
        self.meters = MeterProvider([self._reader])
        otel.instrument(self.client, tracer_provider=self.provider, meter_provider=self.meters)

    def spans(self, name=None):
        """The ended spans with a name, in the order of their beginnings."""
        if isinstance(self.client, swiftpager.Client):
            self.client.dispatch()
        found = [span for span in self._spans.get_finished_spans() if name in (None, span.name)]
        return sorted(found, key=lambda span: span.start_time)

    def points(self):
        """The values of the one histogram."""
        data = self._reader.get_metrics_data()
        (metric,) = [each for one in data.resource_metrics for scope in one.scope_metrics for each in scope.metrics]
        assert (metric.name, metric.unit) == ("http.client.request.duration", "s")
        return list(metric.data.data_points)

    def traceparents(self):
        return [request.headers.get("traceparent") for request in self.server.requests]


def traceparent(span):
    context = span.get_span_context()
    return f"00-{context.trace_id:032x}-{context.span_id:016x}-{context.trace_flags:02x}"


@pytest.fixture
def server():
    data = {"products": Connection([{"id": n} for n in range(1, 10 * PAGES + 1)]), "rename": {"name": "b"}}
    with FakeServer(data) as made:
        yield made


@pytest.fixture
def telemetry(server):
    made = Telemetry(server)
    yield made
    made.client.close()


def test_a_walk_is_a_span_and_each_request_is_one_below_it(telemetry):
    assert len(ids(list(telemetry.client.pager(QUERY)))) == 10 * PAGES
    (walk,) = telemetry.spans("query Products")
    assert dict(walk.attributes) == {
        "graphql.operation.type": "query", "graphql.operation.name": "Products", "swiftpager.method": "load_all",
    }
    assert (walk.kind, walk.status.status_code, walk.parent) == (SpanKind.INTERNAL, StatusCode.UNSET, None)
    requests = telemetry.spans("POST")
    assert [span.attributes["swiftpager.page"] for span in requests] == [1, 2, 3]
    for span in requests:
        assert span.kind == SpanKind.CLIENT
        assert span.parent.span_id == walk.context.span_id
        assert walk.start_time <= span.start_time <= span.end_time
        assert {name: value for name, value in span.attributes.items() if name != "swiftpager.page"} == {
            "http.request.method": "POST", "server.address": "127.0.0.1",
            "server.port": int(telemetry.server.url.split(":")[2].split("/")[0]), "url.full": telemetry.server.url,
            "http.response.status_code": 200,
        }
    # Every request of the walk carries the walk's own context.
    assert telemetry.traceparents() == [traceparent(walk)] * PAGES


def test_requests_are_counted_by_the_histogram_of_http_clients(telemetry):
    list(telemetry.client.pager(QUERY))
    telemetry.server.refuse(503)
    telemetry.client.execute("{ products { totalCount } }")
    telemetry.spans()
    points = {point.attributes["http.response.status_code"]: point for point in telemetry.points()}
    assert {status: point.count for status, point in points.items() if status == 503} == {503: 1}
    assert points[503].attributes["error.type"] == "503"
    counted = sum(point.count for point in telemetry.points())
    assert counted == PAGES + 2
    walked = [point for point in telemetry.points() if "graphql.operation.name" in point.attributes]
    assert [(point.count, point.attributes["graphql.operation.name"]) for point in walked] == [(PAGES, "Products")]
    assert tuple(walked[0].explicit_bounds) == otel.BOUNDARIES


def test_an_attempt_is_a_span_of_its_own(telemetry):
    telemetry.server.refuse(502, times=2)
    telemetry.client.execute("query Q { products { totalCount } }")
    (operation,) = telemetry.spans("query Q")
    requests = telemetry.spans("POST")
    assert [span.attributes["http.response.status_code"] for span in requests] == [502, 502, 200]
    assert [span.attributes.get("http.request.resend_count") for span in requests] == [None, 1, 2]
    assert [span.status.status_code for span in requests] == [StatusCode.ERROR, StatusCode.ERROR, StatusCode.UNSET]
    assert [span.attributes.get("error.type") for span in requests] == ["502", "502", None]
    assert [event.name for event in operation.events] == ["swiftpager.retry"] * 2
    assert operation.events[0].attributes["reason"] == "http_502"
    assert operation.status.status_code == StatusCode.UNSET


def test_a_request_without_an_answer_is_an_error_without_a_status(telemetry):
    telemetry.server.hang_up(times=4)
    with pytest.raises(swiftpager.NetworkError):
        telemetry.client.execute("query Q { products { totalCount } }")
    (operation,) = telemetry.spans("query Q")
    assert (operation.status.status_code, operation.attributes["error.type"]) == (StatusCode.ERROR, "NETWORK")
    first = telemetry.spans("POST")[0]
    assert first.attributes["error.type"] == "_OTHER"
    assert "http.response.status_code" not in first.attributes
    assert first.status.description


def test_a_mutation_is_named_so_and_none_of_its_text_is_told(telemetry):
    telemetry.client.execute(RENAME)
    (operation,) = telemetry.spans("mutation Rename")
    assert operation.attributes["graphql.operation.type"] == "mutation"
    assert operation.attributes["swiftpager.method"] == "execute"
    told = "".join(span.to_json() for span in telemetry.spans())
    assert "secret name" not in told
    assert "hidden" not in told
    assert telemetry.traceparents() == [traceparent(operation)]


def test_an_operation_without_a_name_has_its_type(telemetry):
    telemetry.client.execute("{ products { totalCount } }")
    assert "graphql.operation.name" not in telemetry.spans("query")[0].attributes


def test_the_span_of_the_program_is_the_parent(telemetry):
    tracer = telemetry.provider.get_tracer("program")
    with tracer.start_as_current_span("job") as job:
        telemetry.client.pager(QUERY).fetch()
    (load,) = telemetry.spans("query Products")
    assert load.parent.span_id == job.get_span_context().span_id
    assert load.attributes["swiftpager.method"] == "fetch"
    assert telemetry.spans("POST")[0].context.trace_id == job.get_span_context().trace_id


def test_headers_of_the_call_stay_and_override(telemetry):
    telemetry.client.execute(RENAME, headers={"X-A": "1", "TraceParent": "mine"})
    telemetry.client.pager(QUERY).fetch(headers={"X-A": "2"})
    first, second = telemetry.server.requests
    assert (first.headers["x-a"], first.headers["traceparent"]) == ("1", "mine")
    assert (second.headers["x-a"], second.headers["traceparent"]) == (
        "2", traceparent(telemetry.spans("query Products")[0])
    )


def fail_early(pager, server):
    server.answer_errors("no access")
    with pytest.raises(swiftpager.GraphQLError):
        list(pager)


def fail_at_the_end(pager, server):
    server.answer_errors("one failed", with_data=True)
    with pytest.raises(swiftpager.PartialData):
        pager.load_all()


def fail_as_a_table(pager, server):
    server.answer_errors("no access")
    with pytest.raises(swiftpager.GraphQLError):
        pager.to_arrow()


@pytest.mark.parametrize(("use", "code"), [
    (fail_early, "GRAPHQL"), (fail_at_the_end, "PARTIAL_DATA"), (fail_as_a_table, "GRAPHQL"),
])
def test_the_failure_of_an_operation_is_on_its_span(telemetry, use, code):
    use(telemetry.client.pager(QUERY), telemetry.server)
    (walk,) = telemetry.spans("query Products")
    assert (walk.status.status_code, walk.attributes["error.type"]) == (StatusCode.ERROR, code)
    assert walk.status.description


def leave(pager):
    for _ in pager:
        break


def replace(pager):
    pages = iter(pager)
    next(pages)
    pager.reset()
    with pytest.raises(swiftpager.Cancelled):
        list(pages)


def cancel(pager):
    operation = pager.start_load_all()
    operation.cancel()
    with pytest.raises(swiftpager.Cancelled):
        operation.wait()


def drop(pager):
    pages = iter(pager)
    next(pages)
    del pages


@pytest.mark.parametrize("use", [leave, replace, cancel, drop])
def test_an_operation_that_was_left_is_cancelled_and_not_an_error(telemetry, use):
    use(telemetry.client.pager(QUERY))
    (walk,) = telemetry.spans("query Products")
    assert walk.attributes["swiftpager.cancelled"] is True
    assert walk.status.status_code == StatusCode.UNSET


@pytest.mark.parametrize("use", [
    lambda pager: pager.to_arrow(), lambda pager: list(pager.record_batches()), lambda pager: list(pager.items()),
    lambda pager: pager.load_all(), lambda pager: pager.start_load_all().wait(),
])
def test_each_way_to_walk_ends_its_span(telemetry, use):
    use(telemetry.client.pager(QUERY))
    (walk,) = telemetry.spans("query Products")
    assert "swiftpager.cancelled" not in walk.attributes
    assert len(telemetry.spans("POST")) == PAGES


def test_a_load_that_cannot_begin_ends_its_span(telemetry):
    with pytest.raises(swiftpager.MissingInitialPage):
        telemetry.client.pager(QUERY).load_next()
    assert telemetry.spans("query Products")[0].attributes["error.type"] == "MISSING_INITIAL_PAGE"


def test_operations_of_several_names_keep_their_requests_apart(telemetry):
    telemetry.server.latency = 0.05
    queries = [QUERY.replace("Products", f"P{number}") for number in range(4)]
    threads = [threading.Thread(target=lambda q=query: list(telemetry.client.pager(q))) for query in queries]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    until(lambda: len(telemetry.spans("POST")) == 4 * PAGES)
    for number in range(4):
        (walk,) = telemetry.spans(f"query P{number}")
        below = [span for span in telemetry.spans("POST") if span.parent.span_id == walk.context.span_id]
        assert [span.attributes["swiftpager.page"] for span in below] == [1, 2, 3]
        assert telemetry.traceparents().count(traceparent(walk)) == PAGES


def event(kind, request, time, **members):
    """An event of a request, as the library tells it; `time` in milliseconds."""
    members = {"status": 200, "bytes": 1, "milliseconds": 5, **members}
    names = {"attempt": 1, "operation": "Products", "page": 1, "tag": None}
    return {"event": kind, "request": request, "time": time, **names, **members}


def test_walks_of_one_query_at_once_keep_their_requests_apart(telemetry):
    telemetry.server.latency = 0.005
    threads = [threading.Thread(target=lambda: list(telemetry.client.pager(QUERY))) for _ in range(8)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    until(lambda: len(telemetry.spans("POST")) == 8 * PAGES)
    pages = {walk.context.span_id: [] for walk in telemetry.spans("query Products")}
    for span in telemetry.spans("POST"):
        assert span.parent is not None and not span.links
        pages[span.parent.span_id].append(span.attributes["swiftpager.page"])
    assert sorted(pages.values()) == [list(range(1, PAGES + 1))] * 8


def test_a_request_of_no_operation_has_no_parent(telemetry):
    tracer = telemetry.client._observing._observer.tracer
    for kind in ("request", "retry", "answer"):
        tracer.tell(event(kind, 1, time.time_ns() // 1_000_000, wait_ms=1, reason="network"))
    (span,) = telemetry.spans("POST")
    assert span.parent is None


def test_what_each_operation_sends_is_its_own(telemetry):
    operations = [telemetry.client.pager(QUERY).start_fetch() for _ in range(3)]
    for operation in operations:
        operation.wait()
    assert sorted(telemetry.traceparents()) == sorted(map(traceparent, telemetry.spans("query Products")))


def test_a_dropped_event_leaves_a_span_with_the_time_that_is_known(telemetry):
    tracer = telemetry.client._observing._observer.tracer
    operation = tracer.begin("fetch", QUERY, None)
    now = operation._operation.began // 1_000_000 + 100
    tracer.tell(event("answer", 7, now, milliseconds=40, tag=operation.tag))
    operation.end()
    (span,) = telemetry.spans("POST")
    assert (span.end_time - span.start_time) // 1_000_000 == 40


def test_the_observer_of_the_program_stays(telemetry):
    events = []
    telemetry.client.observe(events.append)
    list(telemetry.client.pager(QUERY))
    telemetry.client.dispatch()
    assert [event["event"] for event in events].count("answer") == PAGES
    telemetry.client.observe(None)
    telemetry.client.execute(RENAME)
    assert len(telemetry.spans("POST")) == PAGES + 1


def test_what_begins_after_uninstrument_is_not_told(telemetry):
    telemetry.client.execute(RENAME)
    count = len(telemetry.spans())
    otel.uninstrument(telemetry.client)
    telemetry.client.execute(RENAME)
    list(telemetry.client.pager(QUERY))
    assert len(telemetry.spans()) == count == 2
    assert telemetry.traceparents()[1:] == [None] * (1 + PAGES)


def test_without_providers_it_uses_the_global_ones(server):
    with swiftpager.Client(server.url) as client:
        otel.instrument(client)
        # The global provider of this process makes spans that are not recorded, so nothing is sent.
        assert isinstance(trace.get_tracer_provider(), trace.ProxyTracerProvider)
        assert len(list(client.pager(QUERY))) == PAGES
    assert server.requests[0].headers.get("traceparent") is None


def test_persisted_queries_by_get(server):
    telemetry = Telemetry(server, persisted_queries={"get": True})
    telemetry.client.execute("query Q { products { totalCount } }")
    # The server takes no hashes, so the client sends the query again, with POST.
    assert [span.name for span in telemetry.spans() if span.kind == SpanKind.CLIENT][-1] == "POST"
    telemetry.client.close()


def test_coroutines_are_traced(run, server):
    async def main():
        telemetry = Telemetry(server, swiftpager.AsyncClient)
        async with telemetry.client as client:
            assert len([page async for page in client.pager(QUERY)]) == PAGES
            await client.execute(RENAME)
            await client.pager(QUERY).load_all()
        assert len(telemetry.spans("POST")) == 2 * PAGES + 1
        assert len(telemetry.spans("query Products")) == 2
        assert len(telemetry.spans("mutation Rename")) == 1
        assert set(telemetry.traceparents()) == {
            traceparent(span) for name in ("query Products", "mutation Rename") for span in telemetry.spans(name)
        }

    run(main)


def test_a_cancelled_task_is_a_cancelled_operation(server, trouble):
    async def main():
        telemetry = Telemetry(server, swiftpager.AsyncClient, trouble.url("/stall", bad=1))
        async with telemetry.client as client:
            task = asyncio.create_task(client.execute(RENAME))
            while not (await asyncio.to_thread(trouble.stats))["requests"]:
                pass
            task.cancel()
            with pytest.raises(asyncio.CancelledError):
                await task
        assert telemetry.spans("mutation Rename")[0].attributes["swiftpager.cancelled"] is True

    asyncio.run(main())


@pytest.mark.parametrize("limits", [{"limit": 15}, {"limit": 10}, {"pages": 2}])
def test_a_walk_that_ends_at_its_limit_is_no_error(telemetry, limits):
    for walk in (telemetry.client.pager(QUERY).items, telemetry.client.pager(QUERY).to_arrow):
        assert len(list(walk(**limits)) if walk.__name__ == "items" else walk(**limits)) == limits.get("limit", 20)
    with pytest.raises(swiftpager.PageLimit):
        telemetry.client.pager(QUERY, max_pages=1).to_arrow(**limits | {"limit": 30})
    walks = [span for span in telemetry.spans() if span.parent is None]
    assert [span.status.status_code for span in walks] == [StatusCode.UNSET, StatusCode.UNSET, StatusCode.ERROR]
