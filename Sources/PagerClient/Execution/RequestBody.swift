package import PagerThreads
package import PagerTransport

/// Writes the body of a request when it is about to leave.
package protocol RequestWriter: AnyObject, Sendable {
  /// Whether the request may be sent twice: false for a mutation, and for a request that only looks for a page.
  var isRepeatable: Bool { get }
  /// How many times the number of items of the page is halved when the request is written for the first time. Called
  /// once, when the request starts. It runs under a lock, and only decides.
  func halvings() -> Int
  /// Writes the body with the number of items halved this many times; nil if the page cannot be that small.
  func bytes(halvings: Int) throws -> [UInt8]?
}

/// The body of a request for anything but a page.
package final class RequestBody: RequestWriter {
  package let isRepeatable: Bool
  private let body: @Sendable () throws -> [UInt8]

  package init(isRepeatable: Bool = true, _ body: @escaping @Sendable () throws -> [UInt8]) {
    self.isRepeatable = isRepeatable
    self.body = body
  }

  package func halvings() -> Int { 0 }

  package func bytes(halvings: Int) throws -> [UInt8]? { halvings > 0 ? nil : try body() }
}

/// Where a request is written and its answer is read.
///
/// Work without a user's code runs inline, on the thread that brought the answer. The next request then leaves from
/// that thread. A user's code runs elsewhere.
package protocol RequestExecutor: AnyObject, Sendable {
  /// Runs work now or later, in the order of the calls.
  func execute(_ work: @escaping @Sendable () -> Void)
}

/// Runs work at once, on the calling thread.
package final class InlineExecutor: RequestExecutor {
  package init() {}

  package func execute(_ work: @escaping @Sendable () -> Void) {
    work()
  }
}

/// Work runs after the jobs that wait in the queue, or at once if the caller is one of its jobs.
///
/// A pager's next request therefore leaves as soon as its page is read, before subscribers get that page.
extension SerialQueue: RequestExecutor {
  package func execute(_ work: @escaping @Sendable () -> Void) {
    if isCaller { work() } else { async(work) }
  }
}

/// Headers of one call, in addition to the client's.
///
/// They replace the client's and the authorizer's headers of the same name.
///
///     try await pager.loadNext(headers: RequestHeaders(["X-Request-Reason": "scroll"]))
public struct RequestHeaders: Sendable, Hashable {
  package let headers: [HTTPHeader]

  /// Takes headers, and checks them.
  ///
  /// - Parameter headers: values by name.
  /// - Throws: `ClientConfigurationError` for a name or a value that HTTP does not allow.
  public init(_ headers: [String: String]) throws(ClientConfigurationError) {
    let headers = headers.sorted { $0.key < $1.key }.map { HTTPHeader(name: $0.key, value: $0.value) }
    do throws(TransportConfigurationError) {
      for (index, header) in headers.enumerated() { try TransportConfiguration.check(header, at: index) }
    } catch {
      throw ClientConfigurationError(message: error.message, field: error.field)
    }
    self.headers = headers
  }

  private init() {
    headers = []
  }

  /// Only the client's headers.
  public static let none = RequestHeaders()
}
