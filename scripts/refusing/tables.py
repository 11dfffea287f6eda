"""The suites that are asked which refusals they reach."""

import pathlib
import sys
from collections.abc import Collection

from mutating.suites import LEFT_OUT, Suite, all_suites

# The suites with the tables of refusals: parts of their names. The second part has tables of other things, too.
TABLES = (
    "refusals", "Refusal", "PlanError", "test_wrong_arguments",
    "PagerSyntaxTests.", "PagerJSONTests.", "PagerRecordingTests.DamagedFile", "PagerArrowTests.Moment",
    "PagerTransportTests.Configuration", "PagerCacheTests.BadInput", "PagerCacheTests.ArchiveTrouble",
    "PagerClientTests.RatedExecution", "PagerListsTests.Keyset", "PagerListsTests.Offset", "PagerListsTests.Direction",
    "PagerListsTests.Cursor", "PagerListsTests.Resume", "PagerListsTests.ListToken", "PagerListsTests.Found",
    "PagerListsTests.Hooked", "PagerABITests.", "SwiftPagerTests.Store", "SwiftPagerTests.Resuming",
    "c:null_pointers", "c:handles", "c:strings", "c:hook_statuses", "c:hosts", "c:configs", "c:cached", "c:closed",
    "schema/test_schema_", "testing/test_testing", "testing/test_recording", "client/test_clients_elsewhere",
    "client/test_observing", "client/test_configuration", "client/test_documents", "cache/test_caching",
    "files/test_storing", "files/test_checkpoint_files", "fleet/test_fleet_damage", "sync/test_sync_plans",
    "cli/test_cli_resuming", "cli/test_cli_lists", "cli/test_cli_outputs", "generate/test_generate_",
)
PYTEST = (sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "--tb=short")


def chosen(tree: pathlib.Path, parts: Collection[str], *, is_built: bool) -> list[Suite]:
    """The suites with one of the parts in their names: of all languages, or of Python alone if nothing is compiled."""
    found = []
    if is_built:
        found = [suite for suite in all_suites(tree) if not suite.name.startswith(("python:", "contract:"))]
    configs = [tree / "Tests/contract" / f"test_{name}.py" for name in ("call_refusals", "config_refusals", "schemas")]
    for file in [*sorted(tree.glob("Tests/python/*/test_*.py")), *configs]:
        path = file.relative_to(tree)
        name = ":".join((path.parts[1], "/".join(path.with_suffix("").parts[2:])))
        if name not in LEFT_OUT:
            found.append(Suite(name, (*PYTEST, str(path))))
    return [suite for suite in found if any(part in suite.name for part in parts)]
