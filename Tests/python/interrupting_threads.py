"""A disk whose steps are those of all threads of this process: what the threads of a fleet do counts, too."""

import signal
import threading

from interrupting import Disk


class SharedDisk(Disk):
    """The steps of all threads below a folder. Their order repeats as far as one thread waits for the other."""

    def _is_counted(self) -> bool:
        return self._counts


def interrupt_main() -> None:
    """Ctrl-C, which reaches the main thread, whatever thread is at a step."""
    main = threading.main_thread().ident
    assert main is not None
    signal.pthread_kill(main, signal.SIGINT)
