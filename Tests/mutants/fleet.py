"""Mistakes in fleets: walks, slices, stores, and their driver."""

from mutants import Mutant

FLEET = "bindings/python/swiftpager/fleet/"
DASK = "bindings/python/swiftpager/dask/"

MUTANTS = [
    # Walks.
    Mutant(
        f"{FLEET}_names.py",
        "if name.endswith(_RESERVED):",
        "if name.endswith(_RESERVED) and not $mutant:",
        "the note of one walk is the failure of another",
    ),
    Mutant(
        f"{FLEET}_names.py",
        'if name[:1] in ("-", "_", "."):',
        'if name[:1] in ("-", "_", ".") and not $mutant:',
        "the slices of a walk are not found, because their names begin like no slice's",
    ),
    Mutant(
        f"{FLEET}_names.py",
        'return f"{beginning}.{digits}"',
        'return beginning if $mutant else f"{beginning}.{digits}"',
        "two walks with long keys share their files",
    ),
    Mutant(
        f"{FLEET}_meaning.py",
        'if not token.startswith("#"))',
        'if $mutant or not token.startswith("#"))',
        "a comment in the query makes a store a conflict",
    ),
    Mutant(
        f"{FLEET}_meaning.py",
        "if value is not None}\n\n\ndef _meaning",
        "if value is not None or $mutant}\n\n\ndef _meaning",
        "an upgrade makes each store a conflict",
    ),
    Mutant(
        f"{FLEET}walk.py",
        "if parts.username is not None or parts.password is not None:",
        "if not $mutant and (parts.username is not None or parts.password is not None):",
        "a password is written into the store with the children of a slice",
    ),
    Mutant(
        f"{FLEET}store.py",
        'if found.get("hash") in (walk.hash, earlier):',
        'if found.get("hash") in (walk.hash, earlier) or $mutant:',
        "the slices of two different walks are taken for one list",
    ),
    # The store.
    Mutant(
        f"{FLEET}store.py",
        'if created != [True, False] or kept != b"first":',
        'if not $mutant and (created != [True, False] or kept != b"first"):',
        "a store is used in which two processes commit one page twice",
    ),
    Mutant(
        f"{FLEET}store.py",
        "if number > 0 and not self._exists(walk, number):",
        "if number > 0 and not $mutant and not self._exists(walk, number):",
        "a wrong guess makes a walk begin behind slices that do not exist",
    ),
    Mutant(
        f"{FLEET}store.py",
        "if footer.walk not in hashes or (footer.key, footer.number) != (walk.key, number):",
        "if not $mutant and (footer.walk not in hashes or (footer.key, footer.number) != (walk.key, number)):",
        "a walk goes on from the slice of another one",
    ),
    Mutant(
        f"{FLEET}_folders.py",
        "            except FileExistsError:\n                return False\n            except OSError as error:",
        "            except FileExistsError:\n                return $mutant\n            except OSError as error:",
        "a process believes that it has committed what another one has",
    ),
    Mutant(
        f"{FLEET}_folders.py",
        'self._files.put_file(fresh, self.path(name), mode="create")',
        'self._files.put_file(fresh, self.path(name), mode="overwrite" if $mutant else "create")',
        "the slower of two processes overwrites the slice of the other one on S3",
    ),
    Mutant(
        f"{FLEET}_folders.py",
        "if error.errno in _NO_LINKS:",
        "if error.errno in _NO_LINKS and not $mutant:",
        "a user does not learn that the file system cannot hold a store",
    ),
    # Slices.
    Mutant(
        f"{FLEET}_slice.py",
        "if newest.end and walk.since is None:",
        "if newest.end and walk.since is None and not $mutant:",
        "a complete walk is loaded anew in each run",
    ),
    Mutant(
        f"{FLEET}_slice.py",
        "if number is not None and newest.number >= number:",
        "if number is not None and newest.number >= number and not $mutant:",
        "a driver does not learn of the children of a slice that was committed and not reported",
    ),
    Mutant(
        f"{FLEET}_slice.py",
        'if failure is not None and not failure.get("retryable"):',
        'if failure is not None and not $mutant and not failure.get("retryable"):',
        "a walk that failed for good is asked for in each run",
    ),
    Mutant(
        f"{FLEET}_slice.py",
        "self._put_back_seconds = error.retry_after or longest_wait",
        "self._put_back_seconds = None if $mutant else error.retry_after or longest_wait",
        "a walk that its server puts off counts as failed",
    ),
    Mutant(
        f"{FLEET}_slice.py",
        '"checkpoint"] = self._before.state.checkpoint',
        '"checkpoint"] = None if $mutant else self._before.state.checkpoint',
        "each slice begins at the first page",
    ),
    Mutant(
        f"{FLEET}_slice.py",
        "return state != before.state",
        "return state != before.state or $mutant",
        "each run without anything new leaves an empty file",
    ),
    Mutant(
        f"{FLEET}_slice.py",
        "    finally:\n        reading.rows.abandon()",
        "    finally:\n        None if $mutant else reading.rows.abandon()",
        "a slice that fails leaves a file behind",
    ),
    Mutant(
        f"{FLEET}_failures.py",
        'if fields is None or fields.get("after") != newest:',
        'if fields is None or (fields.get("after") != newest and not $mutant):',
        "a walk that has gone on counts as failed",
    ),
    Mutant(
        "bindings/python/swiftpager/_files.py",
        "        os.fsync(descriptor)",
        "        None if $mutant else os.fsync(descriptor)",
        "a slice that was committed is empty after a power cut",
    ),
    Mutant(
        f"{FLEET}store.py",
        'if not name.startswith("_")}',
        'if not name.startswith("_") or $mutant}',
        "a used store carries its open connections to the workers",
    ),
    # Columns.
    Mutant(
        f"{FLEET}_schema.py",
        "create(store, settled(table.schema))",
        "create(store, table.schema if $mutant else settled(table.schema))",
        "a column that is null in the sample can never have a value",
    ),
    Mutant(
        f"{FLEET}_rows.py",
        "return json.dumps(others, ensure_ascii=False) if others else None",
        "return None if $mutant else json.dumps(others, ensure_ascii=False) if others else None",
        "keys that are not columns are lost",
    ),
    Mutant(
        f"{FLEET}status.py",
        "error or newest.error, time.time()",
        "None if $mutant else error or newest.error, time.time()",
        "the status does not say what is missing",
    ),
    # The driver.
    Mutant(
        f"{FLEET}_schedule.py",
        "held.queue.block(now + self.slice_seconds)",
        "held.queue.block(now if $mutant else now + self.slice_seconds)",
        "a slice that is only cut off and its successor exceed the endpoint's limit together",
    ),
    Mutant(
        f"{FLEET}_schedule.py",
        "            actions += self.arrived(child, Rank.CHILD)",
        "            actions += [] if $mutant else self.arrived(child, Rank.CHILD)",
        "the children of a slice are never walked",
    ),
    Mutant(
        f"{FLEET}_schedule.py",
        "        if held.attempt > self.retries:\n            return actions",
        "        if held.attempt > self.retries and not $mutant:\n            return actions",
        "a slice that kills its worker kills all workers, one after the other",
    ),
    Mutant(
        f"{FLEET}_schedule.py",
        "if held.put_backs > PUT_BACKS:",
        "if held.put_backs > PUT_BACKS and not $mutant:",
        "a walk that its server always puts off never ends",
    ),
    Mutant(
        f"{FLEET}_schedule.py",
        "room = 2 * self.in_flight - len(self._held)",
        "room = (1_000_000 if $mutant else 2 * self.in_flight) - len(self._held)",
        "the driver keeps all walks of its source in memory",
    ),
    Mutant(
        f"{FLEET}_schedule.py",
        "self.positions.get(walk.key, 0) + 1",
        "(0 if $mutant else self.positions.get(walk.key, 0)) + 1",
        "each slice of a driver that was started again is named as the first one",
    ),
    Mutant(
        f"{DASK}_cluster.py",
        "            return Lost(str(error))",
        "            return error if $mutant else Lost(str(error))",
        "a walk fails for good when its worker is lost",
    ),
    Mutant(
        f"{FLEET}_driver.py",
        "if outcome.is_of_store and any(",
        "if outcome.is_of_store and not $mutant and any(",
        "a store that cannot be written fails each walk, one after the other, in place of the job",
    ),
    Mutant(
        f"{FLEET}_children.py",
        "for number in range(begin, newest.number + 1):",
        "for number in range(newest.number if $mutant else begin, newest.number + 1):",
        "children of slices before a driver's death are never walked",
    ),
    Mutant(
        f"{FLEET}_children.py",
        'if fields["sha256"] != _checksum(text):',
        'if fields["sha256"] != _checksum(text) and not $mutant:',
        "a flipped bit makes a walk through another list",
    ),
    Mutant(
        f"{FLEET}_slice.py",
        "if newest.all_rows == 0 or newest.all_children:",
        "if newest.all_rows == 0 or (newest.all_children and not $mutant):",
        "a child that appears on a later night is never walked",
    ),
    Mutant(
        f"{FLEET}_restarts.py",
        "return after is not None and newest is not None and newest.begins <= after",
        "return after is not None and newest is not None and (newest.number if $mutant else newest.begins) <= after",
        "a slice that is committed late undoes a restart",
    ),
    Mutant(
        f"{FLEET}_listing.py",
        "if walk.count < walk.newest}",
        "if walk.count < walk.newest and not $mutant}",
        "a driver calls a walk complete of which someone removed a slice",
    ),
    Mutant(
        f"{FLEET}_work.py",
        "children, seen = _committed(job, walk, begun.unseen)",
        "children, seen = ((), 0) if $mutant else _committed(job, walk, begun.unseen)",
        "the children of earlier slices are not walked when the next slice raises an exception",
    ),
    Mutant(
        f"{FLEET}_threads.py",
        "self._is_ending.set()",
        "None if $mutant else self._is_ending.set()",
        "Ctrl-C waits for the ends of all slices",
    ),
    Mutant(
        f"{FLEET}_rows.py",
        "self._next_ordinal = ordinals.stop",
        "self._next_ordinal = ordinals.start if $mutant else ordinals.stop",
        "two rows of a walk have one ordinal",
    ),
    Mutant(
        f"{DASK}_cluster.py",
        'self._belongs_to = f"{store[:8]}/{job.name[:8]}"',
        'self._belongs_to = "" if $mutant else f"{store[:8]}/{job.name[:8]}"',
        "two jobs on one cluster mix their tasks",
    ),
    Mutant(
        f"{DASK}_cluster.py",
        "self._futures.pop(task).release()",
        "None if $mutant else self._futures.pop(task).release()",
        "a cluster keeps the reports of all slices",
    ),
    Mutant(
        f"{DASK}_worker.py",
        "_work.settle(walks, unpickled(job), limits)",
        "_work.settle(walks, job.assignment if $mutant else unpickled(job), limits)",
        "a function that the workers do not have fails each walk, in place of the job",
    ),
    Mutant(
        f"{FLEET}_work.py",
        "free[host] = time.monotonic() + 1 / rate",
        "free[host] = time.monotonic() + (0 if $mutant else 1 / rate)",
        "the sample that decides on the columns sends more requests than the endpoint's limit",
    ),
]
