"""Writes what a wheel contains as a CycloneDX list: JSON on standard output.

    bill_of_materials.py WHEEL

The list has the Swift packages and simdjson, which are compiled into the library, from dependencies.txt; Swift's
runtime; and the shared libraries of the wheel with the Debian packages that they are from. libcurl is from a source
package (packaging/wheel/curl.sh). The list is held to CycloneDX's own schema before it is written.
"""

import pathlib
import re
import subprocess
import sys
import zipfile
from collections.abc import Iterator

from cyclonedx.model import HashAlgorithm, HashType
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output import make_outputter
from cyclonedx.schema import OutputFormat, SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

import inside

ROOT = pathlib.Path(__file__).resolve().parents[2]
SCHEMA = SchemaVersion.V1_6


def library(name: str, version: str, url: PackageURL, licence: str | None = None, sha256: str = "") -> Component:
    """A library of the list."""
    return Component(
        type=ComponentType.LIBRARY, name=name, version=version, purl=url, bom_ref=str(url),
        licenses=[LicenseExpression(licence)] if licence else [],
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=sha256)] if sha256 else [],
    )


def compiled() -> Iterator[Component]:
    """What is compiled into the library."""
    for one in inside.compiled((ROOT / "dependencies.txt").read_text()):
        url = PackageURL("github", one.owner.lower(), one.name.lower(), one.version)
        yield library(one.name, one.version, url, one.licence, one.sha256)
    found = re.search(r"Swift version (\S+)", said("swift", "--version"))
    assert found is not None
    url = PackageURL("github", "swiftlang", "swift", found[1])
    yield library("Swift runtime", found[1], url, "Apache-2.0 WITH Swift-exception")


def shared(wheel: pathlib.Path) -> Iterator[Component]:
    """The Debian packages of the shared libraries in the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        names = [pathlib.Path(name) for name in archive.namelist() if name.startswith("swiftpager.libs/")]
    # auditwheel puts a hash into the names.
    files = {re.sub(r"-[0-9a-f]{8}(?=\.)", "", name.name) for name in names if ".so" in name.suffixes}
    for name, version in inside.sources((ROOT / "dependencies.txt").read_text()).items():
        yield library(name, version, PackageURL("deb", "debian", name, version, {"arch": "source"}))
    copied = {file for file in files if not file.startswith("libcurl.")}
    for owner in sorted({said("dpkg", "-S", f"*/{file}").partition(":")[0] for file in copied}):
        version = said("dpkg-query", "-W", "-f", "${Version}", owner)
        yield library(owner, version, PackageURL("deb", "debian", owner, version))


def said(*words: str) -> str:
    """What a command writes."""
    done = subprocess.run(words, capture_output=True, text=True, check=False)
    if done.returncode:
        sys.exit(f"bill of materials: {' '.join(words)} failed: {done.stderr.strip()}")
    return done.stdout


def bill(wheel: pathlib.Path) -> str:
    """The list, as JSON."""
    version = wheel.name.split("-")[1]
    url = PackageURL("generic", None, "swiftpager", version)
    bom = Bom(components=[*compiled(), *shared(wheel)])
    bom.metadata.component = library("swiftpager", version, url, "MIT")
    bom.register_dependency(bom.metadata.component, bom.components)
    text = make_outputter(bom, OutputFormat.JSON, SCHEMA).output_as_string(indent=1)
    if problem := JsonStrictValidator(SCHEMA).validate_str(text):
        sys.exit(f"bill of materials: the list is not CycloneDX: {problem}")
    return text


if __name__ == "__main__":
    print(bill(pathlib.Path(sys.argv[1])))
