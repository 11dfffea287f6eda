import PagerThreads

/// What a cache does with the archive behind its table, always on the cache's thread.
extension Cache {
  /// Opens a cache in the place that the configuration names. Waits for the file.
  package static func open(_ configuration: CacheConfiguration) throws(CacheError) -> Cache {
    guard case .sqlite(let path) = configuration.store else { return Cache(configuration) }
    let hasMaximum = configuration.maximumRecords != nil
    let patience = configuration.lockPatience
    let thread = JobThread()
    let opening = thread.runAndWait { () -> Result<(SQLiteArchive, [TypeFact]), CacheError> in
      Result { () throws(CacheError) in
        let archive = try SQLiteArchive(path: path, hasMaximum: hasMaximum, patience: patience)
        return (archive, try archive.read { () throws(CacheError) in try archive.facts() })
      }
    }
    do {
      let (archive, facts) = try opening.get()
      return Cache(configuration, archive: archive, facts: facts, on: thread)
    } catch {
      thread.stop()
      throw error
    }
  }

  // MARK: Committing

  /// Writes everything stored so far into the file. Committed records outlive this process, however it ends.
  ///
  /// What could not be committed stays in memory, and goes into the file with the next commit that succeeds.
  ///
  /// - Parameter then: takes the error. It runs at once if there is no file, and otherwise on the cache's thread. It
  ///   must not wait.
  package func commit(then: @escaping @Sendable (CacheError?) -> Void) {
    guard let archive else { return then(nil) }
    thread.run { then(self.save(to: archive)) }
  }

  /// Waits until what was taken in is in the file.
  func commit() throws(CacheError) {
    guard let archive else { return }
    if let error = thread.runAndWait({ self.save(to: archive) }) { throw error }
  }

  /// Returns what went wrong.
  private func save(to archive: any RecordArchive) -> CacheError? {
    guard state.withLock({ $0.table.hasUnsaved }) else { return nil }
    var saving: SavedChanges?
    do {
      let left = try archive.write { () throws(CacheError) in
        try noticeOthers(archive)
        guard let changes = state.withLock({ $0.table.takeUnsaved() }) else { return [String]() }
        saving = changes
        try write(changes, to: archive)
        guard let maximum = configuration.maximumRecords else { return [] }
        return try archive.shrink(to: maximum) { key in
          self.state.withLock { state in state.table.find(key).map { state.table.isShown($0) } ?? false }
        }
      }
      let changes = saving
      state.withLock { state in
        if let changes { state.table.noteSaved(changes) }
        for key in left { state.table.leave(key) }
      }
      return nil
    } catch {
      let changes = saving
      state.withLock { state in
        if let changes { state.table.restore(changes) }
      }
      return error
    }
  }

  private func write(_ changes: SavedChanges, to archive: any RecordArchive) throws(CacheError) {
    if changes.isCleared { try archive.removeAll() }
    for key in changes.evicted { try archive.remove(key, withFields: true) }
    for key in changes.used { try archive.use(key) }
    var met: [SavedChanges.Record] = []
    for record in changes.records {
      if record.isWhole {
        try archive.put(record.stored)
      } else if try !archive.insert(record.stored) || record.isMixed {
        met.append(record)
      }
    }
    // Values that only the archive has go below the values in memory. Values that the archive no longer has leave
    // memory, too.
    if !met.isEmpty {
      let keys = met.map(\.stored.key)
      let found = try archive.records(keys)
      let (merged, dirty) = try state.withLock { state throws(CacheError) in
        let before = state.table.changes
        _ = try state.table.load(found, of: keys)
        // An answer announces its own changes only, and there may be no other that announces these.
        let dirty = state.table.changes == before ? [] : state.watches.takeDirty(in: state.table)
        return (state.table.stored(met.map(\.index)), dirty)
      }
      renderLater(dirty)
      for record in merged { try archive.put(record) }
    }
    for fact in changes.facts { try archive.add(fact) }
  }

  // MARK: Reading

  /// Answers an operation from memory or from the file.
  ///
  /// - Parameter then: takes the answer. It runs at once if there is no file, and otherwise on the cache's thread. It
  ///   must not wait.
  package func read(
    _ request: CacheRequest, then: @escaping @Sendable (Result<CachedAnswer, CacheMiss>) -> Void
  ) {
    guard archive != nil else { return then(response(to: request).map { .success($0) } ?? read(request)) }
    thread.run { then(self.answer(request, for: nil)) }
  }

  /// Answers an operation from memory or from the file, for which it waits.
  func readAndWait(_ request: CacheRequest) -> Result<CachedAnswer, CacheMiss> {
    archive == nil ? read(request) : thread.runAndWait { self.answer(request, for: nil) }
  }

  /// Answers an operation; on the cache's thread if there is a file.
  ///
  /// - Parameters:
  ///   - watch: the watch that gets changes of the answer's records, and has those up to now.
  ///   - isShown: whether a page shows it already; nil: it does if there is a watch.
  func answer(
    _ request: CacheRequest, for watch: UInt32?, isShown: Bool? = nil
  ) -> Result<CachedAnswer, CacheMiss> {
    let isShown = isShown ?? (watch != nil)
    guard let archive else {
      return state.withLock { state in
        let rendering = render(request, state, isShown: isShown)
        if let watch { note(rendering, of: request, for: watch, state) }
        return rendering.answer
      }
    }
    // A shown change is in the file. If the file cannot take it, the writer gets the error.
    _ = save(to: archive)
    do {
      return try archive.read { () throws(CacheError) in
        try noticeOthers(archive)
        var isNews = true
        while true {
          let (answer, absent, dirty) = state.withLock { state in
            let rendering = render(request, state, isShown: isShown)
            let answer = rendering.answer
            guard rendering.absent.isEmpty || !isNews else { return (answer, rendering.absent, [UInt32]()) }
            // Changes of another process that the reads met are announced, too.
            var dirty = state.watches.takeDirty(in: state.table)
            if let watch {
              note(rendering, of: request, for: watch, state)
              dirty.removeAll { $0 == watch }
            }
            return (answer, [], dirty)
          }
          renderLater(dirty)
          if absent.isEmpty { return answer }
          isNews = try load(Array(Set(absent)), from: archive)
        }
      }
    } catch {
      return .failure(CacheMiss(place: "", reason: error.message, error: error))
    }
  }

  private func note(_ rendering: Rendering, of request: CacheRequest, for watch: UInt32, _ state: State) {
    state.watches.note(rendering, for: watch, in: state.table)
    if case .success = rendering.answer { noteGuess(of: watch, rendering.shown, request, state) }
  }

  private func load(_ keys: [String], from archive: any RecordArchive) throws(CacheError) -> Bool {
    let found = try archive.records(keys)
    return try state.withLock { state throws(CacheError) in try state.table.load(found, of: keys) }
  }

  /// The keys in the file that contain a text, in upper or lower case.
  func storedKeys(matching pattern: KeyPattern) throws(CacheError) -> [String] {
    guard let archive else { return [] }
    let outcome = thread.runAndWait { () -> Result<[String], CacheError> in
      Result { () throws(CacheError) in
        try archive.read { () throws(CacheError) in
          try self.noticeOthers(archive)
          return try archive.keys { pattern.matches($0) }
        }
      }
    }
    return try outcome.get()
  }

  /// Has memory know all that the file has of a record and of its fields.
  func load(_ key: String) throws(CacheError) {
    guard let archive else { return }
    let outcome = thread.runAndWait { () -> Result<Void, CacheError> in
      Result { () throws(CacheError) in
        try archive.read { () throws(CacheError) in
          try self.noticeOthers(archive)
          let found = try archive.records([key]) + archive.fields(of: key)
          let fields = self.state.withLock { state in
            state.table.find(key).map { state.table.fields(of: $0).map { state.table.key($0) } } ?? []
          }
          try self.state.withLock { state throws(CacheError) in _ = try state.table.load(found, of: [key] + fields) }
        }
      }
    }
    try outcome.get()
    announce()
  }

  /// Another process may have written. What memory has of the file is then not known any more.
  private func noticeOthers(_ archive: any RecordArchive) throws(CacheError) {
    guard try archive.takeForeignChange() else { return }
    let facts = try archive.facts()
    state.withLock { state in
      state.table.beginEpoch()
      state.table.facts.adopt(facts)
    }
  }
}
