"""The manual page of the wheel, the Debian package and the source distribution: `make manual` writes it."""

import subprocess
import sys

from conftest import REPOSITORY


def test_the_manual_page_names_every_option_and_exit_code():
    script = REPOSITORY / "packaging" / "manual.py"
    page = subprocess.run([sys.executable, str(script)], capture_output=True, text=True, check=True).stdout
    page = page.replace("\\-", "-")
    for words in (
        "--checkpoint", "--header-env", "--nested", "--out", "\\fB130\\fR", "\\fB3\\fR", "EXIT STATUS", "exactly once",
    ):
        assert words in page
