"""Which workers ignore Ctrl-C: those whose process the driver itself has started."""

import os
import pickle
import subprocess
import sys

import pytest

from conftest import BINDING
from swiftpager.dask._interrupts import Ignoring

# A worker that gets the plugin, in its main thread or in another one. Prints what Ctrl-C does to it then.
WORKER = """
import pickle, signal, sys, threading
plugin = pickle.loads(bytes.fromhex(sys.argv[1]))
if sys.argv[2] == "main":
    plugin.setup(None)
else:
    thread = threading.Thread(target=plugin.setup, args=(None,))
    thread.start()
    thread.join()
print("ignored" if signal.getsignal(signal.SIGINT) is signal.SIG_IGN else "heard")
"""
# A process in between, as of a worker that a person or a batch system has started.
BETWEEN = ("-c", "import subprocess, sys; sys.exit(subprocess.call([sys.executable, *sys.argv[1:]]))")


@pytest.mark.parametrize(
    ("between", "thread", "ctrl_c"),
    [
        ((), "main", "ignored"),
        # Dask's workers that are threads of a process have no say in its signals.
        ((), "other", "heard"),
        # A terminal that belongs to the worker alone can end it.
        (BETWEEN, "main", "heard"),
    ],
    ids=["a child of the driver", "a thread of a child", "a process of others"],
)
def test_a_worker_ignores_ctrl_c_if_the_driver_has_started_it(between, thread, ctrl_c):
    plugin = pickle.dumps(Ignoring()).hex()
    done = subprocess.run(
        [sys.executable, *between, "-c", WORKER, plugin, thread], env={**os.environ, "PYTHONPATH": str(BINDING)},
        capture_output=True, text=True, check=False,
    )
    assert (done.stdout, done.stderr, done.returncode) == (f"{ctrl_c}\n", "", 0)
