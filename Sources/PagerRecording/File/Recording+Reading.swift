private import CPlatform
import PagerBytes
import PagerJSON
import PagerTransport

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

extension Recording {
  /// Reads a recording, all of it.
  package init(reading path: String) throws(RecordingError) {
    let bytes = try Self.content(of: path)
    let reader = JSONReader()
    var exchanges: [Exchange] = []
    var hasHeading = false
    for (line, range) in Self.lines(of: bytes) {
      let reading: Result<Exchange?, RecordingError>
      do {
        reading = try reader.read(bytes, part: range) { node throws(JSONReadError) in
          Result { () throws(RecordingError) in
            if LineChecksum.isIn(node), !bytes.withUnsafeBytes({ LineChecksum.isRight($0[range]) }) {
              throw .edited(path, line: line)
            }
            guard hasHeading else {
              try RecordingHeading.check(node, of: path, line: line)
              return nil
            }
            return try ExchangeReading(node, path: path, line: line).exchange()
          }
        }
      } catch {
        guard hasHeading else {
          throw RecordingError(message: "line \(line) of \(path) is not the beginning of a recording: \(error.message)")
        }
        let isCut = range.upperBound == bytes.count
        throw .damaged(path, line: line, isCut ? "\(error.message), and the file ends there" : error.message)
      }
      if let exchange = try reading.get() { exchanges.append(exchange) }
      hasHeading = true
    }
    guard hasHeading else {
      throw RecordingError(message: "line 1 of \(path) is not the beginning of a recording: the file is empty")
    }
    self.init(path, exchanges)
  }

  /// The lines that are not blank, by their numbers.
  private static func lines(of bytes: ReceivedBytes) -> [(number: Int, range: Range<Int>)] {
    bytes.withUnsafeBytes { text in
      text.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).enumerated()
        .filter { !$0.element.allSatisfy { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == 0x0d } }
        .map { ($0.offset + 1, $0.element.startIndex..<$0.element.endIndex) }
    }
  }

  private static func content(of path: String) throws(RecordingError) -> ReceivedBytes {
    // A pipe does not make the call wait.
    let descriptor = swiftpager_keep_apart(open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK))
    guard descriptor >= 0 else { throw unreadable(path) }
    defer { close(descriptor) }
    // What another client appends meanwhile is not read.
    let size = try RecordingError.size(of: descriptor, path)
    var collector = ByteCollector()
    var buffer = [UInt8](repeating: 0, count: 256 << 10)
    while collector.count < size {
      let wanted = min(buffer.count, size - collector.count)
      let count = buffer.withUnsafeMutableBytes { read(descriptor, $0.baseAddress, wanted) }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw unreadable(path) }
      guard count > 0 else { break }
      let isKept = buffer.withUnsafeBytes { collector.append(UnsafeRawBufferPointer(rebasing: $0[..<count])) }
      guard isKept else { throw RecordingError(message: "there is not enough memory for the recording \(path)") }
    }
    guard let bytes = collector.finish() else {
      throw RecordingError(message: "there is not enough memory for the recording \(path)")
    }
    return bytes
  }

  private static func unreadable(_ path: String) -> RecordingError {
    RecordingError(message: "the recording \(path) cannot be read: \(String(cString: strerror(errno)))")
  }
}

/// Reads one exchange; the file may have been written by a person.
private struct ExchangeReading {
  let node: JSONNode
  let path: String
  let line: Int

  init(_ node: JSONNode, path: String, line: Int) {
    self.node = node
    self.path = path
    self.line = line
  }

  func exchange() throws(RecordingError) -> Recording.Exchange {
    guard let request = node["request"], request.kind == .object else { throw damaged("it has no `request`") }
    let asked = try body(of: request, "request")
    let key = asked.withUnsafeBytes { RequestKey($0) }
    return Recording.Exchange(line: line, request: key, result: try result())
  }

  private func result() throws(RecordingError) -> Result<TransportResponse, TransportError> {
    switch (node["response"], node["failure"]) {
    case (let response?, nil):
      return .success(try self.response(response))
    case (nil, let failure?):
      guard let error = TransportError(recorded: failure) else {
        throw damaged("`failure` is not an object with a `kind` that this library knows, and a `message`")
      }
      return .failure(error)
    default:
      throw damaged("it must have either `response` or `failure`")
    }
  }

  private func response(_ response: JSONNode) throws(RecordingError) -> TransportResponse {
    guard let status = response["status"]?.int64.flatMap({ Int(exactly: $0) }), (100...999).contains(status) else {
      throw damaged("the `status` of its response is not a three-digit number")
    }
    let headers = try headers(of: response)
    func value(_ name: String) -> String? { headers.first { $0.isNamed(name) }?.value }
    let location = response["location"]?.string ?? ((300..<400).contains(status) ? value("location") : nil)
    let delay = response["retry_after_ms"]?.int64 ?? value("retry-after").flatMap { Int64($0) }.map { $0 &* 1000 }
    return TransportResponse(
      status: status, body: try body(of: response, "response"), contentType: value("content-type"), location: location,
      retryAfter: delay.map { .milliseconds(max($0, 0)) },
      headers: ResponseHeaders(Array(headers.map { "\($0.name): \($0.value)\r\n" }.joined().utf8)))
  }

  private func headers(of response: JSONNode) throws(RecordingError) -> [HTTPHeader] {
    guard let list = response["headers"] else { return [] }
    guard list.kind == .array else { throw damaged("its `headers` are not an array of [name, value]") }
    var headers: [HTTPHeader] = []
    for pair in list.elements {
      let parts = pair.elements.compactMap(\.string)
      let header = HTTPHeader(name: parts.first ?? "", value: parts.last ?? "")
      guard pair.count == 2, parts.count == 2, header.fault == nil else {
        throw damaged("its `headers` are not an array of [name, value] that HTTP allows")
      }
      headers.append(header)
    }
    return headers
  }

  private func body(of part: JSONNode, _ name: String) throws(RecordingError) -> ReceivedBytes {
    let bytes: ReceivedBytes?
    switch (part["body"], part["body_base64"]) {
    case (let text?, nil):
      guard text.kind == .string else { throw damaged("the `body` of its \(name) is not a string") }
      bytes = text.withUnescaped { ReceivedBytes(copyOf: UnsafeRawBufferPointer($0)) }.flatMap(\.self)
    case (nil, let encoded?):
      guard let decoded = encoded.string.flatMap({ Base64.bytes(of: $0) }) else {
        throw damaged("the `body_base64` of its \(name) is not base64")
      }
      bytes = decoded.withUnsafeBytes { ReceivedBytes(copyOf: $0) }
    case (nil, nil):
      bytes = ReceivedBytes(copyOf: UnsafeRawBufferPointer(start: nil, count: 0))
    case (_?, _?):
      throw damaged("its \(name) has both `body` and `body_base64`")
    }
    guard let bytes else { throw RecordingError(message: "there is not enough memory for the recording \(path)") }
    return bytes
  }

  private func damaged(_ reason: String) -> RecordingError { .damaged(path, line: line, reason) }
}
