"""One server for the list shapes of real products: each answers at its own path, by a real schema of its own.

    shapes.py [--port 0] [--ready-file PATH] [--lifetime SECONDS]

Prints `listening on http://127.0.0.1:PORT` once it accepts connections. `lifecycle.py` says when it ends.

| request | answer |
| --- | --- |
| GET / | the names of the products |
| POST /PRODUCT | the response to a query |
| GET /PRODUCT/truth | the ids of the list in its order, for the same words after `?` |
| GET /PRODUCT/requests | how many queries had the same `run` |

After `?`: `items=N` (23), `empty_page=K`, `repeat_page=K` and `wrong_total=N`, as products/listing.py says, and `run`,
a word of a test's own.
"""

import argparse
import asyncio
import collections
import contextlib
import os

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import JSONResponse
from starlette.routing import Route

import application_server
import lifecycle
from products import PRODUCTS
from products.listing import Variant

_requests: collections.Counter[str] = collections.Counter()


async def names(_request: Request) -> JSONResponse:
    """The products."""
    return JSONResponse(sorted(PRODUCTS))


async def answer(request: Request) -> JSONResponse:
    """The response to a query."""
    _requests[request.query_params.get("run", "")] += 1
    product = PRODUCTS[request.path_params["product"]]
    return JSONResponse(product.answer(Variant.of(request.query_params), await request.json()))


async def truth(request: Request) -> JSONResponse:
    """The ids of the list."""
    return JSONResponse(PRODUCTS[request.path_params["product"]].truth(Variant.of(request.query_params)))


async def count(request: Request) -> JSONResponse:
    """The number of queries."""
    return JSONResponse(_requests[request.query_params.get("run", "")])


def main() -> None:
    """Reads the command line and serves."""
    parent = os.getppid()
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    lifecycle.add_arguments(parser)
    arguments = lifecycle.parse_arguments(parser)
    for product in PRODUCTS.values():
        # A schema that cannot be built is noticed before the first test.
        assert product.schema
    routes = [
        Route("/", names),
        Route("/{product}", answer, methods=["POST"]),
        Route("/{product}/truth", truth),
        Route("/{product}/requests", count),
    ]
    with contextlib.suppress(KeyboardInterrupt):
        asyncio.run(application_server.serve(Starlette(routes=routes), "", arguments, parent))


if __name__ == "__main__":
    main()
