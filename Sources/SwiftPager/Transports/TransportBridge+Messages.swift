import PagerBytes
import PagerClient
import PagerTransport

extension HTTPRequest {
  /// A request as a user's transport gets it.
  init(_ request: TransportRequest, _ settings: TransferSettings) {
    let configuration = settings.configuration
    self.init(
      method: request.query == nil ? .post : .get,
      url: request.query.map(configuration.address(with:)) ?? configuration.endpoint,
      headers: Dictionary(
        configuration.allHeaders(and: request.options.headers).map { ($0.name, $0.value) },
        uniquingKeysWith: { first, second in "\(first), \(second)" }),
      body: request.query == nil ? request.body : [])
  }
}

extension TransportResponse {
  /// The response of a user's transport; a failure if it is too large.
  static func checked(
    _ response: HTTPResponse, _ settings: TransferSettings
  ) -> Result<TransportResponse, TransportError> {
    let limit = settings.configuration.maxResponseBytes
    guard response.body.count <= limit else {
      return .failure(TransportError(.responseTooLarge(limit: limit), of: settings))
    }
    let lines = response.headers.map { "\($0.key): \($0.value)\r\n" }.joined()
    guard let body = response.body.withUnsafeBytes({ ReceivedBytes(copyOf: $0) }),
      let headers = ResponseHeaders(Array(lines.utf8))
    else { return .failure(TransportError(.outOfMemory, of: settings)) }
    func value(_ name: String) -> String? {
      response.headers.first { $0.key.lowercased() == name }?.value
    }
    // An error shows the location, so it must not contain a user and a password.
    let location = value("location").flatMap { $0.contains("@") ? nil : $0 }
    return .success(
      TransportResponse(
        status: response.status, body: body, contentType: value("content-type"),
        location: (300..<400).contains(response.status) ? location : nil,
        retryAfter: value("retry-after").flatMap(Int.init).map { .seconds(max($0, 0)) }, headers: headers))
  }
}

extension TransportError {
  /// Why a user's transport has no response.
  init(of error: any Error, _ settings: TransferSettings) {
    let kind: Kind =
      switch error as? ClientError {
      // The server may have carried out the request, so the client does not send a mutation again.
      case .network: .emptyAnswer
      case .timedOut: .timedOut
      case .outOfResources: .outOfMemory
      case .notRecorded: .notRecorded
      case .closed: .shutDown
      default: .other(code: 0)
      }
    self.init(kind: kind, message: "\(error)")
  }
}
