import Glibc
import PagerBytes
import PagerJSON
import PagerTransport

/// Headers as C sees them: a JSON array of [name, value]. An object is read, too.
enum HostHeaders {
  static func text(of headers: [HTTPHeader]) throws(ErrorReport) -> String {
    let pairs = headers.map { JSONValue.array([.string($0.name), .string($0.value)]) }
    do {
      return try JSONValue.array(pairs).text()
    } catch {
      throw ErrorReport(.noMemory, error.message)
    }
  }

  /// Reads headers, and accepts only those that HTTP allows.
  ///
  /// - Throws: `invalidArgument` for anything else.
  static func read(_ text: String) throws(ErrorReport) -> [HTTPHeader] {
    let value: JSONValue
    do {
      value = try JSONValue(parsing: text, maximumDepth: 2)
    } catch {
      if error.isOutOfMemory { throw ErrorReport(error, in: "headers_json") }
      throw ErrorReport(.invalidArgument, "headers_json is not valid JSON: \(error.messageWithoutText)")
    }
    let members = value.object?.sorted { $0.key < $1.key }.map { JSONValue.array([.string($0.key), $0.value]) }
    guard let pairs = value.array ?? members else { throw misshapen }
    return try pairs.map { pair throws(ErrorReport) in
      guard let pair = pair.array, pair.count == 2, let name = pair.first?.string, let value = pair.last?.string else {
        throw misshapen
      }
      let header = HTTPHeader(name: name, value: value)
      if let fault = header.fault { throw ErrorReport(.invalidArgument, "headers_json has \(fault)") }
      return header
    }
  }

  /// Refuses headers that a request cannot have in addition to the library's.
  static func checkForRequest(_ headers: [HTTPHeader]) throws(ErrorReport) {
    do throws(TransportConfigurationError) {
      for (index, header) in headers.enumerated() { try TransportConfiguration.check(header, at: index) }
    } catch {
      throw ErrorReport(.invalidArgument, "headers_json: \(error.message)")
    }
  }

  private static var misshapen: ErrorReport {
    ErrorReport(.invalidArgument, "headers_json is neither an object of strings nor an array of [\"name\", \"value\"]")
  }
}

extension TransportResponse {
  /// A response of a host.
  convenience init(status: Int, headers: [HTTPHeader], body: ReceivedBytes, secrets: RequestSecrets) {
    func value(_ name: String) -> String? { headers.first { $0.isNamed(name) }?.value }
    let lines = headers.map { "\($0.name): \($0.value)\r\n" }.joined()
    let location = value("location").flatMap { $0.contains("@") ? nil : $0 }
    self.init(
      status: status, body: body, contentType: value("content-type"),
      location: (300..<400).contains(status) ? location : nil,
      retryAfter: value("retry-after").flatMap(Int.init).map { .seconds($0) },
      headers: ResponseHeaders(Array(lines.utf8)), secrets: secrets)
  }
}

extension ReceivedBytes {
  /// A copy of a text, which a NUL follows; nil when memory runs out.
  convenience init?(text: String) {
    self.init(copyOf: Array(text.utf8))
  }

  convenience init?(copyOf bytes: [UInt8]) {
    guard let memory = malloc(bytes.count + Self.padding) else { return nil }
    bytes.withUnsafeBytes { source in
      if let start = source.baseAddress { memory.copyMemory(from: start, byteCount: source.count) }
    }
    self.init(adopting: memory, count: bytes.count)
  }

  /// The bytes as C reads them; it is this object that keeps them.
  var text: BorrowedText {
    BorrowedText(start: bytes.baseAddress?.assumingMemoryBound(to: CChar.self), count: count)
  }
}
