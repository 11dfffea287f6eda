import CCrypto
import PagerBytes
import PagerJSON
import PagerTransport

/// One exchange as a line of a recording:
///
///     {"request": {"headers": [[name, value], …], "body": text}, "response": {"status", "headers", "body", …}}
///
/// A body that is not UTF-8 is written in base64 as `body_base64`. If the transport failed, `failure` replaces
/// `response`.
enum ExchangeText {
  static func line(
    _ request: TransportRequest, _ headers: [HTTPHeader], _ result: Result<TransportResponse, TransportError>
  ) throws(JSONTextError) -> [UInt8] {
    var asked: [String: JSONValue] = ["headers": pairs(headers.map(Redaction.request))]
    request.body.withUnsafeBytes { add(body: $0, to: &asked) }
    var members: [String: JSONValue] = ["request": .object(asked)]
    switch result {
    case .success(let response): members["response"] = value(response)
    case .failure(let error): members["failure"] = error.recorded
    }
    return try JSONValue.object(members).bytes() + [UInt8(ascii: "\n")]
  }

  private static func value(_ response: TransportResponse) -> JSONValue {
    var members: [String: JSONValue] = ["status": .integer(Int64(response.status))]
    let headers = response.headers?.all ?? response.contentType.map { [HTTPHeader(name: "Content-Type", value: $0)] }
    members["headers"] = pairs((headers ?? []).map(Redaction.response))
    // The values that the transport computed from the headers: an absolute address, and a date as the remaining time.
    if let location = response.location { members["location"] = .string(Redaction.address(location)) }
    if let delay = response.retryAfter {
      let (seconds, attoseconds) = delay.components
      let milliseconds = seconds.multipliedReportingOverflow(by: 1000)
      members["retry_after_ms"] = .integer(
        milliseconds.overflow ? .max : milliseconds.partialValue + attoseconds / 1_000_000_000_000_000)
    }
    response.body.withUnsafeBytes { add(body: $0, to: &members) }
    return .object(members)
  }

  private static func add(body: UnsafeRawBufferPointer, to members: inout [String: JSONValue]) {
    if let text = String(validating: body, as: UTF8.self) {
      members["body"] = .string(text)
    } else {
      members["body_base64"] = .string(Base64.text(of: body))
    }
  }

  private static func pairs(_ headers: [HTTPHeader]) -> JSONValue {
    .array(headers.map { .array([.string($0.name), .string($0.value)]) })
  }
}

/// Base64 with the usual alphabet and padding (RFC 4648, section 4): for bodies that are not text.
enum Base64 {
  /// What libcrypto is given at once, which counts in 32 bits: whole groups of three bytes, and of four characters.
  private static let largestGroups = 1 << 20

  static func text(of bytes: UnsafeRawBufferPointer) -> String {
    // Each call writes a NUL at its end.
    let text = [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4 + 1) { text, count in
      convert(bytes, by: 3 * largestGroups, to: text, &count) { EVP_EncodeBlock($0, $1, $2) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil if it is not base64.
  static func bytes(of text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    // libcrypto takes more than that for base64.
    let padding = characters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard characters.count.isMultiple(of: 4), characters.dropLast(padding).allSatisfy(isLetter) else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: characters.count / 4 * 3) { bytes, count in
      characters.withUnsafeBytes { characters in
        convert(characters, by: 4 * largestGroups, to: bytes, &count) { EVP_DecodeBlock($0, $1, $2) }
      }
    }
    return bytes.dropLast(padding)
  }

  private static func isLetter(_ character: UInt8) -> Bool {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default:
      false
    }
  }

  private static func convert(
    _ source: UnsafeRawBufferPointer, by size: Int, to target: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int,
    _ block: (UnsafeMutablePointer<UInt8>?, UnsafePointer<UInt8>?, Int32) -> Int32
  ) {
    let source = source.bindMemory(to: UInt8.self)
    for start in stride(from: 0, to: source.count, by: size) {
      let part = UnsafeBufferPointer(rebasing: source[start..<min(start + size, source.count)])
      count += Int(block(target.baseAddress.map { $0 + count }, part.baseAddress, Int32(part.count)))
    }
  }
}
