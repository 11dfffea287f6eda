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

  func body(of request: PageRequest, halvings: Int) throws -> [UInt8]? {
    if request.body != nil { return nil }
    return try plan[request.query].requests.body(of: request, halvings: halvings)
  }

  func page(in answer: Answer, to request: PageRequest) throws -> ConnectionPage {
    var shape = plan[request.query].shape
    // The host may have asked with another document.
    if let nodeKeys = request.nodeKeys { shape.nodeKeys = nodeKeys }
    var page = try responses.page(in: answer, to: request, shape: shape)
    if plan.isStrict, page.errors != nil, !page.hasFailed { page.inspection.endsOperation = true }
    return page
  }

  func inspect(
    _ page: ConnectionPage, to request: PageRequest, among pages: PageSnapshot<ConnectionPage>
  ) -> PageInspection<PageRequest> {
    page.inspection
  }

  func failure(_ error: any Error, attempts: Int) -> RequestFailure {
    switch error {
    case let error as ClientError: RequestFailure(error, attempts: attempts)
    case let error as JSONTextError: RequestFailure(.network(message: error.message), attempts: attempts)
    default: RequestFailure(.network(message: "\(error)"), attempts: attempts)
    }
  }
}
