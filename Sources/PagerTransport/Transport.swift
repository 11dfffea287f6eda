package import PagerBytes
package import PagerThreads

/// Sends requests and brings responses; the library's own is `CurlTransport`.
package protocol Transport: WaitingPlace {
  /// Sends a request. Never blocks, and never calls `completion` before it returns.
  ///
  /// `completion` runs exactly once, or never when the transfer is cancelled. It runs on the transport's own thread, or
  /// on one that waits in `wait(for:until:)`.
  ///
  /// A transfer that is sent from inside a completion is on its way when `send` returns: its first bytes were handed to
  /// the socket, if that can take them. The caller may wake threads right after.
  ///
  /// - Returns: the transfer's id.
  /// - Throws: why nothing will be sent: the transport is shut down, or the system has no thread, descriptor or memory
  ///   for it. `completion` is then never called. Unless the transport is shut down, the next call may succeed.
  func send(
    _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
  ) throws(TransportError) -> TransferID

  /// Aborts a transfer: closes its socket or resets its stream and drops its completion. Never blocks; any thread may
  /// call it, also from inside a completion. An id that is unknown or whose transfer has ended is ignored.
  ///
  /// From another thread the call may meet a completion that is just being called; that one still runs.
  func cancel(_ transfer: TransferID)

  /// Stops the transport and waits, for `timeout` at most, until its thread has ended. Transfers in flight end with
  /// `.shutDown`. May be called again, from any thread; on the transport's own thread it does not wait.
  ///
  /// - Returns: whether the thread has ended. When not, it ends by itself once the completion that holds it returns.
  func shutdown(timeout: Duration) -> Bool
}

/// Names one transfer of one transport. Never used twice.
package struct TransferID: Sendable, Hashable, Comparable {
  /// Counts from 1, in the order of the sends.
  package let rawValue: UInt64

  /// Makes an id; for transports.
  package init(rawValue: UInt64) {
    self.rawValue = rawValue
  }

  package static func < (left: TransferID, right: TransferID) -> Bool {
    left.rawValue < right.rawValue
  }
}

/// One request to a transport's endpoint: a POST with JSON in it, or a GET that has all of it in its address.
package struct TransportRequest: Sendable {
  /// The body, as it is sent; a GET has none.
  package var body: [UInt8]
  /// What this request does not share with the others of its transport.
  package var options: RequestOptions
  /// What a GET has behind the endpoint's `?`, percent-encoded. Nil: the request is a POST.
  package var query: String?
  /// Whether it may be sent again if its connection is lost and its outcome is unknown: not a mutation.
  package var isRepeatable = true
  /// Called with an answer after which the request is sent in another form, before that happens, and with the reason in
  /// a word. The sender does not see that answer.
  package var onResend: (@Sendable (Result<TransportResponse, TransportError>, _ reason: String) -> Void)?
  /// Called if requests leave at a fixed rate, for each form of the request. The receiver must not wait.
  package var onTurn: (@Sendable (RequestTurn) -> Void)?

  package init(body: [UInt8], options: RequestOptions = RequestOptions(), query: String? = nil) {
    self.body = body
    self.options = options
    self.query = query
  }

  /// The same request in another form.
  package func with(body: [UInt8], query: String? = nil) -> TransportRequest {
    var request = self
    request.body = body
    request.query = query
    return request
  }
}

/// When a request leaves, if requests leave at a fixed rate.
package enum RequestTurn: Sendable, Hashable {
  /// The request waits this long, or less if requests before it are cancelled.
  case waits(Duration)
  /// The request is about to be sent.
  case leaves
}

/// What a request does not share with the others of its transport.
package struct RequestOptions: Sendable, Hashable {
  /// Sent in addition to the transport's own headers; a header with the same name as one of those replaces it. They
  /// have to be valid: `TransportConfiguration.check(_:at:)`.
  package var headers: [HTTPHeader]
  /// How long the request may take, in place of the transport's timeout; zero means no limit.
  package var timeout: Duration?
  /// The caller's own name for it, which only observers get; nil: it has none.
  package var tag: String?

  package init(headers: [HTTPHeader] = [], timeout: Duration? = nil, tag: String? = nil) {
    self.headers = headers
    self.timeout = timeout
    self.tag = tag
  }
}

/// What a server answered: any status, with the whole body. A class, because each step on a page's way hands it on.
package final class TransportResponse: Sendable {
  /// The status code: 200, 404, ….
  package let status: Int
  /// The body after decompression; empty when there was none.
  package let body: ReceivedBytes
  /// The `Content-Type` as it was sent, parameters included. Made when it is asked for, which few answers are.
  package var contentType: String? { namedContentType ?? headers?.text(of: "content-type") }
  private let namedContentType: String?
  /// Where a 3xx status points: the `Location` made absolute, without user, password and query. Redirects are not
  /// followed.
  package let location: String?
  /// How long the server asks to wait (`Retry-After`, in seconds or as a date); nil when it does not ask.
  package let retryAfter: Duration?

  /// All headers; nil if there are none.
  package let headers: ResponseHeaders?

  /// Whether its connection was made for it, and did not serve an earlier request; nil if that is not known.
  package let isFirstOnConnection: Bool?

  /// What no error may show that quotes the response; nil: the request had no secrets.
  package let secrets: RequestSecrets?

  /// Makes a response; for transports.
  package init(
    status: Int, body: ReceivedBytes, contentType: String? = nil, location: String? = nil,
    retryAfter: Duration? = nil, headers: ResponseHeaders? = nil, isFirstOnConnection: Bool? = nil,
    secrets: RequestSecrets? = nil
  ) {
    self.status = status
    self.body = body
    namedContentType = contentType
    self.location = location
    self.retryAfter = retryAfter
    self.headers = headers
    self.isFirstOnConnection = isFirstOnConnection
    self.secrets = secrets
  }

  /// The same response, to a request with these secrets.
  package func with(_ secrets: RequestSecrets) -> TransportResponse {
    TransportResponse(
      status: status, body: body, contentType: namedContentType, location: location, retryAfter: retryAfter,
      headers: headers, isFirstOnConnection: isFirstOnConnection, secrets: secrets)
  }

  /// A text of the response as an error may show it.
  package func shown(_ text: String) -> String { secrets.hide(in: text) }
}

/// The headers of a response as they came: lines of `name: value`, read only when one is asked for.
package struct ResponseHeaders: Sendable {
  /// The lines, each with its end.
  package let bytes: ReceivedBytes

  /// Takes lines as they came; nil when memory is out.
  package init?(_ lines: [UInt8]) {
    guard let bytes = lines.withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else { return nil }
    self.bytes = bytes
  }

  /// Where the value of a header is in the bytes, without the white space around it; nil if there is no header of that
  /// name. Upper and lower case do not matter in a name. If several headers have the name, it is the first.
  package func value(of name: String) -> Range<Int>? {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = rest[..<end]
        rest = rest[(end + 1)...]
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), Self.isEqual(line[..<colon], name) else { continue }
        return Self.trimmed(line[(colon + 1)...])
      }
      return nil
    }
  }

  /// The value of a header; nil: the response has no such header. U+FFFD replaces bytes that are not UTF-8.
  func text(of name: String) -> String? {
    value(of: name).map { range in bytes.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) } }
  }

  /// The headers by name and value, in their order. Bytes that are not UTF-8 are replaced.
  package var all: [HTTPHeader] {
    bytes.withUnsafeBytes { bytes in
      bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return HTTPHeader(
          name: Self.text(line[..<colon], in: bytes), value: Self.text(line[(colon + 1)...], in: bytes))
      }
    }
  }

  private static func text(_ part: Slice<UnsafeRawBufferPointer>, in bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes[trimmed(part)], as: UTF8.self)
  }

  private static func isEqual(_ written: Slice<UnsafeRawBufferPointer>, _ name: String) -> Bool {
    written.elementsEqual(name.utf8) { lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func trimmed(_ value: Slice<UnsafeRawBufferPointer>) -> Range<Int> {
    guard let first = value.firstIndex(where: { !isSpace($0) }), let last = value.lastIndex(where: { !isSpace($0) })
    else { return value.startIndex..<value.startIndex }
    return first..<(last + 1)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains(byte)
  }
}

/// A transport that does something to requests or answers, and leaves the rest to the one below it.
package protocol LayeredTransport: Transport {
  /// The one below.
  var transport: any Transport { get }
}

extension LayeredTransport {
  package func shutdown(timeout: Duration) -> Bool {
    transport.shutdown(timeout: timeout)
  }

  package func wait(for semaphore: WaitSemaphore, until deadline: Deadline) -> WaitEnd {
    transport.wait(for: semaphore, until: deadline)
  }

  package func signal(_ semaphore: WaitSemaphore) {
    transport.signal(semaphore)
  }

  package func takeTurn() -> TurnDescriptor? {
    transport.takeTurn()
  }
}

/// Where a thread waits for what a transport brings, and what it does meanwhile.
///
/// A thread waits with a semaphore that only it waits with. The thing that it waits for signals it through the same
/// place.
package protocol WaitingPlace: Sendable {
  /// Waits until the semaphore is signalled, or the deadline has come. If the semaphore is interruptible, a signal
  /// handler that runs on the thread ends the wait, too.
  ///
  /// Meanwhile the calling thread may do the transport's work, completions included. So the caller holds no lock.
  ///
  /// - Returns: how the wait ended. A signal of the semaphore may have come at the same time as another end.
  func wait(for semaphore: WaitSemaphore, until deadline: Deadline) -> WaitEnd

  /// Ends the wait for a semaphore, under way or to come. Any thread may call it, if it holds none of the transport's
  /// locks.
  func signal(_ semaphore: WaitSemaphore)

  /// Does the work that needs no wait, completions included, for the event loop of the calling thread. So the caller
  /// holds no lock.
  ///
  /// - Returns: what is readable when the next turn has something to do; nil if other threads do all work.
  func takeTurn() -> TurnDescriptor?
}

/// What an event loop polls to learn when its next turn has something to do.
package struct TurnDescriptor: Sendable, Hashable {
  package let number: Int32
  /// Differs if the number has come to stand for another file.
  let generation: Int
}

extension WaitingPlace {
  package func wait(for semaphore: WaitSemaphore, until deadline: Deadline) -> WaitEnd {
    semaphore.sleep(until: deadline)
  }

  package func signal(_ semaphore: WaitSemaphore) {
    semaphore.signal()
  }

  package func takeTurn() -> TurnDescriptor? { nil }
}

/// A place where a waiting thread only sleeps.
package struct SleepingPlace: WaitingPlace {
  package init() {}
}
