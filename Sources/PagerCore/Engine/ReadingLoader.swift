package import PagerClient
package import PagerState
package import PagerTransport

/// What an answer says of a list: all that the loaders of the faces differ in.
package protocol PageReader<Types>: Sendable {
  associatedtype Types: PagerTypes

  /// Writes the request for a page.
  func body(of request: Types.Request) throws -> [UInt8]
  /// Reads the page in an answer to a request.
  func page(in response: HTTPResponse, to request: Types.Request) throws -> Types.Page
  /// What the page says of the pages around it, given all pages held, this one included.
  func inspect(
    _ page: Types.Page, to request: Types.Request, among pages: PageSnapshot<Types.Page>
  ) -> PageInspection<Types.Request>
  /// How a failure reads to subscribers: a `ClientError`, or what a user's own code threw.
  func failure(_ error: any Error) -> Types.Failure
}

/// Loads pages through a client and has a reader say what is in them.
package struct ReadingLoader<Reader: PageReader>: PageLoader {
  package typealias Types = Reader.Types

  private let client: GraphQLClient
  private let executor: any RequestExecutor
  private let reader: Reader

  /// - Parameter executor: runs the reader.
  package init(client: GraphQLClient, executor: any RequestExecutor, reader: Reader) {
    self.client = client
    self.executor = executor
    self.reader = reader
  }

  package func prepare(
    _ request: Types.Request, _ load: LoadID, for engine: PagerEngine<Types>
  ) -> any PageExecution {
    let body = { @Sendable [reader] in try reader.body(of: request) }
    return client.prepare(body, on: executor) { [reader] event in
      do {
        switch event {
        case .answered(let response):
          let page = try reader.page(in: response, to: request)
          // A page that is not wanted any more is not looked at: that runs a user's code.
          guard let pages = engine.place(page, of: load) else { return }
          engine.conclude(load, reader.inspect(page, to: request, among: pages))
        case .failed(let error):
          throw error
        }
      } catch {
        engine.fail(load, reader.failure(error))
      }
    }
  }
}
