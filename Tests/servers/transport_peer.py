"""The server that the transport's tests talk to: it answers, stays silent, breaks off and counts, all on purpose.

Standard library only, and nginx where `--nginx` asks for it; `--namesake FILE` adds a server whose self-signed
certificate has the name of the authority in FILE. Speaks HTTP/1.1 and, where TLS agreed on it, HTTP/2 on 127.0.0.1.
Prints one line of JSON with its ports and the file of the throw-away certificates to trust, and ends when the program
that started it has.

What an HTTP/1.1 request gets is chosen by the path, see `BEHAVIOURS`; with HTTP/2 by the body: `{"wait": true}` gets
no answer, `{"flood": KIND}` one of `FLOODS` without end, a body that begins as `EARLY` an answer before all of it has
come, anything else comes back. Requests that carry `test=KEY` (in the query; with HTTP/2 in the body) are counted under
KEY, and `/seen?test=KEY` tells the counts.
"""

import asyncio
import collections
import contextlib
import gzip
import itertools
import json
import os
import pathlib
import shutil
import socket
import ssl
import struct
import subprocess
import sys
import tempfile
import time
import urllib.parse

import lifecycle

LIFETIME_SECONDS = 3600.0
PATIENCE = 20  # seconds until a wait for something that ought to happen gives up


class Record:
    """What was seen of the requests of one test."""

    def __init__(self):
        self.connections = set()
        self.requests = 0
        self.aborted = 0  # requests whose client went away before it had an answer
        self.writers = []  # of the connections that wait for bytes out of turn
        self.changed = asyncio.Condition()

    async def note(self, **counts):
        for name, count in counts.items():
            setattr(self, name, getattr(self, name) + count)
        async with self.changed:
            self.changed.notify_all()

    def summary(self):
        return {"connections": len(self.connections), "requests": self.requests, "aborted": self.aborted}


RECORDS: collections.defaultdict[str, Record] = collections.defaultdict(Record)
CONNECTION_NUMBERS = itertools.count(1)


class Request:
    """One HTTP/1.1 request, and the way to answer it."""

    def __init__(self, head, body, reader, writer, number):
        first, *lines = head.decode("latin-1").split("\r\n")
        self.method, self.target, _ = first.split(" ", 2)
        self.headers = [[part.strip() for part in line.split(":", 1)] for line in lines if line]
        self.body = body
        self.reader = reader
        self.writer = writer
        self.number = number  # counts the requests of its connection from 1
        self.path, _, query = self.target.partition("?")
        self.query = dict(urllib.parse.parse_qsl(query))
        self.record = RECORDS[self.query.get("test", "")]

    def respond(self, body, status="200 OK", headers=(), length=None):
        lines = [f"HTTP/1.1 {status}", f"Content-Length: {len(body) if length is None else length}", *headers]
        self.writer.write("\r\n".join(lines).encode() + b"\r\n\r\n" + body)


# --- What a path gets. A behaviour returns whether the connection stays open. ---


async def echo(request):
    answer = {
        "method": request.method,
        "target": request.target,
        "headers": request.headers,
        "body": request.body.decode(),
    }
    request.respond(json.dumps(answer).encode(), headers=["Content-Type: application/json; charset=utf-8"])
    return True


async def seen(request):
    """Tells what was seen of a test, once `aborted` or `requests` of it have been (0 if not asked for)."""
    wanted = {name: int(request.query.get(name, 0)) for name in ("aborted", "requests")}

    def is_there():
        return all(getattr(request.record, name) >= count for name, count in wanted.items())

    async with request.record.changed:
        with contextlib.suppress(asyncio.TimeoutError):
            await asyncio.wait_for(request.record.changed.wait_for(is_there), PATIENCE)
    request.respond(json.dumps(request.record.summary()).encode())
    return True


async def plain(request):
    request.respond(b"x" * int(request.query["size"]))
    return True


async def interim(request):
    # An interim response does not belong to the response.
    request.writer.write(b"HTTP/1.1 103 Early Hints\r\nX-Early: yes\r\n\r\n")
    request.respond(b"{}", headers=["X-Late:  a: b \t", "x-empty:", "X-Late: second"])
    return True


async def chunked(request):
    size = int(request.query["size"])
    request.writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n")
    request.writer.write(b"%x\r\n%b\r\n0\r\n\r\n" % (size, b"x" * size))
    return True


async def zipped(request):
    request.respond(gzip.compress(b"z" * int(request.query["size"])), headers=["Content-Encoding: gzip"])
    return True


async def zipped_twice(request):
    """Two gzip members one after the other, as RFC 1952 allows: the parts of one text."""
    text = b"z" * int(request.query["size"])
    half = len(text) // 2
    body = gzip.compress(text[:half]) + gzip.compress(text[half:])
    request.respond(body, headers=["Content-Encoding: gzip"])
    return True


async def wait(request):
    """Never answers; notes when the client goes away."""
    with contextlib.suppress(ConnectionError):
        await request.reader.read()
    await request.record.note(aborted=1)
    return False


async def wait_at(request):
    """Never answers the request of a test that has the number `at`, and answers the others."""
    return await (wait if request.record.requests == int(request.query["at"]) else echo)(request)


async def half(request):
    """Announces 100 bytes, sends 40 and closes."""
    request.respond(b"x" * 40, length=100)
    return False


async def half_chunk(request):
    request.writer.write(b"HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n28\r\n" + b"x" * 40 + b"\r\n")
    return False


async def cut(request):
    """The first `at` bytes of a body whose end only the end of the connection says."""
    body = b'{"a":"\\"}{","b":[{"c":1}]}'[: int(request.query["at"])]
    head = b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nConnection: close\r\n\r\n"
    request.writer.write(head + body)
    return False


async def liar(request):
    """Announces 100 GB, sends 40 bytes and closes."""
    request.respond(b"x" * 40, length=100_000_000_000)
    return False


async def nothing(request):
    return False


async def reset(request):
    """Sends part of a body, then a TCP reset instead of a proper end."""
    request.respond(b"x" * 40, length=100)
    await request.writer.drain()
    request.writer.transport.abort()
    return False


async def garbage(request):
    request.writer.write(b"this is not the protocol you are looking for\r\n\r\n")
    return False


async def redirect(request):
    request.respond(b"", "302 Found", [f"Location: {request.query['to']}"])
    return True


async def busy(request):
    request.respond(b"slow down", "429 Too Many Requests", ["Retry-After: 7", "Content-Type: text/plain"])
    return True


async def busy_once(request):
    """The first request of a connection is told to come back later, the others are answered."""
    return await (busy if request.number == 1 else echo)(request)


async def failing(request):
    request.respond(b"<html>Bad Gateway</html>", "502 Bad Gateway", ["Content-Type: text/html"])
    return True


async def close_idle(request):
    """Answers as if the connection stayed open, and closes it."""
    await echo(request)
    return False


async def answer_late(request):
    """Answers; the connection is one to which `/send-late` sends."""
    if request.number == 1:
        request.record.writers.append(request.writer)
    return await echo(request)


async def send_late(request):
    """Sends a whole response to the test's idle connections, or to those of HTTP/2 a ping; nothing was asked there."""
    for writer in list(request.record.writers):
        if request.path == "/ping-late":
            writer.write(frame(PING, 0, 0, b"any time"))
        else:
            writer.write(b"HTTP/1.1 200 OK\r\nContent-Length: 15\r\n\r\n{\"data\":\"late\"}")
        with contextlib.suppress(ConnectionError):
            await writer.drain()
    request.respond(b"")
    return True


async def drop_second(request):
    """Answers the first request of a connection; closes it when a second has arrived."""
    return await echo(request) if request.number == 1 else False


BEHAVIOURS = {
    "/echo": echo,
    "/seen": seen,
    "/plain": plain,
    "/interim": interim,
    "/chunked": chunked,
    "/zipped": zipped,
    "/zipped-twice": zipped_twice,
    "/wait": wait,
    "/wait-at": wait_at,
    "/half": half,
    "/half-chunk": half_chunk,
    "/cut": cut,
    "/liar": liar,
    "/nothing": nothing,
    "/reset": reset,
    "/garbage": garbage,
    "/redirect": redirect,
    "/busy": busy,
    "/busy-once": busy_once,
    "/failing": failing,
    "/close-idle": close_idle,
    "/drop-second": drop_second,
    "/answer-late": answer_late,
    "/send-late": send_late,
    "/ping-late": send_late,
}


async def serve_http1(connection, head, reader, writer):
    number = 0
    is_open = True
    while is_open:
        number += 1
        length = 0
        for line in head.lower().split(b"\r\n"):
            if line.startswith(b"content-length:"):
                length = int(line.split(b":", 1)[1])
        request = Request(head[:-4], await reader.readexactly(length), reader, writer, number)
        if request.path not in ("/seen", "/send-late", "/ping-late"):
            request.record.connections.add(connection)
            await request.record.note(requests=1)
        is_open = await BEHAVIOURS[request.path](request)
        await writer.drain()
        if is_open:
            head = await reader.readuntil(b"\r\n\r\n")


# --- HTTP/2, RFC 9113: just enough for a client that is in order. Header blocks are skipped, never decoded. ---

PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
DATA, HEADERS, RESET, SETTINGS, PING, WINDOW = 0x0, 0x1, 0x3, 0x4, 0x6, 0x8
ACK = END_STREAM = 0x1
END_HEADERS = 0x4
PADDED = 0x8
# ":status: 200" from the static table, then content-type (name 31 of the same table) as a literal: RFC 7541.
OK_JSON = b"\x88\x0f\x10\x10application/json"
# How many bytes of a request come until this side makes room for more, which it never does.
FIRST_WINDOW = 65_535
# A request that begins so, and does not fit into that window, is answered when the window is full, with its length.
EARLY = b'{"early": true'
EARLY_ANSWER = [b'{"data":', b"null}"]
EARLY_LENGTH = b"\x0f\x0d\x0213"


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


# What brings an answer no further, or not much.
FLOODS = {
    "empty data": lambda stream: frame(DATA, 0, stream),
    "padding": lambda stream: frame(DATA, PADDED, stream, b"\xff" + b"\0" * 255),
    "single bytes": lambda stream: frame(DATA, 0, stream, b" "),
    "pings": lambda _: frame(PING, 0, 0, b"12345678"),
    "settings": lambda _: frame(SETTINGS, 0, 0, struct.pack(">HI", 3, 100)),
}


async def serve_http2(connection, reader, writer):
    bodies = collections.defaultdict(bytes)
    waiting = {}  # stream → the record of its test
    writer.write(frame(SETTINGS, 0, 0))
    try:
        while True:
            head = await reader.readexactly(9)
            kind, flags, stream = struct.unpack(">BBI", head[3:])
            payload = await reader.readexactly(int.from_bytes(head[:3], "big"))
            if kind == SETTINGS and not flags & ACK:
                writer.write(frame(SETTINGS, ACK, 0))
            elif kind == PING and not flags & ACK:
                writer.write(frame(PING, ACK, 0, payload))
            elif kind == RESET and stream in waiting:
                await waiting.pop(stream).note(aborted=1)
            elif kind == DATA:
                bodies[stream] += payload
                if payload:
                    writer.write(frame(WINDOW, 0, 0, struct.pack(">I", len(payload))))
                if len(bodies[stream]) == FIRST_WINDOW and bodies[stream].startswith(EARLY):
                    writer.write(frame(HEADERS, END_HEADERS, stream, OK_JSON + EARLY_LENGTH))
                    writer.write(frame(DATA, 0, stream, EARLY_ANSWER[0]))
                    writer.write(frame(DATA, END_STREAM, stream, EARLY_ANSWER[1]))
                elif flags & END_STREAM:
                    body = bodies.pop(stream)
                    asked = json.loads(body)
                    record = RECORDS[asked.get("test", "")]
                    if connection not in record.connections:
                        record.writers.append(writer)
                    record.connections.add(connection)
                    await record.note(requests=1)
                    if asked.get("wait"):
                        waiting[stream] = record
                    elif kind_of_flood := asked.get("flood"):
                        writer.write(frame(HEADERS, END_HEADERS, stream, OK_JSON))
                        while True:
                            writer.write(FLOODS[kind_of_flood](stream) * 4096)
                            await writer.drain()
                            # For the other connections; drain() returns at once while there is room.
                            await asyncio.sleep(0)
                    else:
                        writer.write(frame(HEADERS, END_HEADERS, stream, OK_JSON))
                        writer.write(frame(DATA, END_STREAM, stream, body))
            await writer.drain()
    finally:
        for record in waiting.values():
            await record.note(aborted=1)


async def serve(reader, writer):
    connection = next(CONNECTION_NUMBERS)
    try:
        head = await reader.readuntil(b"\r\n\r\n")
        if head == PREFACE[: len(head)]:
            await reader.readexactly(len(PREFACE) - len(head))
            await serve_http2(connection, reader, writer)
        else:
            await serve_http1(connection, head, reader, writer)
    except (asyncio.IncompleteReadError, ConnectionError, ssl.SSLError):
        pass  # the client went away
    finally:
        for record in RECORDS.values():
            if writer in record.writers:
                record.writers.remove(writer)
        writer.close()


async def serve_mute(reader, writer):
    """Accepts and says nothing: a TLS handshake never gets an answer."""
    with contextlib.suppress(ConnectionError):
        await reader.read()
    writer.close()


def make_certificate(folder, name, hosts):
    """Signs a certificate with its own key, for two days; returns the files of both."""
    certificate, key = folder / f"{name}.pem", folder / f"{name}.key"
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    command += ["-days", "2", "-subj", f"/CN={name}", "-addext", f"subjectAltName={hosts}"]
    command += ["-keyout", key, "-out", certificate]
    subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return certificate, key


def make_namesake(folder, authority):
    """Signs a certificate with its own key that has the name of another; returns the files of both."""
    certificate, key, request = folder / "namesake.pem", folder / "namesake.key", folder / "namesake.csr"
    for command in (
        ["openssl", "genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-out", key],
        ["openssl", "x509", "-x509toreq", "-in", authority, "-signkey", key, "-out", request],
        ["openssl", "x509", "-req", "-in", request, "-signkey", key, "-days", "2", "-out", certificate],
    ):
        subprocess.run(command, check=True, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE)
    return certificate, key


NGINX = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log stderr error;
events {{ worker_connections 1024; }}
http {{
  access_log off; default_type application/json; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  upstream behind {{ server unix:{folder}/behind; keepalive 8; }}
  server {{
    listen unix:{folder}/behind;
    location / {{ return 200 '{{"data":null}}'; }}
  }}
  server {{
    listen 127.0.0.1:{port} ssl http2; ssl_certificate {certificate}; ssl_certificate_key {key};
    location / {{ proxy_pass http://behind; proxy_http_version 1.1; proxy_set_header Connection ""; }}
  }}
}}
"""


@contextlib.contextmanager
def nginx(folder, certificate, key):
    """A stock nginx with HTTP/2, which gives every connection up after 1,000 requests; yields its port.

    It reads a request before it passes it on, as a server of GraphQL does. A plain `return` would answer when the
    headers are there, and reset the stream if the body is late. libcurl 7.88 may lose such an answer.
    """
    program = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
    if program is None:
        sys.exit("transport_peer: nginx is missing; install Debian's nginx-light")
    with socket.create_server(("127.0.0.1", 0)) as free:
        port = free.getsockname()[1]
    configuration = folder / "nginx.conf"
    configuration.write_text(NGINX.format(folder=folder, port=port, certificate=certificate, key=key))
    with subprocess.Popen([program, "-p", folder, "-c", configuration], stdin=subprocess.DEVNULL) as process:
        try:
            while process.poll() is None:
                with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.01)
            yield port
        finally:
            process.kill()  # it inherits the blocked signals of a test thread


async def main():
    parent = os.getppid()
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary)
        here = make_certificate(folder, "here", "DNS:localhost,IP:127.0.0.1")
        elsewhere = make_certificate(folder, "elsewhere", "DNS:elsewhere.invalid")
        authorities = folder / "authorities.pem"
        authorities.write_text(here[0].read_text() + elsewhere[0].read_text())
        ports = {}
        namesake = make_namesake(folder, sys.argv[2]) if "--namesake" in sys.argv else None
        for name, handler, certificate, protocols in [
            ("http", serve, None, []),
            ("https", serve, here, ["http/1.1"]),
            ("http2", serve, here, ["h2", "http/1.1"]),
            ("impostor", serve, elsewhere, ["http/1.1"]),
            ("mute", serve_mute, None, []),
            *([("namesake", serve, namesake, ["http/1.1"])] if namesake else []),
        ]:
            context = None
            if certificate:
                context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
                context.load_cert_chain(*certificate)
                context.set_alpn_protocols(protocols)
            server = await asyncio.start_server(handler, "127.0.0.1", 0, ssl=context, backlog=1024)
            ports[name] = server.sockets[0].getsockname()[1]
        with contextlib.ExitStack() as started:
            if "--nginx" in sys.argv:
                ports["nginx"] = started.enter_context(nginx(folder, *here))
            print(json.dumps({"authorities": str(authorities), **ports}), flush=True)
            await lifecycle.until_told_to_stop(LIFETIME_SECONDS, parent)


if __name__ == "__main__":
    asyncio.run(main())
