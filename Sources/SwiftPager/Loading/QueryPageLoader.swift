import Dispatch
import PagerClient
import PagerCore
import PagerState
import PagerTransport

/// Loads decoded pages.
///
/// What a user wrote (variables that encode, data that decodes, functions that read the page info) runs on the pager's own
/// serial queue, never on the network thread and never under a lock.
struct QueryPageLoader<InitialQuery: GraphQLQuery, PaginatedQuery: GraphQLQuery>: PageLoader {
  typealias Types = QueryPagerTypes<InitialQuery, PaginatedQuery>

  let client: GraphQLClient
  let queue: DispatchQueue
  let strategy: PageStrategy<InitialQuery, PaginatedQuery>
  /// Used on the queue only, so nobody waits for it.
  private let responses = ResponseReader()

  init(client: GraphQLClient, queue: DispatchQueue, strategy: PageStrategy<InitialQuery, PaginatedQuery>) {
    self.client = client
    self.queue = queue
    self.strategy = strategy
  }

  var closed: LoadFailure { LoadFailure(underlying: ClientError.closed) }

  func load(_ query: Types.Request, _ load: LoadID, for engine: PagerEngine<Types>) -> (@Sendable () -> Void)? {
    let flight = PageFlight(client.transport)
    queue.async {
      do {
        let isSent = flight.send(try query.requestBody()) { result in
          queue.async { take(result, of: query, load, for: engine) }
        }
        if !isSent { engine.fail(load, closed) }
      } catch {
        engine.fail(load, LoadFailure(underlying: error))
      }
    }
    return { flight.giveUp() }
  }

  private func take(
    _ result: Result<HTTPResponse, TransportError>, of query: Types.Request, _ load: LoadID,
    for engine: PagerEngine<Types>
  ) {
    do {
      let page = try page(answering: query, in: try result.get())
      guard let pages = engine.preview(page, of: load) else { return }
      engine.receive(page, of: load, strategy.inspect(page, among: pages))
    } catch let error as TransportError {
      engine.fail(load, LoadFailure(underlying: ClientError(error)))
    } catch {
      engine.fail(load, LoadFailure(underlying: error))
    }
  }

  private func page(answering query: Types.Request, in response: HTTPResponse) throws(ClientError) -> Types.Page {
    switch query {
    case .initial: .initial(try responses.response(to: InitialQuery.self, in: response))
    case .paginated: .paginated(try responses.response(to: PaginatedQuery.self, in: response))
    }
  }
}

extension PageQuery {
  fileprivate func requestBody() throws -> [UInt8] {
    switch self {
    case .initial(let query): try query.requestBody()
    case .paginated(let query): try query.requestBody()
    }
  }
}
