import Logging
import Metrics
import ServiceLifecycle
import SwiftPager

/// The client of the upstream server, which ends after all streams, and the log of its requests.
struct Upstream: Service {
  let client: GraphQLClient
  let logger: Logger

  func run() async throws {
    await cancelWhenGracefulShutdown {
      for await event: RequestEvent in client.events { record(event) }
    }
    await client.shutdown(timeout: .seconds(5))
  }

  /// A request has the same number in all its lines.
  private func record(_ event: RequestEvent) {
    let metadata: Logger.Metadata = ["upstream.request": "\(event.request)", "upstream.attempt": "\(event.attempt)"]
    switch event.kind {
    case .answered(let status, let byteCount, let duration):
      logger.debug("Status \(status), \(byteCount) bytes, \(duration)", metadata: metadata)
    case .waiting(let reason, let duration):
      Counter(label: "upstream_retries").increment()
      logger.notice("Sent again in \(duration): \(reason)", metadata: metadata)
    case .failed(let message, let duration):
      logger.notice("No answer after \(duration): \(message)", metadata: metadata)
    default:
      logger.trace("\(event.kind.name)", metadata: metadata)
    }
  }
}
