"""Mutants of files that a walk writes: NDJSON, Parquet, and what the command writes."""

from mutating.mutant import Mutant

PACKAGE = "bindings/python/swiftpager/"

MUTANTS = [
    Mutant(
        f"{PACKAGE}_extents.py",
        "        moved = state.mark != self.state.mark\n",
        "        moved = state.mark != self.state.mark or (state.is_complete and $mutant)\n",
        "with an item that stays forbidden, a file grows each night",
    ),
    Mutant(
        f"{PACKAGE}_extents.py",
        "length if moved else self.at_mark)",
        "at_mark=length if moved and not $mutant else self.at_mark)",
        "a walk that begins again at the mark loses all that was written before the mark",
    ),
    Mutant(
        f"{PACKAGE}_extents.py",
        "return cls(state, length, 0 if state.mark is None else length)",
        "return cls(state, length, 0 if state.mark is None or $mutant else length)",
        "a file of the version before is cut although its length at the mark is not known",
    ),
    Mutant(
        f"{PACKAGE}_extents.py",
        '    if fields["checksum"] != _checksum(members):',
        '    if not $mutant and fields["checksum"] != _checksum(members):',
        "a flipped bit in a length cuts rows off",
    ),
    Mutant(
        f"{PACKAGE}_extents.py",
        "        if fields.keys() != landed:",
        "        if not $mutant and fields.keys() != landed:",
        "a damaged record passes for one of the version before",
    ),
    Mutant(
        f"{PACKAGE}_growing.py",
        "                os.ftruncate(self._descriptor, self.length)\n",
        "                $mutant or os.ftruncate(self._descriptor, self.length)\n",
        "what a killed process wrote beyond its checkpoint stays",
    ),
    Mutant(
        f"{PACKAGE}_growing.py",
        "                os.lseek(self._descriptor, self.length, os.SEEK_SET)\n",
        "                $mutant or os.lseek(self._descriptor, self.length, os.SEEK_SET)\n",
        "a run that goes on writes over what the run before wrote",
    ),
    Mutant(
        f"{PACKAGE}_growing.py",
        "            self._side.write(self.record)\n        self._cut()",
        "            $mutant or self._side.write(self.record)\n        self._cut()",
        "a process that dies right after a cut leaves a file that is shorter than its checkpoint says",
    ),
    Mutant(
        f"{PACKAGE}_growing.py",
        "        if time.monotonic() < self._next_time:",
        "        if not $mutant and time.monotonic() < self._next_time:",
        "a walk waits for the disk after each page",
    ),
    Mutant(
        f"{PACKAGE}_growing.py",
        "        if self._size_of_kept() >= end - begin:",
        "        if self._size_of_kept() >= end - begin and not $mutant:",
        "of two cuts, the copy of the shorter one stays",
    ),
    Mutant(
        f"{PACKAGE}_growing.py",
        "self._is_as_far()):",
        "(self._is_as_far() or $mutant)):",
        "what was cut off is gone before the new walk has come as far",
    ),
    Mutant(
        f"{PACKAGE}_growing.py",
        "        self.path = path\n        remove_unfinished(path)\n",
        "        self.path = path\n        $mutant or remove_unfinished(path)\n",
        "what a killed process left beside the checkpoint file stays for ever",
    ),
    Mutant(
        f"{PACKAGE}_part_files.py",
        "    for newest in reversed([part",
        "    for newest in (list if $mutant else reversed)([part",
        "a process that dies while parts go leaves a folder with a gap",
        equivalent="only a process that dies between two renames could tell",
    ),
    Mutant(
        f"{PACKAGE}_part_files.py",
        "if at_mark < part <= number]",
        "if at_mark - int($mutant) < part <= number]",
        "the part at the mark goes, too",
    ),
    Mutant(
        f"{PACKAGE}_part_files.py",
        "        if _state(fields).mark != state.mark:",
        "        if not $mutant and _state(fields).mark != state.mark:",
        "of parts of the version before, those at the mark go, too",
    ),
    Mutant(
        f"{PACKAGE}_parquet.py",
        "        if self._full is not None:\n            self._commit(self._full)",
        "        if self._full is not None and not $mutant:\n            self._commit(self._full)",
        "a part is not complete before the end of the walk",
    ),
    Mutant(
        f"{PACKAGE}_parquet.py",
        "self._seconds is not None and time.monotonic() >= self._deadline",
        "self._seconds is not None and not $mutant and time.monotonic() >= self._deadline",
        "a slow walk has no part for days",
    ),
    Mutant(
        f"{PACKAGE}_storing.py",
        "    def state(self, *, is_complete: bool = False) -> State:",
        "    def state(self, *, is_complete: bool = $mutant) -> State:",
        "a part in the middle says that the walk is complete",
    ),
    Mutant(
        f"{PACKAGE}_storing.py",
        'if self._pager.state["pages_loaded"] < self._before + self._sink.added:',
        'if not $mutant and self._pager.state["pages_loaded"] < self._before + self._sink.added:',
        "a checkpoint of a pager that another thread has reset stands before rows that are written",
        equivalent="only a checkpoint between another thread's reset and the end of the walk could tell",
    ),
    Mutant(
        f"{PACKAGE}_storing.py",
        '        if page.kind == "initial":',
        '        if page.kind == "initial" and not $mutant:',
        "after an expired cursor, items come twice",
    ),
    Mutant(
        f"{PACKAGE}_storing.py",
        "            self._before = -self._sink.added\n",
        "            self._before = self._before if $mutant else -self._sink.added\n",
        "after an expired cursor each run fails",
    ),
    Mutant(
        f"{PACKAGE}_storing.py",
        "        stored.leave(error)\n",
        "        $mutant or stored.leave(error)\n",
        "Ctrl-C loses all rows of the open part",
    ),
    Mutant(
        f"{PACKAGE}_storing.py",
        'lambda: pager._pulled("load_all", {"retain": "none", "emit": "each"}, limits)',
        'lambda: pager._pulled("load_all", {"retain": "all" if $mutant else "none",'
        ' "emit": pager.emit if $mutant else "each"})',
        "with one update for all pages, a checkpoint covers pages that are not written",
    ),
    Mutant(
        f"{PACKAGE}operation.py",
        "                NativeUpdate(out.value)\n            raise\n        if",
        "                $mutant or NativeUpdate(out.value)\n            raise\n        if",
        "each update that a callback's exception meets is kept for ever: a leak",
    ),
    Mutant(
        f"{PACKAGE}operation.py",
        "            if out.value is not None:\n                self.end()\n",
        "            if out.value is not None:\n                $mutant or self.end()\n",
        "after Ctrl-C, a token covers a page that the loop never got",
    ),
    Mutant(
        f"{PACKAGE}_widening.py",
        "types.is_integer(before.type) and types.is_floating(after.type)",
        "types.is_integer(before.type) and (types.is_floating(after.type) or $mutant)",
        "new parts have a type that does not hold the values of the older ones",
        equivalent="the column types of this library are int64, float64 and text, apart from those of times",
    ),
    Mutant(
        f"{PACKAGE}cli/continuing.py",
        "begin + tail.rfind(b\"\\n\") + 1)",
        "begin + tail.rfind(b\"\\n\") + (0 if $mutant else 1))",
        "the line break before a torn line goes, and two items stand on one line",
    ),
    Mutant(
        f"{PACKAGE}cli/continuing.py",
        "        return os.fstat(descriptor).st_size\n",
        "        return 0 if $mutant else os.fstat(descriptor).st_size\n",
        "of a file that is appended to, the place kept before the first write is its beginning",
    ),
    Mutant(
        f"{PACKAGE}cli/continuing.py",
        "can_cut = is_same and status.st_size == length and",
        "can_cut = is_same and (status.st_size == length or $mutant) and",
        "lines that another program has appended to the file of stdout are cut off",
    ),
    Mutant(
        f"{PACKAGE}cli/continuing.py",
        "    if _identity(part) != kept.landed_file:",
        "    if not $mutant and _identity(part) != kept.landed_file:",
        "another program's file is taken for what the run before wrote",
    ),
    Mutant(
        f"{PACKAGE}cli/storing.py",
        '        self._notes["items"] += page.item_count\n',
        '        self._notes["items"] += page.item_count - int($mutant)\n',
        "the checkpoint file miscounts the items",
    ),
    Mutant(
        f"{PACKAGE}cli/storing.py",
        "            self._writer.begin_again(notes[\"columns\"])\n",
        "            $mutant or self._writer.begin_again(notes[\"columns\"])\n",
        "a CSV file that was cut back to nothing has no header",
    ),
    Mutant(
        f"{PACKAGE}cli/command.py",
        "        if state is None and items:",
        "        if state is None and items and not $mutant:",
        "an export whose parts were deleted passes for one that has not begun",
    ),
    Mutant(
        f"{PACKAGE}cli/walking.py",
        'if notes["stopped"] is not None and self._stops_at_nested:',
        'if not $mutant and notes["stopped"] is not None and self._stops_at_nested:',
        "a page at which --nested error stopped a run is passed over by the next run, which ends with 0",
    ),
    Mutant(
        f"{PACKAGE}cli/walking.py",
        "self._max_items - self._progress.items\n        self._writer",
        "self._max_items - ($mutant or self._progress.items)\n        self._writer",
        "--max-items is not exact where the limit is within a later page",
    ),
    Mutant(
        f"{PACKAGE}cli/signals.py",
        "        if not is_last:\n            self.release()",
        "        if not is_last or $mutant:\n            self.release()",
        "a walk that is whole and written ends as interrupted",
    ),
]
