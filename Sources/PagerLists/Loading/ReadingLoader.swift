package import PagerClient
package import PagerEngine
package import PagerState
import PagerThreads

/// Loads pages through a client, and reads them with a reader.
///
/// A page comes this way: the reader reads it, a completion makes it whole, the cache stores it, hooks read it, and it
/// enters the list. Most pagers have neither a completion nor hooks.
package final class ReadingLoader: PageLoader {
  private let client: GraphQLClient
  private let executor: any RequestExecutor
  private let arrivals: any RequestExecutor
  /// Whether pages enter the list on the thread that received them.
  private let isInline: Bool
  fileprivate let reader: any PageReader
  private let watches: PageWatches?
  /// For hooks only.
  private let waitingChanges: WaitingChanges?
  fileprivate let scale: PageScale
  private let ahead: (any PagesAhead)?

  /// - Parameters:
  ///   - executor: takes pages into the list, and has the reader inspect them.
  ///   - arrivals: reads answers that enter the cache, and writes them to it; nil: `executor` does. For an executor
  ///     that a user's code can delay.
  package init(
    client: GraphQLClient, executor: any RequestExecutor, arrivals: (any RequestExecutor)? = nil, reader: any PageReader
  ) {
    self.client = client
    self.executor = executor
    self.arrivals = arrivals ?? executor
    isInline = executor is InlineExecutor
    self.reader = reader
    watches = PageWatches(client)
    waitingChanges = reader.hooks.map { _ in WaitingChanges() }
    scale = PageScale()
    ahead = reader.pagesAhead(by: client, scale)
  }

  package var watchesPages: Bool { watches != nil }
  package var unreadablePages: Int { watches?.unreadableCount ?? 0 }

  package func pagerHolds(_ places: HeldPages) {
    watches?.keep(places)
  }

  package func prepareAhead(_ request: ListRequest, _ terms: RequestTerms, _ number: Int?) -> (any PageExecution)? {
    ahead?.prepareAhead(request, terms, number)
  }

  package func operationEnds() -> (any PageExecution)? {
    // No further page is read. This does not wait: a thread that reads now keeps the memory for its own walk.
    client.responses.giveBackMemory()
    return ahead?.takeAll()
  }

  package func prepare(
    _ request: ListRequest, _ load: LoadID, _ terms: RequestTerms, _ demand: PageDemand,
    for engine: PagerEngine
  ) -> any PageExecution {
    // No stored answer is that of a list that has moved since, and no request follows a change in the cache.
    let terms = request.movesList ? RequestTerms(.fetchIgnoringCacheCompletely, terms.options) : terms
    let subject = reader.subject(of: request, number: demand.number)
    let completion = reader.completion(of: request, by: client, terms)
    let load = PageLoad(load, request, subject, completion, by: self, for: engine)
    let report: Execution.Report = { load.read($0) }
    // An answer that bypasses the cache need not be stored in time.
    let arrivals = client.cache == nil || terms.policy == .fetchIgnoringCacheCompletely ? executor : arrivals
    let execution: any PageExecution =
      ahead?.prepare(request, terms, demand, report: report)
      ?? client.prepare(
        with: terms.options, for: subject, terms.policy,
        load, on: arrivals, readBy: reader.responses, report: report)
    return completion.map { CompletedExecution(execution: execution, completion: $0) } ?? execution
  }

  // MARK: A page

  /// Reads the page in an answer, and makes it whole.
  fileprivate func read(_ event: ExecutionEvent, for load: PageLoad) {
    do {
      switch event {
      case .answered(let answer):
        let page = try reader.page(in: answer, to: load.request)
        if !answer.isCached { scale.note(halvings: answer.halvings, refusals: answer.refusals) }
        guard let completion = load.completion else { return store(page, in: answer, for: load) }
        completion.complete(page, in: answer) { [self] result in
          switch result {
          case .success(let page): callHooks(for: page, in: answer, for: load)
          case .failure(let failure): load.engine.fail(load.id, failure)
          }
        }
      case .failed(let error, _):
        throw error
      }
    } catch {
      // This page comes after the page that arrived ahead of it.
      let isRefusal = (error as? ClientError)?.isRefusal ?? false
      executor.execute { [reader] in
        load.engine.fail(load.id, reader.failure(error, attempts: event.attempts), isRefusal: isRefusal)
      }
    }
  }

  /// Waits until the cache has stored what it has to keep of a page.
  private func store(_ page: ListPage, in answer: Answer, for load: PageLoad) {
    if answer.isKeptLater {
      if let facts = reader.foreseen(page) { load.engine.foresee(facts, of: load.id) }
      answer.whenKept(on: executor) { [self] error in
        if let error { return load.engine.fail(load.id, reader.failure(error, attempts: answer.attempts)) }
        callHooks(for: page, in: answer, for: load)
      }
    } else if isInline {
      callHooks(for: page, in: answer, for: load)
    } else {
      executor.execute { [self] in callHooks(for: page, in: answer, for: load) }
    }
  }

  private func callHooks(for page: ListPage, in answer: Answer, for load: PageLoad) {
    guard let hooks = reader.hooks else { return enter(page, in: answer, for: load) }
    hooks.enqueue { [self] in
      // A page that is not wanted any more is not looked at: that runs a host's code.
      let isWanted = { load.engine.read { $0.isLoading(load.id) } }
      guard isWanted() else { return }
      do throws(ClientError) {
        enter(try hooks.read(page, to: load.request, isWanted: isWanted), in: answer, for: load)
      } catch {
        load.engine.fail(load.id, reader.failure(error, attempts: answer.attempts))
      }
    } whenLeft: { [reader] in
      let error = ClientError.hook(message: "a hook did not return")
      load.engine.fail(load.id, reader.failure(error, attempts: answer.attempts))
    }
  }

  /// Takes a page into the list, and has the cache watch it.
  private func enter(_ page: ListPage, in answer: Answer, for load: PageLoad) {
    // The next page may have come by now and changed what this page shows. It reports that itself after it is in the
    // list.
    let arrival = answer.entry?.arrives()
    defer {
      if !answer.isCached { answer.entry?.announceOwn() }
      // A caller that has awaited this page may read another pager, or write to the cache and read this one.
      if let arrival { answer.entry?.arrived(arrival) }
    }
    if reader.showsPositions(page, to: load.request) { client.notePositions(load.subject) }
    let page = reader.admit(page, to: load.request, load.id)
    let changes = watches?.changes
    let source: PageSource = answer.isCached ? .cache : .server
    let objection = reader.objection(to: page)
    let conflicts = answer.conflicts
    let id: PageID?
    if var facts = reader.inspect(page, to: load.request, among: nil) {
      if let conflicts { facts.conflicts = conflicts }
      id = load.engine.receive(
        page, facts, of: load.id, from: source, isFinal: answer.isFinal, objection: objection
      ) {
        ahead?.note(page, to: load.request)
      }
    } else {
      // A page that is not wanted any more is not looked at: that runs a user's code.
      guard let pages = load.engine.place(page, of: load.id, isFinal: answer.isFinal),
        var facts = reader.inspect(page, to: load.request, among: pages)
      else { return }
      if let conflicts { facts.conflicts = conflicts }
      id = load.engine.conclude(
        load.id, facts, from: source, isFinal: answer.isFinal, objection: objection)
    }
    guard let id, let watches, let entry = answer.entry else { return }
    watches.begin(
      entry, at: id, load.subject, after: changes?[id]?.shown ?? 0, changed: change(of: page, at: id, for: load))
    // The page may have left while its watch began.
    if !load.engine.read({ $0.places.contains(id) }) { watches.end(id) }
  }

  // MARK: A changed page

  /// What takes a page of the list as the cache has it after a change, and shows it.
  private func change(of page: ListPage, at id: PageID, for load: PageLoad) -> @Sendable (Answer) -> Void {
    let admitChange = reader.admitChanges(of: page)
    let request = load.request
    // No end of an operation follows, which would give the memory back.
    let read = { @Sendable [reader, responses = client.responses] (answer: Answer) in
      defer { responses.giveBackMemory() }
      return try? reader.page(in: answer, to: request)
    }
    return { [weak engine = load.engine, weak watches, waitingChanges, executor, arrivals, reader] answer in
      guard let engine, let watches else { return }
      let show = { @Sendable (changed: ListPage) in
        let page = admitChange(changed)
        watches.show(id) {
          if let facts = reader.inspect(page, to: request, among: nil) {
            return engine.replace(page, facts, at: id, from: .cache)
          }
          guard let pages = engine.read({ $0.pages(with: page, at: id) }),
            let facts = reader.inspect(page, to: request, among: pages)
          else { return false }
          return engine.replace(page, facts, at: id, from: .cache)
        }
      }
      // A page that can no longer be read stays as it is, like a page that the cache lost.
      guard let hooks = reader.hooks, let waitingChanges else {
        return arrivals.execute {
          guard let page = read(answer) else { return }
          // Pages enter the list on the executor, because a user's code may read what the page says about the list.
          executor.execute { show(page) }
        }
      }
      guard waitingChanges.put(answer, at: id) else { return }
      hooks.enqueue {
        guard let answer = waitingChanges.remove(at: id), let page = read(answer),
          let page = try? hooks.read(page, to: request, isWanted: { watches.has(id) })
        else { return }
        show(page)
      } whenLeft: {
        // The page stays as it is.
      }
    }
  }
}

/// The load of one page.
///
/// `@unchecked`: only a final class without such a superclass can be checked. All properties are constants.
private final class PageLoad: PageWriter, @unchecked Sendable {
  let id: LoadID
  let subject: RequestSubject
  let completion: (any PageCompletion)?
  let engine: PagerEngine
  private let loader: ReadingLoader

  init(
    _ id: LoadID, _ request: ListRequest, _ subject: RequestSubject, _ completion: (any PageCompletion)?,
    by loader: ReadingLoader, for engine: PagerEngine
  ) {
    (self.id, self.subject, self.completion) = (id, subject, completion)
    (self.loader, self.engine) = (loader, engine)
    super.init(request, loader.reader, loader.scale)
  }

  func read(_ event: ExecutionEvent) {
    loader.read(event, for: self)
  }
}

extension Answer {
  /// The fields for which it has two values in one record of the cache; nil if there are none.
  fileprivate var conflicts: PageConflicts? {
    entry?.conflicts.map { found in
      PageConflicts(
        count: found.count, first: RecordConflict(type: found.type, key: found.key, field: found.field))
    }
  }
}

/// Changed pages that wait for the host's functions, each in its newest state, however often it has changed.
private final class WaitingChanges: Sendable {
  private let answers = Lock<[PageID: Answer]>([:])

  /// Replaces the waiting page.
  ///
  /// - Returns: whether none waited.
  func put(_ answer: Answer, at id: PageID) -> Bool {
    answers.withLock { $0.updateValue(answer, forKey: id) == nil }
  }

  func remove(at id: PageID) -> Answer? {
    answers.withLock { $0.removeValue(forKey: id) }
  }
}

/// A page on its way, and what makes it whole.
private final class CompletedExecution: WaitingExecution {
  private let execution: any PageExecution
  private let completion: any PageCompletion

  init(execution: any PageExecution, completion: any PageCompletion) {
    (self.execution, self.completion) = (execution, completion)
  }

  func start() {
    execution.start()
  }

  func giveUp() {
    execution.giveUp()
    completion.cancel()
  }

  var wait: RequestWait? { (execution as? any WaitingExecution)?.wait ?? completion.wait }
}
