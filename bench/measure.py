"""Runs one case once: it starts a page server, runs the peer against it, and reads the line that the peer prints."""

import contextlib
import dataclasses
import json
import os
import pathlib
import select
import shlex
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator
from typing import Literal
from urllib.parse import urlsplit

import trustme

from cases import Case

Placement = Literal["free", "apart", "together"]

BENCH = pathlib.Path(__file__).resolve().parent
PEER_SECONDS = 600
SERVER_SECONDS = 10
READY = "listening on "


class Failed(Exception):
    """A peer or the server did not do its work, so there are no figures to print."""


@dataclasses.dataclass(frozen=True)
class Sample:
    """The figures of one run."""

    pages: int
    seconds: float
    peak_kb: int
    pagers: int = 1
    slices: int = 1
    # Processor time and context switches of all threads of the peer.
    processor_seconds: float | None = None
    switches: int | None = None


@dataclasses.dataclass(frozen=True)
class Bench:
    """The folder of the built programs, and the processors on which server and peer run.

    `free` leaves the choice to the scheduler, `apart` gives the server a processor of its own, and with `together` all
    share one.
    """

    programs: pathlib.Path
    placement: Placement = "free"

    def missing(self, case: Case) -> pathlib.Path | None:
        """The file of the case's peer if it does not exist."""
        words = self._words(case, url="")
        peer = pathlib.Path(words[1] if words[0] == sys.executable else words[0])
        return None if peer.exists() else peer

    def run(self, case: Case) -> Sample:
        """One run, against a server of its own."""
        if case.pages == 0:
            return self._run_peer(case, url="")
        with self._page_server(case) as url:
            if not case.tls:
                return self._run_peer(case, url)
            with self._behind_nginx(url) as (front, ca):
                return self._run_peer(case, front, ca=ca)

    def calls_a_page(self, case: Case) -> float | None:
        """The number of system calls of a page, without those of start and end; None if `strace` cannot count them."""
        if shutil.which("strace") is None:
            return None
        # A walk under strace is slow, so these are short.
        few, many = (dataclasses.replace(case, pages=case.pages // part) for part in (8, 4))
        calls = [self._calls(short) for short in (few, many)]
        if calls[0] is None or calls[1] is None:
            return None
        return (calls[1] - calls[0]) / (many.pages - few.pages) / case.pagers

    def _calls(self, case: Case) -> int | None:
        # TLS makes none of a page's own; nginx would be counted with the peer.
        case = dataclasses.replace(case, tls=False)
        with tempfile.NamedTemporaryFile("r", encoding="utf-8") as counts, self._page_server(case) as url:
            try:
                self._run_peer(case, url, "strace", "--follow-forks", "--summary-only", f"--output={counts.name}")
            except Failed:
                # Some systems do not let a process trace another.
                return None
            total = next((line.split() for line in counts if line.split()[-1:] == ["total"]), None)
            # The column of failed calls comes after this one.
            return int(total[3]) if total else None

    def _run_peer(self, case: Case, url: str, *before: str, ca: str = "") -> Sample:
        words = [*before, *self._words(case, url, ca)]
        environment = {**os.environ, "PYTHONPATH": str(BENCH.parent / "bindings" / "python")}
        # numpy's BLAS, which no peer needs, keeps a thread for each processor busy for 0.1 s after it is loaded.
        environment["OPENBLAS_NUM_THREADS"] = "1"
        # Python compiles an installed package once, not at each start.
        environment.pop("PYTHONDONTWRITEBYTECODE", None)
        try:
            done = subprocess.run(
                words, capture_output=True, text=True, env=environment, timeout=PEER_SECONDS, check=False,
                preexec_fn=self._bound_to(case, slice(None, -1)),
            )
        except subprocess.TimeoutExpired as error:
            raise Failed(f"{case.name}: did not end within {PEER_SECONDS} s") from error
        if done.returncode != 0:
            raise Failed(f"{case.name}: exit code {done.returncode}\n{done.stderr.strip()}")
        try:
            line = json.loads(done.stdout)
            used, switches = line.get("processor_seconds"), line.get("switches")
            sample = Sample(line.get("pages", 0), line["seconds"], line["peak_rss_kb"], case.pagers, case.slices, used,
                            switches)
        except (ValueError, KeyError) as error:
            raise Failed(f"{case.name}: printed {done.stdout!r}, which is not a line of results") from error
        if sample.pages != case.pages * case.pagers:
            raise Failed(f"{case.name}: read {sample.pages} pages instead of {case.pages * case.pagers}")
        return sample

    def _words(self, case: Case, url: str, ca: str = "") -> list[str]:
        return [
            word.format(
                bin=self.programs, peers=BENCH / "peers", python=sys.executable, url=url, ca=ca,
                pages=case.pages, held=case.held, size=case.size, pagers=case.pagers,
            )
            for word in shlex.split(case.command)
        ]

    def _bound_to(self, case: Case, when_apart: slice) -> Callable[[], None] | None:
        """Binds a child process to its processors before it runs; None leaves the choice to the scheduler."""
        processors = sorted(os.sched_getaffinity(0))
        placement = "apart" if case.apart else self.placement
        if placement == "free" or len(processors) < 2:
            return None
        share = processors[when_apart] if placement == "apart" else processors[:1]
        return lambda: os.sched_setaffinity(0, share)

    @contextlib.contextmanager
    def _page_server(self, case: Case) -> Iterator[str]:
        command = [
            str(self.programs / "page_server"), "--pages", str(case.held + case.pages), "--size", str(case.size),
            "--typenames", str(int(case.typenames)), "--total", str(int(case.total)), "--lists", str(int(case.lists)),
            "--drop-every", str(case.drop_every), "--drop-half", str(int(case.drop_half)),
            "--latency-ms", str(case.latency_ms),
        ]
        with _listening(command, self._bound_to(case, slice(-1, None))) as url:
            yield url

    @contextlib.contextmanager
    def _behind_nginx(self, url: str) -> Iterator[tuple[str, str]]:
        """An nginx with TLS in front of a server; gives its URL and the file of the authority to trust."""
        with tempfile.TemporaryDirectory() as folder:
            authority = trustme.CA()
            server = authority.issue_cert("127.0.0.1")
            authority.cert_pem.write_to_path(f"{folder}/ca.pem")
            server.cert_chain_pems[0].write_to_path(f"{folder}/server.pem")
            server.private_key_pem.write_to_path(f"{folder}/server.key")
            origin = urlsplit(url)
            command = [
                sys.executable, str(BENCH.parent / "Tests" / "servers" / "nginx_front.py"),
                "--upstream", f"http://{origin.netloc}",
                "--certificate", f"{folder}/server.pem", "--key", f"{folder}/server.key",
            ]
            with _listening(command) as front:
                yield f"{front}{origin.path}", f"{folder}/ca.pem"


@contextlib.contextmanager
def _listening(command: list[str], bind: Callable[[], None] | None = None) -> Iterator[str]:
    """Runs a server until the end of the block; gives the URL that it prints."""
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, preexec_fn=bind) as server:  # noqa: PLW1509
        try:
            assert server.stdout is not None
            ready = select.select([server.stdout], [], [], SERVER_SECONDS)[0]
            line = server.stdout.readline() if ready else ""
            if not line.startswith(READY):
                raise Failed(f"a server did not start: {shlex.join(command)}")
            yield line.removeprefix(READY).strip()
        finally:
            server.terminate()
            server.wait(SERVER_SECONDS)
