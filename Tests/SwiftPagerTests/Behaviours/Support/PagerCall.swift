import Dispatch
import SwiftPager
import TestSupport

/// A call on a pager, so that tests can speak of them in general.
enum PagerCall: CaseIterable, Sendable {
  case fetch
  case refetch
  case loadNext
  case loadPrevious
  /// From the initial page.
  case loadAll
  /// From the pages held.
  case loadRest
}

extension AsyncGraphQLQueryPager {
  /// Calls and waits; returns the error that the call threw.
  func outcome(of call: PagerCall) async -> PaginationError? {
    do throws(PaginationError) {
      switch call {
      case .fetch: await fetch()
      case .refetch: await refetch()
      case .loadNext: try await loadNext()
      case .loadPrevious: try await loadPrevious()
      case .loadAll: try await loadAll()
      case .loadRest: try await loadAll(fetchFromInitialPage: false)
      }
      return nil
    } catch {
      return error
    }
  }

  /// Begins a call, and returns when its request is on its way.
  func begin(_ call: PagerCall, at server: HeroServer) async throws -> Task<PaginationError?, Never> {
    let before = server.transport.requests.count
    let task = Task { await outcome(of: call) }
    try await eventually("\(call) sends its request") { server.transport.requests.count > before }
    return task
  }
}

extension GraphQLQueryPager {
  /// Calls; the notebook gets what the completion is told.
  func begin(_ call: PagerCall, _ notebook: Notebook<PaginationError?>) {
    let queue = DispatchQueue(label: "completions")
    let completion: Completion = { notebook.note($0) }
    switch call {
    case .fetch: fetch(callbackQueue: queue, completion: completion)
    case .refetch: refetch(callbackQueue: queue, completion: completion)
    case .loadNext: loadNext(callbackQueue: queue, completion: completion)
    case .loadPrevious: loadPrevious(callbackQueue: queue, completion: completion)
    case .loadAll: loadAll(callbackQueue: queue, completion: completion)
    case .loadRest: loadAll(fetchFromInitialPage: false, callbackQueue: queue, completion: completion)
    }
  }

  /// Calls and waits; returns what the completion was told.
  func outcome(of call: PagerCall) async throws -> PaginationError? {
    let ends = Notebook<PaginationError?>()
    begin(call, ends)
    try await eventually("\(call) ends") { ends.history.count == 1 }
    return ends.history[0]
  }
}
