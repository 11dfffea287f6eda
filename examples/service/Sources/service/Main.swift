// Streams a list of an upstream GraphQL server, a product a line:
//
//     UPSTREAM=http://127.0.0.1:8080/graphql PORT=8081 swift run service
//     curl http://127.0.0.1:8081/products
import Foundation
import Hummingbird
import Logging
import Metrics
import ServiceLifecycle
import SwiftPager

/// Says in the log that the service was told to end.
private struct Announcement: Service {
  private let settings: Settings
  private let logger: Logger

  init(_ settings: Settings, _ logger: Logger) {
    self.settings = settings
    self.logger = logger
  }

  func run() async throws {
    try await gracefulShutdown()
    logger.notice("Ending: streams have \(settings.drainLimit)")
  }
}

@main
struct Main {
  static func main() async {
    do {
      try await serve(Settings())
    } catch {
      FileHandle.standardError.write(Foundation.Data("service: \(error)\n".utf8))
      exit(1)
    }
  }

  /// Serves until SIGTERM or SIGINT, and then until all streams have ended.
  private static func serve(_ settings: Settings) async throws {
    LoggingSystem.bootstrap { StreamLogHandler.standardError(label: $0) }
    let figures = FigureStore()
    MetricsSystem.bootstrap(figures)
    var logger = Logger(label: "service")
    logger.logLevel = settings.logLevel

    // All requests of this client leave with the same rights, and each asks for the newest data: a cache would keep
    // what is not asked for again, and costs more than the rest of a page.
    let configuration = ClientConfiguration(endpoint: settings.upstream, cache: CacheOptions(store: .none))
    let client = try GraphQLClient(configuration)
    let router = makeRouter(client, settings, figures)
    let application = Application(
      router: router, configuration: .init(address: .hostname(settings.host, port: settings.port)), logger: logger)

    // The services end in the reverse order: the server waits for its streams, and the client ends after it.
    var group = ServiceGroupConfiguration(
      services: [Upstream(client: client, logger: logger), application, Announcement(settings, logger)],
      gracefulShutdownSignals: [.sigterm, .sigint], logger: logger)
    // A client that has stopped reading holds its stream for longer than the stream's own limit.
    group.maximumGracefulShutdownDuration = settings.drainLimit + .seconds(2)
    try await ServiceGroup(configuration: group).run()
    logger.info("All streams have ended")
  }

  private static func makeRouter(
    _ client: GraphQLClient, _ settings: Settings, _ figures: FigureStore
  ) -> Router<BasicRequestContext> {
    let streamFigures = StreamFigures()
    let router = Router()
    router.addMiddleware {
      MetricsMiddleware()
      LogRequestsMiddleware(.info)
    }
    router.get("products") { request, context -> Response in
      let size: Int = request.uri.queryParameters.get("pageSize", as: Int.self) ?? 100
      guard (1...100).contains(size) else { throw HTTPError(.badRequest, message: "pageSize is from 1 to 100") }
      let stream = ProductStream(
        query: ProductsQuery(first: size), client: client, settings: settings, figures: streamFigures,
        requestID: context.id, logger: context.logger)
      return Response(
        status: .ok,
        // The connection ends with the stream, because its end is how a client leaves.
        headers: [.contentType: "application/x-ndjson", .connection: "close"],
        body: ResponseBody { writer in try await stream.write(to: &writer, for: request) })
    }
    router.get("metrics") { _, _ -> String in figures.text }
    router.get("health") { _, _ -> HTTPResponse.Status in .ok }
    return router
  }
}
