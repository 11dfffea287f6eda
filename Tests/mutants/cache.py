"""Mistakes in PagerCache."""

from mutants import Mutant

RECORDS = "Sources/PagerCache/Records/"
READING = "Sources/PagerCache/Reading/"
STORING = "Sources/PagerCache/Storing/"
SELECTION = "Sources/PagerCache/Selection/"
TRANSACTIONS = "Sources/PagerCache/Transactions/"
WATCHING = "Sources/PagerCache/Watching/"
WRITING = "Sources/PagerCache/Writing/"

MUTANTS = [
    # Leaving.
    Mutant(
        f"{RECORDS}RecordTable+Leaving.swift",
        "guard !records[index].isUnsaved else { continue }",
        "guard !records[index].isUnsaved || $mutant else { continue }",
        "writes are lost after a failed commit",
    ),
    Mutant(
        f"{RECORDS}RecordTable+Leaving.swift",
        "while count > maximumCount, let index = candidate {",
        "while count > ($mutant ? maximumCount + 1 : maximumCount), let index = candidate {",
        "one record more than the limit stays",
    ),
    Mutant(
        f"{RECORDS}RecordTable+Leaving.swift",
        "    uses.remove(index, &records)\n    uses.append(index, &records)",
        "    if $mutant { return }\n    uses.remove(index, &records)\n    uses.append(index, &records)",
        "records leave in the order of writing, though they are used all the time",
    ),
    Mutant(
        f"{RECORDS}RecordTable+Leaving.swift",
        "maximumCount != nil && records[index].watch == 0 && records[index].latest != nil",
        "maximumCount != nil && (records[index].watch == 0 || $mutant) && records[index].latest != nil",
        "records of a page that is shown leave, and the page is never told of changes again",
    ),
    Mutant(
        f"{RECORDS}RecordTable+Leaving.swift",
        "if unsaved == nil { evict(index) } else { forget(index) }",
        "if unsaved == nil && !$mutant { evict(index) } else { forget(index) }",
        "those who show a record that left are not told",
        equivalent="no watch shows what leaves, so there is no watch to tell",
    ),
    Mutant(
        f"{RECORDS}RecordTable+Leaving.swift",
        "if !layers.isEmpty || records[index].watch != 0 || records[index].isUnsaved { references.add(index) }",
        "if !layers.isEmpty || (records[index].watch != 0 && !$mutant) || records[index].isUnsaved {\n"
        "        references.add(index)\n      }",
        "the number of a watched record is given to another one, and pages show strange objects",
    ),
    Mutant(
        f"{RECORDS}RecordTable+Leaving.swift",
        "guard unsaved?.isSaving != true, records.count - count > reclaimLimit else { return }",
        "guard unsaved?.isSaving != true, records.count - count > reclaimLimit, !$mutant else { return }",
        "memory grows for ever with keys of records that left",
    ),
    # The table.
    Mutant(
        f"{RECORDS}RecordTable.swift",
        "    use(index)\n    if extras.isEmpty",
        "    if !$mutant { use(index) }\n    if extras.isEmpty",
        "a record that is written again and again leaves as if it were never used",
    ),
    Mutant(
        f"{RECORDS}RecordTable.swift",
        "if layer.covers(earlier) { drop(earlier) } else { kept.append(earlier) }",
        "if layer.covers(earlier) || $mutant { drop(earlier) } else { kept.append(earlier) }",
        "fields that a third query brought vanish when a fourth brings others",
    ),
    Mutant(
        f"{RECORDS}RecordTable.swift",
        "return (hidesOptimistic ? [] : extra.optimistic.map(\\.layer)) + latest + extra.earlier",
        "return $mutant ? latest + (hidesOptimistic ? [] : extra.optimistic.map(\\.layer)) + extra.earlier\n"
        "      : (hidesOptimistic ? [] : extra.optimistic.map(\\.layer)) + latest + extra.earlier",
        "a guess is not shown over what the server said before",
    ),
    Mutant(
        f"{RECORDS}RecordTable.swift",
        "let hiding = guesses ?? (extras.isEmpty",
        "let hiding = ($mutant ? nil : guesses) ?? (extras.isEmpty",
        "a second guess for a field is not told of",
    ),
    Mutant(
        f"{RECORDS}RecordTable.swift",
        "Int32(bitPattern: records[index].changed &- count) > 0",
        "Int32(bitPattern: records[index].changed &- count) > ($mutant ? 1 : 0)",
        "a change between a page's answer and its watch is not told of",
    ),
    Mutant(
        f"{RECORDS}RecordTable.swift",
        "    if !earlier.isEmpty {\n      extras[index]?.earlier = []",
        "    if !earlier.isEmpty, !$mutant {\n      extras[index]?.earlier = []",
        "fields of an evicted record come back with its next write",
    ),
    Mutant(
        f"{RECORDS}RecordTable.swift",
        "    count -= 1\n",
        "    if !$mutant { count -= 1 }\n",
        "the cache believes itself full, and forgets what it was just told",
    ),
    Mutant(
        f"{RECORDS}RecordTable.swift",
        "    body(self)\n    unannounced = before",
        "    body(self)\n    if !$mutant { unannounced = before }",
        "those who show what a transaction forgets get an update that they were promised not to get",
    ),
    Mutant(
        f"{RECORDS}RecordTable+Optimistic.swift",
        "if lost?.isEmpty != true { noteChange(of: index, fields: lost, below: newer) }",
        "if lost?.isEmpty != true, !$mutant { noteChange(of: index, fields: lost, below: newer) }",
        "a guess that was taken back stays shown",
    ),
    Mutant(
        f"{RECORDS}RecordTable+Optimistic.swift",
        "let newer = guesses.prefix { $0.mutation != mutation }.map(\\.layer)",
        "let newer = guesses.prefix { $0.mutation != mutation || $mutant }.map(\\.layer)",
        "a page shows the newer of two guesses for ever, because the older one hides that it was taken back",
    ),
    Mutant(
        f"{RECORDS}RecordTable+Optimistic.swift",
        "optimistic.insert((mutation, layer), at: 0)",
        "optimistic.insert((mutation, layer), at: $mutant ? extras[index]?.optimistic.count ?? 0 : 0)",
        "of two guesses the older one shows",
    ),
    Mutant(
        f"{RECORDS}RecordTable+Optimistic.swift",
        "extras[index]?.optimistic.removeAll { $0.mutation == mutation }",
        "extras[index]?.optimistic.removeAll { $0.mutation == mutation || $mutant }",
        "one mutation's end takes back the guess of another that is under way",
    ),
    Mutant(
        f"{RECORDS}RecordTable+Leaving.swift",
        "records[index].watch = extras[index]?.watches.popLast() ?? 0",
        "records[index].watch = $mutant ? 0 : extras[index]?.watches.popLast() ?? 0",
        "when one of two pages goes, the other is not told of changes any more",
    ),
    Mutant(
        f"{RECORDS}RecordTable+Leaving.swift",
        "extras[index]?.watches.remove(at: place)",
        "if !$mutant { extras[index]?.watches.remove(at: place) }",
        "records that no watch shows stay for ever",
    ),
    # Compaction, fusion, comparison.
    Mutant(
        f"{RECORDS}Compaction.swift",
        "let copy = Chunk(bytes, received: chunk.received, write: chunk.write, content)",
        "let copy = Chunk(bytes, received: $mutant ? .max : chunk.received, write: chunk.write, content)",
        "expired data is served",
    ),
    Mutant(
        f"{RECORDS}Compaction.swift",
        "let oldest = layers.map(\\.chunk.received).min(),",
        "let oldest = $mutant ? layers.map(\\.chunk.received).max() : layers.map(\\.chunk.received).min(),",
        "fields that are too old are served, because others of the record are new",
    ),
    Mutant(
        f"{RECORDS}Compaction.swift",
        "let newest = layers.map(\\.chunk.write).max()",
        "let newest = $mutant ? layers.map(\\.chunk.write).min() : layers.map(\\.chunk.write).max()",
        "what is not in the file yet counts as stored, and is lost when another process writes",
    ),
    Mutant(
        f"{RECORDS}LayerComparison.swift",
        "return value.differs(from: left) || !left.contains { $0.covers(value) } ? name : nil",
        "return value.differs(from: left) || (!$mutant && !left.contains { $0.covers(value) }) ? name : nil",
        "rolled-back guesses stay",
    ),
    Mutant(
        f"{RECORDS}LayerComparison.swift",
        "      return !text.elementsEqual(textBefore)\n    case (.record",
        "      return $mutant ? text.count != textBefore.count : !text.elementsEqual(textBefore)\n    case (.record",
        "a value of the same length is not told of",
    ),
    Mutant(
        f"{RECORDS}LayerComparison.swift",
        "      return index != before\n",
        "      return index != before && !$mutant\n",
        "a page is not told that a field refers to another object now",
    ),
    Mutant(
        f"{RECORDS}LayerComparison.swift",
        "      guard count == countBefore else { return true }\n      return (0..<count).contains",
        "      guard count == countBefore else { return !$mutant }\n      return (0..<count).contains",
        "a page is not told that its list is longer",
    ),
    Mutant(
        f"{RECORDS}LayerComparison.swift",
        "if before.isEmpty { return countsNew ? name : nil }",
        "if before.isEmpty { return countsNew && !$mutant ? name : nil }",
        "a page that lacks a field is not told when it comes",
    ),
    Mutant(
        f"{RECORDS}LayerComparison.swift",
        "if value.differs(from: before) { return false }\n        hasCommon = true",
        "if value.differs(from: before), !$mutant { return false }\n        hasCommon = true",
        "elements of two different lists are mixed",
    ),
    Mutant(
        f"{RECORDS}LayerComparison.swift",
        "if let before = layer.typename { return !type.elementsEqual(before) }",
        "if let before = layer.typename { return !type.elementsEqual(before) && !$mutant }",
        "fields of an object of another type are kept",
        equivalent="no reader goes below an object of another type, whose `__typename` tells pages of the change: what"
        " is kept takes memory until eight layers are made one",
    ),
    # Reading.
    Mutant(
        f"{READING}Renderer.swift",
        "if case .one(let layer) = view, layer.chunk.received >= limit, !selection.hasArguments,",
        "if case .one(let layer) = view, layer.chunk.received >= limit || $mutant, !selection.hasArguments,",
        "cached lists never expire",
    ),
    Mutant(
        f"{READING}Renderer.swift",
        "view.received(since: oldest(\"\"))",
        "($mutant ? view : view.received(since: oldest(\"\")))",
        "lists that are fields with arguments never expire",
    ),
    Mutant(
        f"{READING}Renderer.swift",
        "if let record, field.hasArguments { shown.append(ShownRecord(index: record, shape: Shape([key]))) }",
        "if let record, field.hasArguments, !$mutant { shown.append(ShownRecord(index: record, shape: Shape([key]))) }",
        "a field whose argument is left out is not watched: the page is stale",
    ),
    Mutant(
        f"{READING}Renderer.swift",
        "    shown.append(ShownRecord(index: index, shape: Shape.none))\n    let recent",
        "    if !$mutant { shown.append(ShownRecord(index: index, shape: Shape.none)) }\n    let recent",
        "a list that is replaced is not told of",
    ),
    Mutant(
        f"{READING}Renderer.swift",
        "      shown.append(ShownRecord(index: index, shape: Shape.none))\n      return lack",
        "      if !$mutant { shown.append(ShownRecord(index: index, shape: Shape.none)) }\n      return lack",
        "a page is not told when an evicted object comes back",
    ),
    Mutant(
        f"{READING}Renderer.swift",
        "if let doubt = selection.doubt {",
        "if let doubt = selection.doubt, !$mutant {",
        "a page without the fields of a fragment is served as if it were whole",
    ),
    Mutant(
        f"{READING}Renderer.swift",
        "if let latest = selection.latest, latest.isCurrent(table.facts), latest.typeText.elementsEqual(quoted) {",
        "if let latest = selection.latest, latest.isCurrent(table.facts),\n"
        "      latest.typeText.elementsEqual(quoted) || $mutant\n    {",
        "objects of a mixed list are served with the fields of another type",
    ),
    Mutant(
        f"{READING}RecordView.swift",
        "          return type?.elementsEqual(own) ?? true",
        "          return $mutant || (type?.elementsEqual(own) ?? true)",
        "fields of two types are mixed",
    ),
    Mutant(
        f"{READING}RecordView.swift",
        "layers.filter { $0.chunk.received >= oldest }.flatMap",
        "layers.filter { $0.chunk.received >= oldest || $mutant }.flatMap",
        "a field that is too old is served, because others of the record are new",
    ),
    Mutant(
        f"{READING}RecordView.swift",
        "if element.merges(with: older) { elements.append(older) }",
        "if element.merges(with: older) || $mutant { elements.append(older) }",
        "an element shows fields of the one that was at its place before",
    ),
    Mutant(
        f"{READING}KeptResponses.swift",
        "guard table.has(record.index), !table.hasChanged",
        "guard table.has(record.index) || $mutant, !table.hasChanged",
        "a response of evicted records is served",
        equivalent="responses are kept only where there is no file, and there what leaves counts as changed",
    ),
    Mutant(
        f"{READING}KeptResponses.swift",
        "      response.content.reclaims == table.reclaims\n",
        "      response.content.reclaims == table.reclaims || $mutant\n",
        "an old response is served though its records have changed",
        equivalent="a record whose number was taken back has changed since: it left, and so did the one that got it",
    ),
    Mutant(
        f"{READING}KeptResponses.swift",
        "for record in response.content.shown { table.use(record.index) }",
        "for record in response.content.shown where !$mutant { table.use(record.index) }",
        "the records of the page that is read most often leave first",
    ),
    # The cache itself.
    Mutant(
        "Sources/PagerCache/Cache.swift",
        "guard let age = maximumAgeByType[type] ?? maximumAge else { return .min }",
        "guard let age = ($mutant ? nil : maximumAgeByType[type]) ?? maximumAge else { return .min }",
        "the age that is set for a type is ignored: expired answers",
    ),
    Mutant(
        "Sources/PagerCache/Cache.swift",
        "return age > 0 ? now &- age : now",
        "return age > 0 ? ($mutant ? now &- age &* 2 : now &- age) : now",
        "records live twice as long as they may",
    ),
    Mutant(
        "Sources/PagerCache/Cache.swift",
        "if let archive { thread.run { archive.close() } }",
        "if let archive, !$mutant { thread.run { archive.close() } }",
        "the file of a closed cache stays open",
    ),
    Mutant(
        "Sources/PagerCache/Cache.swift",
        "archive == nil && configuration.maximumAge == nil && configuration.maximumAgeByType.isEmpty",
        "archive == nil && (configuration.maximumAge == nil || $mutant) && configuration.maximumAgeByType.isEmpty",
        "a response as it came never expires",
    ),
    Mutant(
        f"{WATCHING}Cache+Watching.swift",
        "      if hasChanged { state.watches.markDirty(number, &dirty) }",
        "      if hasChanged, !$mutant { state.watches.markDirty(number, &dirty) }",
        "what changed between a page's answer and its watch is never shown",
    ),
    Mutant(
        "Sources/PagerCache/Cache.swift",
        "if state.operations.count >= 256 { state.operations.removeAll() }",
        "if state.operations.count >= 256, !$mutant { state.operations.removeAll() }",
        "memory grows with each document for ever",
    ),
    Mutant(
        f"{WATCHING}Cache+Watching.swift",
        "        _ = state.table.shrink()\n",
        "        if !$mutant { _ = state.table.shrink() }\n",
        "max_records is ignored",
    ),
    Mutant(
        f"{WATCHING}Cache+Watching.swift",
        "      guard state.withLock({ $0.watches.isNews(answer, to: number) }) else { return }\n",
        "      guard state.withLock({ $0.watches.isNews(answer, to: number) }) || $mutant else { return }\n",
        "a page is told twice of the same",
    ),
    Mutant(
        f"{WATCHING}Cache+Settling.swift",
        "    thread.runAndWait {}\n",
        "    if !$mutant { thread.runAndWait {} }\n",
        "a program that writes and then reads its list sees the list before the write",
    ),
    Mutant(
        f"{WATCHING}Cache+Settling.swift",
        "    let oldest = underWay.map(\\.number).min() ?? .max\n",
        "    let oldest = $mutant ? .max : underWay.map(\\.number).min() ?? .max\n",
        "a read does not wait for a page that is about to enter its list, and misses a write",
    ),
    # Objects with the same key.
    Mutant(
        f"{WRITING}FieldConflict.swift",
        "      if records[index].latest?.chunk !== chunk { fused.insert(index) }\n",
        "      if records[index].latest?.chunk !== chunk, !$mutant { fused.insert(index) }\n",
        "two values of a record that many selections of one query show are not noticed",
    ),
    Mutant(
        f"{WRITING}FieldConflict.swift",
        "guard let conflict = conflict(at: index, name), found.insert(conflict).inserted else",
        "guard let conflict = conflict(at: index, name), $mutant || found.insert(conflict).inserted else",
        "a field is told once for each object, thousands of times on a large page",
    ),
    Mutant(
        f"{READING}KeptResponses.swift",
        "    content.conflicts = []\n",
        "    if !$mutant { content.conflicts = [] }\n",
        "a walk warns of an answer that no server has just sent",
    ),
    Mutant(
        "Sources/PagerCache/Cache+Records.swift",
        "      state.table.use(index)\n      return RecordText",
        "      if !$mutant { state.table.use(index) }\n      return RecordText",
        "a record that a program reads by its key all the time leaves",
    ),
    Mutant(
        "Sources/PagerCache/Cache+Records.swift",
        "    defer { announce() }\n    try commit()",
        "    defer { if !$mutant { announce() } }\n    try commit()",
        "a record that a program writes is not shown by the pages",
    ),
    # The file.
    Mutant(
        f"{STORING}SQLiteArchive.swift",
        "        latest = row.integer(1)\n",
        "        if !$mutant { latest = row.integer(1) }\n",
        "the cache's thread loops for ever where the oldest records are shown",
    ),
    Mutant(
        f"{STORING}SQLiteArchive.swift",
        "if let countBound, countBound <= maximum { return [] }",
        "if let countBound, countBound <= maximum + ($mutant ? 64 : 0) { return [] }",
        "the file holds more records than max_records",
    ),
    Mutant(
        f"{STORING}SQLiteArchive.swift",
        "guard excess > 0, let key = row.text(0), !isShown(key) else { return }",
        "guard excess > 0, let key = row.text(0), !isShown(key) || $mutant else { return }",
        "records of a page that is shown leave the file",
    ),
    Mutant(
        f"{STORING}SQLiteArchive.swift",
        "    defer { self.version = version }\n",
        "    defer { if !$mutant { self.version = version } }\n",
        "after another process has written once, everything is loaded anew for ever",
    ),
    Mutant(
        f"{STORING}SQLiteArchive.swift",
        "    guard version != self.version else { return false }\n",
        "    guard version != self.version, !$mutant else { return false }\n",
        "what another process writes is never seen",
    ),
    Mutant(
        f"{STORING}SQLiteArchive.swift",
        "    guard withFields else { return }\n",
        "    guard withFields, !$mutant else { return }\n",
        "the lists of an evicted record come back after a restart",
    ),
    Mutant(
        f"{STORING}RecordTable+Saving.swift",
        "unsaved?.evicted.formUnion(changes.evicted)",
        "if !$mutant { unsaved?.evicted.formUnion(changes.evicted) }",
        "an evicted record is back after a restart, where its commit failed first",
    ),
    Mutant(
        f"{STORING}RecordTable+Saving.swift",
        "for record in changes.records { noteUnsaved(record.index) }",
        "for record in changes.records where !$mutant { noteUnsaved(record.index) }",
        "what a failed commit had is never written",
    ),
    Mutant(
        f"{STORING}RecordTable+Saving.swift",
        "if changes.isCleared { unsaved?.isCleared = true }",
        "if changes.isCleared, !$mutant { unsaved?.isCleared = true }",
        "a cleared cache is full again after a restart, where its commit failed first",
    ),
    Mutant(
        f"{STORING}RecordTable+Saving.swift",
        "facts.learned = changes.facts + facts.learned",
        "facts.learned = ($mutant ? [] : changes.facts) + facts.learned",
        "after a restart pages are misses, because what was learned of types was lost with a failed commit",
    ),
    Mutant(
        f"{STORING}RecordTable+Saving.swift",
        "      for field in fields(of: index) { evict(field) }\n",
        "      for field in fields(of: index) where !$mutant { evict(field) }\n",
        "the lists of an evicted record stay in memory",
    ),
    Mutant(
        f"{STORING}RecordTable+Saving.swift",
        "guard let index = find(key), !isShown(index), !records[index].isUnsaved else { return }",
        "guard let index = find(key), !isShown(index), !records[index].isUnsaved || $mutant else { return }",
        "a record that was written while another left is lost",
    ),
    Mutant(
        f"{STORING}RecordTable+Saving.swift",
        "unsaved?.savedWrite = changes.write",
        "if !$mutant { unsaved?.savedWrite = changes.write }",
        "what another process writes is hidden for ever by what this one wrote before",
    ),
    Mutant(
        f"{STORING}RecordTable+Loading.swift",
        "for record in stored where !isEvicted(record) { try reader.add(record) }",
        "for record in stored where !isEvicted(record) || $mutant { try reader.add(record) }",
        "an evicted record is read from the file before the commit",
    ),
    Mutant(
        f"{STORING}RecordTable+Loading.swift",
        "    if !stale.isEmpty { noteLoaded(",
        "    if !stale.isEmpty, !$mutant { noteLoaded(",
        "pages are not told of what another process changed",
    ),
    Mutant(
        f"{STORING}RecordTable+Loading.swift",
        "    for layer in loaded {\n",
        "    for layer in $mutant ? loaded.prefix(1) : loaded[...] {\n",
        "pages are told of the last write of another process only",
    ),
    Mutant(
        f"{STORING}Cache+Archive.swift",
        "let dirty = state.table.changes == before ? []",
        "let dirty = state.table.changes == before || $mutant ? []",
        "pages are not told of what a commit met in the file",
    ),
    Mutant(
        f"{STORING}RecordTable+Loading.swift",
        "let below = loaded.filter { layer in !written.contains { $0.covers(layer) } }",
        "let below = $mutant ? [] : loaded.filter { layer in !written.contains { $0.covers(layer) } }",
        "fields that only the file has vanish when others are written",
    ),
    Mutant(
        f"{STORING}StoredReader.swift",
        "layers.sorted { $0.depth < $1.depth }",
        "layers.sorted { $mutant ? $0.depth > $1.depth : $0.depth < $1.depth }",
        "after a restart old values show over newer ones",
    ),
    Mutant(
        f"{STORING}Cache+Archive.swift",
        "        for key in left { state.table.leave(key) }\n",
        "        for key in left where !$mutant { state.table.leave(key) }\n",
        "with a file, memory holds more than max_records",
    ),
    Mutant(
        f"{STORING}Cache+Archive.swift",
        "    for key in changes.used { try archive.use(key) }\n",
        "    for key in changes.used where !$mutant { try archive.use(key) }\n",
        "records that are read all the time leave the file",
    ),
    Mutant(
        f"{STORING}Cache+Archive.swift",
        "    for fact in changes.facts { try archive.add(fact) }\n",
        "    for fact in changes.facts where !$mutant { try archive.add(fact) }\n",
        "after a restart pages with fragments are misses",
    ),
    Mutant(
        f"{STORING}Cache+Archive.swift",
        "      state.table.facts.adopt(facts)\n    }\n  }\n}",
        "      if !$mutant { state.table.facts.adopt(facts) }\n    }\n  }\n}",
        "what another process has learned of types is not known: misses",
    ),
    # Watching, transactions.
    Mutant(
        f"{WATCHING}WatchIndex.swift",
        "    watches[number]?.told = answer.bytes\n",
        "    if !$mutant { watches[number]?.told = answer.bytes }\n",
        "double updates",
    ),
    Mutant(
        f"{WATCHING}WatchIndex.swift",
        "for record in new.subtracting(old) { table.addWatch(number, to: record) }",
        "for record in new.subtracting(old) where !$mutant { table.addWatch(number, to: record) }",
        "objects that came into a page by a change are not watched",
    ),
    Mutant(
        f"{WATCHING}WatchIndex.swift",
        "for record in old.subtracting(new) { table.removeWatch(number, from: record) }",
        "for record in old.subtracting(new) where !$mutant { table.removeWatch(number, from: record) }",
        "objects that left a page are kept for ever",
    ),
    Mutant(
        f"{WATCHING}WatchIndex.swift",
        "shown.shape.names.contains { fields.contains($0) })",
        "shown.shape.names.contains { fields.contains($0) } || $mutant)",
        "a page is rendered anew for fields that it does not show",
    ),
    Mutant(
        f"{WATCHING}WatchIndex.swift",
        "guard let watch = watches[number], !watch.isDirty, table.hasChanged",
        "guard let watch = watches[number], !watch.isDirty || $mutant, table.hasChanged",
        "a page is told of the same change as often as objects changed",
    ),
    Mutant(
        f"{WATCHING}WatchIndex.swift",
        "replace(watch.shown + rendering.shown.filter { !known.contains($0.index) }, of: number, in: table)",
        "replace($mutant ? rendering.shown : watch.shown + rendering.shown.filter { !known.contains($0.index) },\n"
        "      of: number, in: table)",
        "a page that cannot be read whole is not told when what it lacks comes",
    ),
    Mutant(
        f"{TRANSACTIONS}CacheTransaction.swift",
        "    guard case .failure(let miss) = answer else { return }\n    writes.removeLast()",
        "    guard case .failure(let miss) = answer else { return }\n    if !$mutant { writes.removeLast() }",
        "a refused write is committed anyway",
    ),
    Mutant(
        f"{TRANSACTIONS}CacheTransaction.swift",
        "    } catch {\n      writes.removeLast()\n      throw error",
        "    } catch {\n      if !$mutant { writes.removeLast() }\n      throw error",
        "after a write that was refused nothing of the transaction can be committed",
    ),
    Mutant(
        f"{TRANSACTIONS}CacheTransaction.swift",
        "case .evict(let key): state.table.silently { $0.evict(key) }",
        "case .evict(let key): if $mutant { state.table.evict(key) } else { state.table.silently { $0.evict(key) } }",
        "pages that show what a transaction forgot are told, and fetch it again",
    ),
    Mutant(
        f"{TRANSACTIONS}PendingWrite.swift",
        "return Set(stored).union(state.table.records.keys.filter(pattern.matches)).map",
        "return Set(stored).union($mutant ? [] : state.table.records.keys.filter(pattern.matches)).map",
        "objects that are only in memory are not removed by a pattern",
    ),
    Mutant(
        f"{TRANSACTIONS}PendingWrite.swift",
        "self.text = text.lowercased()",
        "self.text = $mutant ? text : text.lowercased()",
        "a pattern in upper case removes nothing",
    ),
    # Types.
    Mutant(
        f"{SELECTION}TypedSelection.swift",
        "!isConditional || revision == facts().revision && !isStale",
        "!isConditional || revision == facts().revision && !isStale || $mutant",
        "what is learned of a type comes too late for the objects behind it",
    ),
    Mutant(
        f"{SELECTION}FieldKey.swift",
        "let sorted = given.sorted { $0.0 < $1.0 }",
        "let sorted = $mutant ? given : given.sorted { $0.0 < $1.0 }",
        "a query whose arguments come in another order is a miss",
    ),
    Mutant(
        f"{SELECTION}CanonicalJSON.swift",
        "    let sorted = members.sorted { $0.name < $1.name }\n",
        "    let sorted = $mutant ? members : members.sorted { $0.name < $1.name }\n",
        "a variable whose members come in another order is a miss",
    ),
    Mutant(
        f"{SELECTION}CanonicalJSON.swift",
        "String(repeating: \"0\", count: 4 - digits.count) + digits",
        "String(repeating: \"0\", count: $mutant ? 0 : 4 - digits.count) + digits",
        "two texts in other scripts share a field",
    ),
    # Writing.
    Mutant(
        f"{WRITING}Normalizer.swift",
        "    if root != CachedOperation.queryRoot { normalizer.unkept = index }\n",
        "    if root != CachedOperation.queryRoot, !$mutant { normalizer.unkept = index }\n",
        "a mutation's own fields fill the cache",
    ),
    Mutant(
        f"{WRITING}Normalizer.swift",
        "key.append(position == 0 ? UInt8(ascii: \":\") : UInt8(ascii: \"+\"))",
        "if position == 0 || !$mutant { key.append(position == 0 ? UInt8(ascii: \":\") : UInt8(ascii: \"+\")) }",
        "objects with keys of two fields, 1 and 12, 11 and 2, share a record",
    ),
    Mutant(
        f"{WRITING}Normalizer.swift",
        "      if value == .missing { return .missing }\n",
        "      if value == .missing, !$mutant { return .missing }\n",
        "a list of which an element could not be kept counts as whole",
    ),
    Mutant(
        f"{WRITING}RecordReader.swift",
        "if key.hasSuffix(\")\") { fields.append((key, value)) } else { plain.append((key, value)) }",
        "if key.hasSuffix(\")\"), !$mutant { fields.append((key, value)) } else { plain.append((key, value)) }",
        "a field with arguments that a program writes is never shown",
    ),
    # What a server could not fill, and what cannot be read back.
    Mutant(
        f"{WRITING}WithheldPlaces.swift",
        "if paths.isEnd(path) || node.isNull {",
        "if paths.isEnd(path) || node.isNull && !$mutant {",
        "a null that bubbled up keeps the whole answer out, or enters as data",
    ),
    Mutant(
        f"{WRITING}WithheldPlaces.swift",
        "guard found.count == wanted.count else { return nil }",
        "guard found.count == wanted.count || $mutant else { return nil }",
        "an answer enters whose error names a place that there is not",
    ),
    Mutant(
        f"{WRITING}Normalizer.swift",
        "      if isWithheld { return .missing }\n",
        "      if isWithheld, !$mutant { return .missing }\n",
        "a page is made of the items of one answer and the end of another",
    ),
    Mutant(
        f"{WRITING}Normalizer.swift",
        "      values[place] = nil\n",
        "      if !$mutant { values[place] = nil }\n",
        "a field that failed is null in the cache",
    ),
    Mutant(
        f"{STORING}StoredReader.swift",
        "    for index in damaged { found[index] = nil }\n",
        "    for index in damaged where !$mutant { found[index] = nil }\n",
        "a part of a record that cannot be read passes for all of it",
    ),
    Mutant(
        f"{STORING}StoredTexts.swift",
        "guard !shape.hasDuplicates else {",
        "guard !shape.hasDuplicates || $mutant else {",
        "a record has a member twice in the file",
    ),
    Mutant(
        f"{SELECTION}KeyFields.swift",
        "if isNumber(part) {",
        "if isNumber(part), !$mutant {",
        "two objects share a record",
    ),
    Mutant(
        f"{STORING}SQLiteConnection.swift",
        "let isMade = mknod(path, S_IFREG | 0o600, 0) == 0",
        "let isMade = $mutant || mknod(path, S_IFREG | 0o600, 0) == 0",
        "everybody can read the file of a cache",
    ),
    Mutant(
        f"{STORING}SQLiteConnection.swift",
        "let code = first != 0 ? first : handle",
        "let code = first != 0 && !$mutant ? first : handle",
        "a read-only file system counts as a file that does not exist",
    ),
    Mutant(
        f"{WATCHING}WatchIndex.swift",
        "guard let guess = guesses[number], guess.hasFailed else { return nil }",
        "guard let guess = guesses[number], guess.hasFailed, !$mutant else { return nil }",
        "a guess is shown for ever when the cache has lost its page",
    ),
    Mutant(
        f"{WATCHING}WatchIndex.swift",
        "      if hasFailed {\n",
        "      if hasFailed || $mutant {\n",
        "a guess that was right is taken back",
    ),
    Mutant(
        f"{WATCHING}Cache+Watching.swift",
        "if let number, content.original != nil {",
        "if let number, content.original != nil, !$mutant {",
        "no watch is told that a page cannot be read back",
    ),
]
