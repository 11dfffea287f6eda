package import PagerClient
import PagerLocks
package import PagerState

/// Functions of the host that say what a page means for its list.
package protocol PageHooks: Sendable {
  /// Runs work on a thread that may call such functions.
  ///
  /// - Parameter whenLeft: runs instead of the rest of the work if a function did not return.
  func enqueue(_ work: @escaping @Sendable () -> Void, whenLeft: @escaping @Sendable () -> Void)

  /// Calls the functions for a page.
  ///
  /// - Parameter isWanted: called before each function.
  /// - Returns: the page with the functions' results.
  func read(
    _ page: ConnectionPage, to request: PageRequest, isWanted: () -> Bool
  ) throws(ClientError) -> ConnectionPage
}

extension PagerEngine<DocumentPagerTypes> {
  /// Makes a pager of a client, whose pages go through functions of the host.
  package convenience init(
    client: GraphQLClient, plan: DocumentPlan, retention: PageRetention,
    resumingAt position: ListPosition<PageRequest>? = nil, hooks: any PageHooks
  ) {
    self.init(
      initialRequest: plan.initialRequest, toward: plan.initialRequest.end, retention: retention,
      resumingAt: position,
      loader: HookedPageLoader(
        client: client, reader: DocumentPageReader(responses: client.responses, plan: plan), hooks: hooks))
  }
}

/// Loads raw pages. The thread that receives an answer reads it. The host's functions then run on another thread and
/// say what it means.
private struct HookedPageLoader: PageLoader {
  let client: GraphQLClient
  let reader: DocumentPageReader
  let hooks: any PageHooks
  let watches: PageWatches?
  private let changes = WaitingChanges()
  private let scale: PageScale
  private let ahead: (any PagesAhead<DocumentPagerTypes>)?

  init(client: GraphQLClient, reader: DocumentPageReader, hooks: any PageHooks) {
    self.client = client
    self.reader = reader
    self.hooks = hooks
    watches = PageWatches(client)
    scale = PageScale()
    ahead = reader.pagesAhead(by: client, scale)
  }

  var watchesPages: Bool { watches != nil }
  var unreadablePages: Int { watches?.unreadableCount ?? 0 }

  func pagerHolds(_ places: HeldPages) {
    watches?.keep(places)
  }

  func operationEnds() -> (any PageExecution)? { ahead?.takeAll() }

  func prepare(
    _ request: PageRequest, _ load: LoadID, _ terms: RequestTerms, _ demand: PageDemand,
    for engine: PagerEngine<DocumentPagerTypes>
  ) -> any PageExecution {
    let completion = reader.completion(of: request, by: client, terms)
    let subject = reader.subject(of: request, number: demand.number)
    let report: Execution.Report = { event in
      do {
        switch event {
        case .answered(let answer):
          let page = try reader.page(in: answer, to: request)
          scale.note(answer.halvings)
          if let completion {
            return completion.complete(page, in: answer) { result in
              switch result {
              case .success(let page): callHooks(for: page, in: answer, to: request, load, subject, engine)
              case .failure(let failure): engine.fail(load, failure)
              }
            }
          }
          answer.whenKept(on: InlineExecutor()) { error in
            if let error { return engine.fail(load, RequestFailure(error, attempts: answer.attempts)) }
            callHooks(for: page, in: answer, to: request, load, subject, engine)
          }
        case .failed(let error, _):
          throw error
        }
      } catch {
        engine.fail(load, reader.failure(error, attempts: event.attempts))
      }
    }
    let execution: any PageExecution =
      ahead?.prepare(request, terms, demand, report: report)
      ?? client.prepare(
        with: terms.options, for: subject, terms.policy,
        reader.requestBody(of: request, scale), report: report)
    return completion.map { CompletedExecution(execution: execution, completion: $0) } ?? execution
  }

  private func callHooks(
    for page: ConnectionPage, in answer: Answer, to request: PageRequest, _ load: LoadID,
    _ subject: RequestSubject, _ engine: PagerEngine<DocumentPagerTypes>
  ) {
    hooks.enqueue {
      conclude(page, in: answer, to: request, load, subject, engine)
    } whenLeft: {
      let error = ClientError.hook(message: "a hook did not return")
      engine.fail(load, RequestFailure(error, attempts: answer.attempts))
    }
  }

  private func conclude(
    _ page: ConnectionPage, in answer: Answer, to request: PageRequest, _ load: LoadID,
    _ subject: RequestSubject, _ engine: PagerEngine<DocumentPagerTypes>
  ) {
    // A page that is not wanted any more is not looked at: that runs a host's code.
    let isWanted = { engine.read { $0.isLoading(load) } }
    guard isWanted() else { return }
    do throws(ClientError) {
      let read = reader.admit(try hooks.read(page, to: request, isWanted: isWanted), to: request, load)
      let admitChange = reader.admitChanges(of: read)
      engine.take(answer, of: load, subject, watches, objection: reader.objection(to: read)) {
        engine.place(read, of: load, isFinal: answer.isFinal).map { _ in
          ahead?.note(read, to: request)
          return read.inspection
        }
      } changed: { [weak engine, weak watches, changes, reader, hooks] answer, id in
        guard let engine, let watches, changes.put(answer, at: id) else { return }
        hooks.enqueue {
          // A page that can no longer be read stays as it is, like a page that the cache lost.
          guard let answer = changes.take(at: id), let page = try? reader.page(in: answer, to: request),
            let page = try? hooks.read(page, to: request, isWanted: { watches.has(id) })
          else { return }
          let admitted = admitChange(page)
          watches.show(id) { engine.replace(admitted, admitted.inspection, at: id, from: .cache) }
        } whenLeft: {
          // The page stays as it is.
        }
      }
    } catch {
      engine.fail(load, RequestFailure(error, attempts: answer.attempts))
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

  func take(at id: PageID) -> Answer? {
    answers.withLock { $0.removeValue(forKey: id) }
  }
}
