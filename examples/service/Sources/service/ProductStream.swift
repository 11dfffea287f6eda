import AsyncAlgorithms
import Foundation
import Hummingbird
import Logging
import ServiceLifecycle
import SwiftPager

/// Writes the products of the upstream list to one client, a line each.
///
/// The last line says whether the list is whole: an object with the member `error` if it is not, and otherwise a
/// product like the lines before it.
struct ProductStream {
  let query: ProductsQuery
  let client: GraphQLClient
  let settings: Settings
  let figures: StreamFigures
  /// The identity of the client's request. The upstream server gets it, too.
  let requestID: String
  let logger: Logger

  /// Why a stream ends before its list does, and without a fault of the upstream server.
  private enum Interruption: Error {
    case clientLeft
    case shutdown
  }

  /// Writes the response to a request.
  ///
  /// - Throws: what cut the connection to the client.
  func write(to writer: inout any ResponseBodyWriter, for request: Request) async throws {
    figures.streams.increment()
    defer { figures.streams.decrement() }
    // A page passes from the task that walks the list to the task that writes. The walk waits until the page is taken,
    // so a client that reads slowly holds back the requests to the upstream server.
    let pages = AsyncThrowingChannel<[Product], any Error>()
    try await request.body.consumeWithInboundCloseHandler { _ in
      try await withThrowingTaskGroup(of: Void.self) { group in
        group.addTask { await walk(into: pages) }
        group.addTask { try await end(pages, after: settings.drainLimit) }
        // Ends the walk, and with it the requests to the upstream server.
        defer { group.cancelAll() }
        try await write(pages, to: &writer)
      }
    } onInboundClosed: {
      pages.fail(Interruption.clientLeft)
    }
  }

  /// Walks the upstream list.
  private func walk(into pages: AsyncThrowingChannel<[Product], any Error>) async {
    do {
      let headers = try RequestHeaders(["X-Request-ID": requestID])
      for try await page in query.pages(client: client, headers: headers, timeout: settings.pageTimeout) {
        figures.pages.increment()
        await pages.send(page.items)
      }
      pages.finish()
    } catch {
      pages.fail(error)
    }
  }

  /// Lets the stream go on for a time after the service was told to end.
  private func end(_ pages: AsyncThrowingChannel<[Product], any Error>, after limit: Duration) async throws {
    try await gracefulShutdown()
    try await Task.sleep(for: limit)
    pages.fail(Interruption.shutdown)
  }

  /// Writes pages until the list, the client or the service ends.
  private func write(
    _ pages: AsyncThrowingChannel<[Product], any Error>, to writer: inout any ResponseBodyWriter
  ) async throws {
    var count = 0
    var failure: (any Error)?
    var iterator = pages.makeAsyncIterator()
    while true {
      let products: [Product]?
      do {
        products = try await iterator.next()
      } catch {
        failure = error
        break
      }
      guard let products else { break }
      do {
        try await writer.write(lines(products))
      } catch {
        logger.info("The client takes no more: \(error)", metadata: ["products": "\(count)"])
        throw error
      }
      count += products.count
      figures.products.increment(by: products.count)
    }
    // A cancelled task reads the end of the channel, too.
    try Task.checkCancellation()
    try await finish(failure, count, &writer)
  }

  /// Objects as JSON, a line each.
  private func lines(_ objects: some Sequence<some Encodable>) throws -> ByteBuffer {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    var lines = ByteBuffer()
    for object in objects {
      lines.writeBytes(try encoder.encode(object))
      lines.writeString("\n")
    }
    return lines
  }

  /// Says how the list ended: to the log always, and to the client if it is still there.
  private func finish(
    _ failure: (any Error)?, _ count: Int, _ writer: inout any ResponseBodyWriter
  ) async throws {
    let metadata: Logger.Metadata = ["products": "\(count)"]
    let message: String
    switch failure {
    case nil:
      logger.info("The list is complete", metadata: metadata)
      return try await writer.finish(nil)
    case Interruption.clientLeft?:
      logger.info("The client left", metadata: metadata)
      throw Interruption.clientLeft
    case Interruption.shutdown?:
      message = "the service shuts down"
      logger.warning("The list is cut: the service shuts down", metadata: metadata)
    case let failure?:
      message = "\(failure)"
      figures.upstreamErrors.increment()
      logger.error("The list is cut: \(failure)", metadata: metadata)
    }
    try await writer.write(lines([["error": message]]))
    try await writer.finish(nil)
  }
}
