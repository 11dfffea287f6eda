"""The manual page has the text of `--help`."""

import subprocess
import sys

from conftest import BINDING, REPOSITORY


def test_the_manual_page_is_up_to_date():
    script = REPOSITORY / "scripts" / "manual.py"
    done = subprocess.run([sys.executable, str(script), "--check"], capture_output=True, text=True, check=False)
    assert (done.returncode, done.stderr) == (0, "")


def test_the_manual_page_names_every_option_and_exit_code():
    page = (BINDING / "swiftpager.1").read_text().replace("\\-", "-")
    for words in (
        "--checkpoint", "--header-env", "--nested", "\\fB130\\fR", "\\fB3\\fR", "EXIT STATUS", "exactly once",
    ):
        assert words in page
