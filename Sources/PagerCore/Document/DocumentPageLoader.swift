import PagerClient
import PagerState
import PagerTransport

/// Loads raw pages of a connection.
///
/// Where the page info lies is known beforehand, so an answer is read on the thread that received it and the next
/// request leaves from there.
struct DocumentPageLoader: PageLoader {
  typealias Types = DocumentPagerTypes

  let client: GraphQLClient
  let plan: DocumentPlan

  var closed: ClientError { .closed }

  func load(_ request: PageCursor, _ load: LoadID, for engine: PagerEngine<Types>) -> (@Sendable () -> Void)? {
    let transfer = client.transport.send(plan.requests.body(cursor: request.json)) { [client, plan] result in
      do {
        let response = try result.get()
        let page = try client.responses.page(in: response, shape: plan.shape)
        engine.receive(page, of: load, PageInspection(page))
      } catch let error as ClientError {
        engine.fail(load, error)
      } catch let error as TransportError {
        engine.fail(load, ClientError(error))
      } catch {
        engine.fail(load, .network(message: "\(error)"))
      }
    }
    guard let transfer else { return nil }
    return { [client] in client.transport.cancel(transfer) }
  }
}

extension PageInspection<PageCursor> {
  fileprivate init(_ page: ConnectionPage) {
    guard !page.hasFailed else {
      self = .withoutData
      return
    }
    let next: Turn<PageCursor> =
      switch page.following {
      case .none: .closed
      case .cursor(let json): .open(PageCursor(json: json))
      case .nullCursor: .broken(.nullCursor)
      case .unknown: .broken(.missingPageInfo)
      }
    self.init(hasData: true, itemCount: page.itemCount, next: next, previous: .closed)
  }
}
