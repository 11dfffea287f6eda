import PagerThreads

extension Cache {
  /// A page that is shown, until `unwatch`.
  ///
  /// - Parameters:
  ///   - content: the records that the page shows. Changes since then are sent at once.
  ///   - notify: takes what becomes of the page. Runs on the cache's thread, and must not wait.
  package func watch(
    _ request: CacheRequest, _ content: PageContent, notify: @escaping @Sendable (CacheNews<CachedAnswer>) -> Void
  ) -> CacheWatch? {
    let (number, dirty) = state.withLock { state -> (UInt32?, [UInt32]) in
      // Reused numbers may now belong to other records.
      let isVoid = content.reclaims != state.table.reclaims
      let watch = WatchIndex.Watch(
        request: request, notify: notify, shown: isVoid ? [] : content.shown, changes: content.changes,
        original: content.original)
      guard let number = state.watches.add(watch, in: state.table) else { return (nil, []) }
      noteGuess(of: number, isVoid ? [] : content.shown, request, state)
      var dirty: [UInt32] = []
      // The other answer announces its own changes.
      let hasChanged =
        isVoid
        || content.shown.contains { record in
          state.table.hasChanged(record.index, since: content.changes)
            && !state.table.awaitAnnouncement(of: record.index)
        }
      if hasChanged { state.watches.markDirty(number, &dirty) }
      return (number, dirty)
    }
    if let number, content.original != nil { runRendering { $0.check(number) } }
    renderLater(dirty)
    return number.map(CacheWatch.init)
  }

  /// Sends the newest state of a page, whether or not it has changed.
  package func refresh(_ watch: CacheWatch) {
    renderLater(
      state.withLock { state in
        var dirty: [UInt32] = []
        if state.watches[watch.number]?.isDirty == false { state.watches.markDirty(watch.number, &dirty) }
        return dirty
      })
  }

  package func unwatch(_ watch: CacheWatch) {
    state.withLock { $0.watches.remove(watch.number, in: $0.table) }
  }

  /// Sends the changes to the pages that show them.
  ///
  /// - Parameter content: the records of an answer. Others announce later changes, because those may be about to show
  ///   anyway. Nil: all changes.
  package func announce(_ content: PageContent? = nil) {
    renderLater(
      state.withLock { state in
        _ = state.table.shrink()
        return state.watches.takeDirty(in: state.table, through: content?.changes)
      })
  }

  func renderLater(_ dirty: [UInt32]) {
    guard !dirty.isEmpty else { return }
    runRendering { cache in
      for number in dirty { cache.renderNow(number) }
    }
  }

  /// A server left out a part of the page. That counts only if the cache does not have the part from another answer.
  private func check(_ number: UInt32) {
    guard let request = state.withLock({ $0.watches[number]?.request }) else { return }
    if case .failure = answer(request, for: nil, isShown: true) { renderNow(number, isNew: true) }
  }

  private func renderNow(_ number: UInt32, isNew: Bool = false) {
    let watched = state.withLock {
      state -> (request: CacheRequest, notify: @Sendable (CacheNews<CachedAnswer>) -> Void)? in
      guard let watch = state.watches[number] else { return nil }
      state.watches[number]?.isDirty = false
      return (watch.request, watch.notify)
    }
    guard let watched else { return }
    switch answer(watched.request, for: number) {
    case .success(let answer):
      guard state.withLock({ $0.watches.isNews(answer, to: number) }) else { return }
      watched.notify(.changed(answer))
    case .failure(let miss):
      if let before = state.withLock({ $0.watches.lose(number) }) { watched.notify(.withoutGuess(before)) }
      watched.notify(isNew ? .neverWhole(miss) : .lost(miss))
    }
  }

  // MARK: Guesses

  /// Keeps the page without the values of mutations under way. After a mutation fails, the page may no longer be
  /// complete in the cache.
  func noteGuess(of number: UInt32, _ shown: [ShownRecord], _ request: CacheRequest, _ state: State) {
    let mutations = state.table.mutations(shownIn: shown)
    guard !mutations.isEmpty else {
      state.watches.guesses[number] = nil
      return
    }
    state.table.hidesOptimistic = true
    defer { state.table.hidesOptimistic = false }
    let content = PageContent(shown: shown, changes: state.table.changes, reclaims: state.table.reclaims)
    // If a guess has made the page whole, that is how it was before.
    let before =
      (try? render(request, state, isShown: true).answer.get()) ?? state.watches.guesses[number]?.before
      ?? (state.watches[number]?.told ?? state.watches[number]?.original).map {
        CachedAnswer(bytes: $0, content: content)
      }
    state.watches.guesses[number] = before.map { WatchIndex.Guess(mutations: mutations, before: $0) }
  }
}

/// A page that a cache watches.
package struct CacheWatch: Sendable, Hashable {
  let number: UInt32
}
