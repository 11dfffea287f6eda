import SwiftPager
import SwiftPagerTesting

/// "Calls".
extension Migrating {
  /// 2.x.
  static func awaited(_ pager: GraphQLQueryPager<Output>) async throws {
    await pager.fetch(fetchBehavior: .CacheFirst)
    try await pager.loadNext()
    await pager.refetch(cachePolicy: .networkOnly)
    await pager.fetch(cachePolicy: .fetchIgnoringCacheData)
    pager.loadNext(completion: nil)
    for behavior: FetchBehavior in [.CacheFirst, .NetworkFirst, .NetworkOnly, .CacheOnly, .CacheAndNetwork] {
      await pager.fetch(fetchBehavior: behavior)
    }
  }

  /// 1.x.
  static func withCompletions(_ pager: GraphQLQueryPager<Output>) {
    pager.loadNext()
    pager.fetch { print("fetched") }
    pager.refetch { print("fetched again") }
    let subscription = pager.sink { _ in }
    let other = pager.publisher.sink { _ in }
    subscription.cancel()
    other.cancel()
  }

  /// In code that knows the pager by what it can do there is no warning.
  static func state(_ pager: any AsyncPagerType) async -> Bool {
    let canLoad = await pager.canLoadNext
    await pager.reset()
    return canLoad
  }

  /// "A reset before a request has left".
  static func resetUnderWay(
    _ pager: GraphQLQueryPager<Output>, _ transport: ScriptedTransport
  ) async -> PaginationError? {
    transport.hold()
    let load = Task {
      do throws(PaginationError) {
        try await pager.loadAll()
        return nil as PaginationError?
      } catch {
        return error
      }
    }
    await transport.requests(count: 1)
    pager.reset()
    transport.release()
    return await load.value
  }
}

/// "Errors", and "Values".
extension Migrating {
  static func errors<Query: GraphQLQuery>(of response: GraphQLResponse<Query>) -> [String] {
    var words: [String] = []
    if !response.errors.isEmpty { words.append("\(response.errors.count) errors") }
    for error in response.errors {
      words.append(error.message)
      if let message = error["message"]?.string { words.append(message) }
      words += error.locations.map { "\($0.line)" } + error.path.map { "\($0)" }
    }
    return words
  }

  static func word(for error: PaginationError) -> String {
    switch error {
    case .missingInitialPage, .pageHasNoMoreContent, .noQuery: "nothing"
    case .loadInProgress, .cancellation: "later"
    case .unknown(let error): "\(error)"
    }
  }

  static func thrown(_ pager: GraphQLQueryPager<Output>) async -> String {
    do {
      try await pager.loadNext()
      return "nothing"
    } catch {
      // By its type, without a pattern.
      return word(for: error)
    }
  }

  static func ofClient(_ error: any Error) -> Bool { error is ClientError }

  static func length(_ cursor: GraphQLNullable<String>) -> Int? { cursor.count }
}

/// "Outputs".
extension PaginationOutput where InitialQuery == PaginatedQuery {
  /// As an app of either generation reads them.
  func used() -> (pages: [GraphQLResponse<InitialQuery>], further: [GraphQLResponse<InitialQuery>]) {
    let output = self
    let pages = output.previousPages + output.nextPages
    let isEmpty = output.nextPages == []
    let last = output.nextPages.last ?? output.nextPages.map { $0 }.last
    return (isEmpty ? pages : pages + [last].compactMap { $0 }, Array(output.nextPages))
  }

  static func one(_ page: GraphQLResponse<InitialQuery>) -> PaginationOutput {
    PaginationOutput(previousPages: [page], initialPage: page, nextPages: [], lastUpdatedPage: .initial(page))
  }

  static func read(_ page: PaginationOutput.Page) -> (source: UpdateSource, hasData: Bool) {
    (page.source, page.data != nil)
  }

  /// For a preview.
  static func preview(_ data: InitialQuery.Data) -> PaginationOutput {
    PaginationOutput.pages(previous: [data], initial: data, next: [data])
  }

  /// Where the newest page came from.
  func newestSource() -> UpdateSource {
    let output = self
    return output.lastUpdatedPage.source
  }
}

extension PaginationOutput {
  /// The data of a page of either query.
  static func data(_ page: PaginationOutput.Page) -> (any Hashable & Sendable)? { page.data }
}

extension GraphQLResponse {
  /// Where it came from, by the name in a response.
  var origin: GraphQLResponse.Source { source }
}

/// "Outputs", by an older name.
@available(*, deprecated)
func isInitial(_ page: Migrating.Output.QueryWrapper) -> Bool {
  if case .initial = page { true } else { false }
}
