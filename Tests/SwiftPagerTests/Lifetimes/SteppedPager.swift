import Dispatch
import SwiftPager
import Synchronization

/// A pager whose fetch shows its steps, and which can be dropped by any thread: nothing else holds it.
final class SteppedPager: Sendable {
  private typealias Output = PaginationOutput<SteppedQuery, SteppedQuery>

  private let pager: Mutex<GraphQLQueryPager<Output>?>

  init(_ server: HeroServer) {
    let pager = GraphQLQueryPager<Output>(
      client: server.client, initialQuery: SteppedQuery(),
      extractPageInfo: { (data: SteppedQuery.Data) in
        FetchStep.extracting.reach()
        return data.page.forward
      },
      pageResolver: { _, _ in
        FetchStep.resolving.reach()
        return nil
      },
      transform: { (output: Output) in
        FetchStep.transforming.reach()
        return output
      })
    // The pager keeps its subscribers.
    _ = DemandingSubscriber(pager, demand: .unlimited) { _, _ in
      FetchStep.receiving.reach()
      return .none
    }
    self.pager = Mutex(pager)
  }

  func fetch(completion: @escaping @Sendable (PaginationError?) -> Void) {
    pager.withLock { pager in
      pager?.fetch(callbackQueue: .global()) { error in
        FetchStep.completing.reach()
        completion(error)
      }
    }
    FetchStep.beginning.reach()
  }

  func drop() {
    // Taken out alive: its end runs outside the lock.
    let dropped = pager.withLock { $0.take() }
    withExtendedLifetime(dropped) {}
  }
}

/// A query that shows when it is written, and when its data is read.
private struct SteppedQuery: GraphQLQuery {
  static let document = HeroesQuery.document

  struct Variables: Encodable, Sendable {
    func encode(to encoder: any Encoder) throws {
      FetchStep.encoding.reach()
      try HeroesQuery.forward().variables.encode(to: encoder)
    }
  }

  struct Data: Decodable, Hashable, Sendable {
    let page: HeroesQuery.Data

    init(from decoder: any Decoder) throws {
      FetchStep.decoding.reach()
      page = try HeroesQuery.Data(from: decoder)
    }
  }

  var variables: Variables { Variables() }

  static func == (left: SteppedQuery, right: SteppedQuery) -> Bool { true }
  func hash(into hasher: inout Hasher) {}
}
