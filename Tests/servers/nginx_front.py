"""A stock nginx in front of a server: TLS, HTTP/2, and connections that are given up after a few requests.

    nginx_front.py --upstream http://127.0.0.1:8000 --certificate PEM --key PEM [--requests 1000] [--http2] [--port 0]

Prints `listening on https://127.0.0.1:PORT` once it accepts connections. What the server behind does to a connection
nginx turns into its own: a closed one into 502, half an answer into a broken stream. With --http2 it answers requests
of HTTP/1.1 with 505. Needs Debian's nginx-light. `lifecycle.py` says when it ends.
"""

import argparse
import asyncio
import contextlib
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator

import lifecycle

START_SECONDS = 20

CONFIGURATION = """
daemon off; master_process off; pid {folder}/nginx.pid; error_log stderr crit;
events {{ worker_connections 1024; }}
http {{
  access_log off; client_body_temp_path {folder}/body; proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi; uwsgi_temp_path {folder}/uwsgi; scgi_temp_path {folder}/scgi;
  upstream behind {{ server {upstream}; keepalive 8; }}
  server {{
    listen 127.0.0.1:{port} ssl http2; ssl_certificate {certificate}; ssl_certificate_key {key};
    keepalive_requests {requests}; {refusal}
    location / {{ proxy_pass http://behind; proxy_http_version 1.1; proxy_set_header Connection ""; }}
  }}
}}
"""
REFUSAL = 'if ($server_protocol != "HTTP/2.0") { return 505; }'


def free_port() -> int:
    """A port that is free just now: nginx does not say which one it took."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        port: int = free.getsockname()[1]
    return port


@contextlib.contextmanager
def nginx(folder: pathlib.Path, port: int, arguments: argparse.Namespace) -> Iterator[None]:
    """Runs nginx from when it accepts connections to the end of the block."""
    program = shutil.which("nginx", path=os.environ.get("PATH", "") + ":/usr/sbin")
    if program is None:
        sys.exit("nginx_front: nginx is missing; install Debian's nginx-light")
    configuration = folder / "nginx.conf"
    upstream = arguments.upstream.removeprefix("http://").rstrip("/")
    configuration.write_text(
        CONFIGURATION.format(
            folder=folder, port=port, upstream=upstream, certificate=arguments.certificate, key=arguments.key,
            requests=arguments.requests, refusal=REFUSAL if arguments.http2 else "",
        )
    )
    words = [program, "-p", str(folder), "-c", str(configuration)]
    with subprocess.Popen(words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL) as process:
        try:
            deadline = time.monotonic() + START_SECONDS
            while time.monotonic() < deadline:
                if process.poll() is not None:
                    sys.exit("nginx_front: nginx ended; its own message is above")
                with contextlib.suppress(ConnectionRefusedError), socket.create_connection(("127.0.0.1", port)):
                    break
                time.sleep(0.01)
            yield
        finally:
            process.kill()


async def serve(arguments: argparse.Namespace, parent: int) -> None:
    """Serves until told to stop."""
    with tempfile.TemporaryDirectory(prefix="swiftpager-nginx-") as folder:
        port = arguments.port or free_port()
        with nginx(pathlib.Path(folder), port, arguments):
            lifecycle.announce(f"https://127.0.0.1:{port}", arguments.ready_file)
            await lifecycle.until_told_to_stop(arguments.lifetime, parent)


def main() -> None:
    """Reads the command line and serves."""
    parent = os.getppid()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    lifecycle.add_arguments(parser)
    parser.add_argument("--upstream", required=True, metavar="URL", help="the server behind, http:// and a port")
    parser.add_argument("--requests", type=int, default=1000, help="how many a connection is good for (default 1000)")
    parser.add_argument("--http2", action="store_true", help="refuse HTTP/1.1")
    arguments = lifecycle.parse_arguments(parser)
    if arguments.certificate is None:
        parser.error("--certificate and --key are needed: HTTP/2 goes over TLS")
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(serve(arguments, parent))


if __name__ == "__main__":
    main()
