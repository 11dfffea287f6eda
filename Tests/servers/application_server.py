"""Serves an ASGI application with uvicorn, as every server of the tests is served."""

import argparse
import asyncio
import contextlib
from collections.abc import Generator

import uvicorn
from starlette.applications import Starlette

import lifecycle


class Server(uvicorn.Server):
    """uvicorn without its signal handlers: it would end by the signal instead of with exit code 0."""

    @contextlib.contextmanager
    def capture_signals(self) -> Generator[None, None, None]:
        yield


async def serve(application: Starlette, path: str, arguments: argparse.Namespace, parent: int) -> None:
    """Serves until told to stop; announces the address of the path."""
    listener = lifecycle.listening_socket(arguments.port)
    server = Server(
        uvicorn.Config(
            application,
            http="h11",
            ws="none",
            lifespan="off",
            log_level="critical",
            access_log=False,
            timeout_keep_alive=30,
            timeout_graceful_shutdown=1,
            ssl_certfile=arguments.certificate,
            ssl_keyfile=arguments.key,
        )
    )
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.01)
    if server.started:
        lifecycle.announce(lifecycle.base_url(listener, arguments) + path, arguments.ready_file)
        await lifecycle.until_told_to_stop(arguments.lifetime, parent)
        server.should_exit = True
    await serving
