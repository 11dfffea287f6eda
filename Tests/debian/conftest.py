"""The Debian packages that `make deb` has built, and a private root in which they are installed."""

import dataclasses
import os
import pathlib
import re
import subprocess

import pytest

REPOSITORY = pathlib.Path(__file__).resolve().parents[2]
BUILT = REPOSITORY / "build" / "deb"
# So much more than anything takes here that only a hang gets there: apt fetches compilers.
LIMIT_SECONDS = 1800
NAMES = ["libswiftpager-dev", "libswiftpager0", "python3-swiftpager"]


def run(*words: str | pathlib.Path, **options: object) -> str:
    """Runs a command and returns what it printed; a failure shows all of it."""
    done = subprocess.run(  # type: ignore[call-overload]
        [str(word) for word in words], stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        timeout=LIMIT_SECONDS, **options,
    )
    assert done.returncode == 0, f"{words} ended with {done.returncode}:\n{done.stdout}"
    return done.stdout


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Making a root takes longer than Tests/pytest.ini allows."""
    for item in items:
        item.add_marker(pytest.mark.timeout(LIMIT_SECONDS))


@pytest.fixture(scope="session")
def endpoint() -> str:
    """The shop that with_servers.py has started; without it a test fails, because skipping would look like success."""
    return os.environ.get("SWIFTPAGER_SHOP_ENDPOINT") or pytest.fail("run this by scripts/with_servers.py --shop")


@pytest.fixture(scope="session")
def packages() -> list[pathlib.Path]:
    """The packages."""
    found = sorted(BUILT.glob("*.deb"))
    assert [path.name.partition("_")[0] for path in found] == NAMES, "run make deb"
    return found


@dataclasses.dataclass(frozen=True)
class Root:
    """A small Debian in a folder, with a network and nothing of this machine's files."""

    folder: pathlib.Path

    def run(self, *words: str) -> str:
        """Runs a command in it."""
        return run(
            "bwrap", "--cap-add", "ALL", "--unshare-pid", "--die-with-parent", "--bind", self.folder, "/",
            "--proc", "/proc", "--dev", "/dev", "--tmpfs", "/tmp", "--clearenv", "--chdir", "/root",
            "--setenv", "PATH", "/usr/sbin:/usr/bin:/sbin:/bin", "--setenv", "DEBIAN_FRONTEND", "noninteractive",
            *words,
        )

    def shell(self, script: str) -> str:
        """Runs lines of the shell in it."""
        return self.run("sh", "-euc", script)


@pytest.fixture(scope="session")
def root(packages: list[pathlib.Path], tmp_path_factory: pytest.TempPathFactory) -> Root:
    """The release of this machine, from the mirror that its apt uses, with the packages and a compiler."""
    if os.geteuid() != 0:
        pytest.skip("debootstrap needs root")
    release = re.search(r"^VERSION_CODENAME=(\w+)", pathlib.Path("/etc/os-release").read_text(), re.MULTILINE)
    assert release is not None
    lines = run(
        "apt-get", "indextargets", "--no-release-info", "--format", "$(RELEASE) $(COMPONENT) $(REPO_URI)",
        "Created-By: Packages",
    ).splitlines()
    mirrors = [line.split()[2] for line in lines if line.split()[:2] == [release[1], "main"]]
    folder = tmp_path_factory.mktemp("debian") / "root"
    run("debootstrap", "--variant=minbase", release[1], folder, mirrors[0])
    made = Root(folder)
    # How this machine reaches its mirrors.
    for name in ("etc/resolv.conf", "etc/hosts"):
        (folder / name).write_text(pathlib.Path("/", name).read_text())
    (folder / "root/packages").mkdir()
    for path in packages:
        (folder / "root/packages" / path.name).write_bytes(path.read_bytes())
    made.run("apt-get", "update", "-qq")
    return made
