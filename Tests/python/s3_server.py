"""A server of S3 on the loopback address: moto's, whose conditional put is under a lock."""

import contextlib
from collections.abc import Iterator
from typing import Any

import s3fs
from moto.moto_server.threaded_moto_server import ThreadedMotoServer


@contextlib.contextmanager
def s3_server(bucket: str) -> Iterator[dict[str, Any]]:
    """Starts one with an empty bucket, and hands out the arguments of s3fs.

    All servers of a process have the same buckets, so each module names its own.
    """
    server = ThreadedMotoServer(ip_address="127.0.0.1", port=0, verbose=False)
    server.start()
    try:
        host, port = server.get_host_and_port()
        options: dict[str, Any] = {"key": "a", "secret": "b", "endpoint_url": f"http://{host}:{port}"}
        s3fs.S3FileSystem(**options).mkdir(bucket)
        yield options
    finally:
        server.stop()
