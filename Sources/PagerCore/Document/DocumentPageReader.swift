import PagerClient
import PagerJSON
import PagerState
import PagerTransport

/// Reads raw pages of a list.
///
/// Where the page info lies is known beforehand, so an answer is read on the thread that received it and the next
/// request leaves from there.
struct DocumentPageReader: PageReader {
  typealias Types = DocumentPagerTypes

  let responses: ResponseReader
  let plan: DocumentPlan

  func body(of request: PageRequest) throws -> [UInt8] {
    if let body = request.body { return body }
    return try plan[request.query].requests.body(of: request)
  }

  func page(in answer: Answer, to request: PageRequest) throws -> ConnectionPage {
    var shape = plan[request.query].shape
    // The host may have asked with another document.
    if let items = request.items { shape.learn(items) }
    return try responses.page(in: answer, to: request, shape: shape)
  }

  func completion(
    of request: PageRequest, by client: GraphQLClient
  ) -> (any PageCompletion<DocumentPagerTypes>)? {
    plan[request.query].drain.map { drain in NestedDrain(client, drain) { try self.page(in: $0, to: request) } }
  }

  func objection(to page: ConnectionPage) -> ClientError? {
    plan.nested == .report || page.hasFailed ? nil : page.nested?.shortfall
  }

  func inspect(
    _ page: ConnectionPage, to request: PageRequest, among pages: PageSnapshot<ConnectionPage>
  ) -> PageInspection<PageRequest> {
    page.inspection
  }

  func failure(_ error: any Error) -> ClientError {
    switch error {
    case let error as ClientError: error
    case let error as JSONTextError: .network(message: error.message)
    default: .network(message: "\(error)")
    }
  }
}
