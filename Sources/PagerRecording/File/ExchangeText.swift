import PagerBytes
import PagerJSON
import PagerTransport

/// One exchange as a line of a recording:
///
///     {"request": {"headers": [[name, value], …], "body": text}, "response": {"status", "headers", "body", …}}
///
/// In front of these members stands the `checksum` of the line: ``LineChecksum``.
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
    return LineChecksum.line(try JSONValue.object(members).bytes())
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
