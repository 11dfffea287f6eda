import PagerBytes
import PagerTransport

/// A host's answer to a request, checked before the request ends.
struct HostAnswer {
  private let status: Int
  private let headers: [HTTPHeader]
  private let body: UnsafeRawBufferPointer

  /// - Throws: `invalidArgument` if a part cannot be of a response.
  init(
    status: Int, headers: UnsafePointer<CChar>?, body: UnsafePointer<CChar>?, length: Int
  ) throws(ErrorReport) {
    guard (100...999).contains(status) else {
      throw ErrorReport(.invalidArgument, "status is \(status); an HTTP status must have three digits")
    }
    guard body != nil || length == 0 else {
      throw ErrorReport(.invalidArgument, "body is NULL, and length is \(UInt(bitPattern: length))")
    }
    self.status = status
    self.headers = headers == nil ? [] : try HostHeaders.read(ConfigText.read("headers_json", headers))
    // A length beyond what there can be is larger than any limit.
    self.body = UnsafeRawBufferPointer(start: body, count: length < 0 ? .max : length)
  }

  /// The response, copied; an error if it is larger than the client allows.
  func result(for request: HostRequest) -> Result<TransportResponse, TransportError> {
    guard body.count <= request.limit else {
      return .failure(TransportError(.responseTooLarge(limit: request.limit), of: request.settings))
    }
    guard let copy = ReceivedBytes(copyOf: body) else {
      return .failure(TransportError(.outOfMemory, of: request.settings))
    }
    return .success(TransportResponse(status: status, headers: headers, body: copy))
  }
}
