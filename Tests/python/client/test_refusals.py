"""Refusals of a server: the exception depends on the answer, and not only on the HTTP status."""

import errno
import json
import pickle

import pytest
import tblib.pickling_support

import swiftpager
from conftest import run_script
from raw_server import answer, raw_server

QUERY = "query ($after: String) { things(after: $after) { nodes { id } pageInfo { hasNextPage endCursor } } }"
ERRORS = [{"message": "Cannot query field 'nope'."}]
GRAPHQL = "application/graphql-response+json"
QUICK = {"base_delay": 0.001}


def refusal(status, body=None, headers=""):
    """An answer with errors and no data, unless another body is given."""
    text = body if isinstance(body, str) else json.dumps({"errors": ERRORS} if body is None else body)
    return f"HTTP/1.1 {status} X\r\nContent-Length: {len(text.encode())}\r\n{headers}\r\n{text}".encode()


def failures(text, *, query="{ nope }", **options):
    """The exceptions of an operation and of a walk for an answer, and the number of their requests."""
    raised = []
    with raw_server(lambda request: text) as server, swiftpager.Client(server.url, **options) as client:
        for run in (lambda: client.execute(query), client.pager(QUERY).load_all):
            with pytest.raises(swiftpager.SwiftPagerError) as caught:
                run()
            raised.append(caught.value)
        return raised, len(server.requests)


@pytest.mark.parametrize("kind", ["application/json", GRAPHQL])
@pytest.mark.parametrize("status", [400, 404, 422, 500])
def test_errors_without_data_are_a_graphql_error_whatever_the_status(status, kind):
    raised, count = failures(refusal(status, headers=f"Content-Type: {kind}\r\n"), retry=QUICK)
    for error in raised:
        assert type(error) is swiftpager.GraphQLError
        assert not isinstance(error, swiftpager.NetworkError)
        assert (error.code, error.http_status, error.errors) == ("GRAPHQL", status, ERRORS)
        assert error.retryable == (status == 500)
        assert "Cannot query field 'nope'." in str(error)
    assert count == 2


def test_errors_under_success_have_no_status():
    raised, _ = failures(refusal(200))
    for error in raised:
        assert (type(error), error.http_status, error.retryable) == (swiftpager.GraphQLError, None, False)
        assert "http_status" not in error.details


def test_a_gateways_status_is_tried_again_also_with_errors_in_the_body():
    raised, count = failures(refusal(502), retry=QUICK)
    for error in raised:
        assert (type(error), error.http_status) == (swiftpager.GraphQLError, 502)
        assert (error.attempts, error.retryable) == (4, True)
    assert count == 8


@pytest.mark.parametrize("kind", ["application/json", GRAPHQL, "text/html"])
@pytest.mark.parametrize("status", [401, 403])
def test_who_may_not_ask_gets_an_authentication_error_whatever_the_body_says(status, kind):
    body = None if "json" in kind else "<html>"
    raised, count = failures(refusal(status, body, f"Content-Type: {kind}\r\n"), retry=QUICK)
    for error in raised:
        assert isinstance(error, swiftpager.AuthenticationError)
        assert isinstance(error, swiftpager.HTTPError)
        assert not isinstance(error, swiftpager.NetworkError)
        # Errors without data are a GraphQLError with every status.
        assert isinstance(error, swiftpager.GraphQLError) == (body is None)
        code = "HTTP" if body else "GRAPHQL"
        assert (error.code, error.http_status, error.retryable) == (code, status, False)
        assert error.errors == (ERRORS if body is None else [])
    assert count == 2


@pytest.mark.parametrize(("body", "headers", "wait"), [
    (None, "Retry-After: 7\r\n", 7),
    ({"message": "You have exceeded a secondary rate limit."}, "", 60),
])
def test_a_403_of_a_limit_is_not_about_who_asks(body, headers, wait):
    raised, _ = failures(refusal(403, body, headers), retry=False)
    for error in raised:
        assert type(error) is swiftpager.HTTPError
        assert (error.retryable, error.retry_after) == (True, wait)
        assert "limits the rate of requests" in str(error)
        assert "authorization" not in str(error)


@pytest.mark.parametrize(("status", "kind", "retryable"), [
    (404, swiftpager.HTTPError, False), (408, swiftpager.HTTPError, True), (500, swiftpager.ServerError, True),
    (501, swiftpager.ServerError, False), (503, swiftpager.ServerError, True),
])
def test_a_status_without_a_graphql_response(status, kind, retryable):
    raised, _ = failures(refusal(status, "<html>"), retry=False)
    for error in raised:
        assert (type(error), error.code, error.http_status) == (kind, "HTTP", status)
        assert isinstance(error, swiftpager.NetworkError) == (status >= 500)
        assert error.retryable == retryable


def test_errors_beside_data_that_no_one_can_use_stay_an_http_error():
    raised, _ = failures(refusal(500, {"data": {"a": 1}, "errors": ERRORS}, "Content-Type: application/json\r\n"))
    for error in raised:
        assert (type(error), error.errors) == (swiftpager.ServerError, ERRORS)


def test_what_may_be_retried_says_so():
    with swiftpager.Client("http://127.0.0.1:1/", retry=False) as client:
        with pytest.raises(swiftpager.NetworkError) as lost:
            client.execute("{ a }")
    assert lost.value.retryable
    raised, _ = failures(answer("no object"))
    assert [(type(error), error.retryable) for error in raised] == [(swiftpager.BadResponseError, False)] * 2
    raised, _ = failures(refusal(429, headers="Retry-After: 500\r\n"))
    assert [(type(error), error.retryable) for error in raised] == [(swiftpager.RateLimited, True)] * 2
    assert not swiftpager.GraphQLError("no").retryable


# --- A limit beside data -------------------------------------------------------------------------------------------- #

DONE = {"data": {"pay": {"id": 1}}}


@pytest.mark.parametrize("status", [429, 403])
def test_a_mutation_that_was_carried_out_beside_a_limit_is_not_sent_again(status):
    text = refusal(status, DONE, "Retry-After: 0.01\r\n")
    with raw_server(lambda request: text) as server, swiftpager.Client(server.url, retry=QUICK) as client:
        with pytest.raises(swiftpager.HTTPError) as caught:
            client.execute("mutation { pay { id } }")
        # The exception does not advise another try, because the server has carried the mutation out.
        assert (type(caught.value), caught.value.http_status) == (swiftpager.HTTPError, status)
        assert "carried out the request" in str(caught.value)
        assert len(server.requests) == 1
        # A query may be sent again.
        with pytest.raises(swiftpager.RateLimited):
            client.execute("{ a }")
        assert len(server.requests) == 5


def test_a_mutation_that_a_limit_refused_is_sent_again():
    answers = iter([refusal(429), refusal(429, {"data": None, "errors": ERRORS}), answer(DONE)])
    with raw_server(lambda request: next(answers)) as server, swiftpager.Client(server.url, retry=QUICK) as client:
        assert client.execute("mutation { pay { id } }") == DONE
        assert len(server.requests) == 3


# --- Descriptors --------------------------------------------------------------------------------------------------- #

SCARCE = """
import errno, resource

client = swiftpager.Client(URL, retry=False)
resource.setrlimit(resource.RLIMIT_NOFILE, (64, 64))
hoard = []
try:
    while True:
        hoard.append(os.open("/dev/null", os.O_RDONLY))
except OSError:
    pass
for call in (lambda: client.execute("{ a }"), client.fileno):
    try:
        call()
    except OSError as error:
        assert isinstance(error, swiftpager.OutOfResourcesError), repr(error)
        assert isinstance(error, swiftpager.OutOfMemoryError)
        assert error.errno == errno.EMFILE, error.errno
        assert error.retryable and error.code == "NO_MEMORY" and error.details["errno"] == errno.EMFILE
        assert "descriptor" in str(error), str(error)
    else:
        sys.exit("nothing was raised")
for descriptor in hoard:
    os.close(descriptor)
client.execute("{ a }")
"""


def test_without_descriptors_the_error_is_the_systems_with_its_number():
    with raw_server(lambda request: answer({"data": {"a": 1}})) as server:
        code, _, told = run_script(f"URL = {server.url!r}\n{SCARCE}")
        assert code == 0, told


def test_the_systems_error_survives_pickling():
    # Dask does so for all exceptions that are imported before it.
    tblib.pickling_support.install()
    made = swiftpager.OutOfResourcesError("full", 8, {"code": "NO_MEMORY", "errno": errno.ENFILE})
    copy = pickle.loads(pickle.dumps(made))
    assert (type(copy), str(copy), copy.errno, copy.args) == (type(made), "full", errno.ENFILE, made.args)
