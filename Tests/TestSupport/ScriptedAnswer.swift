import PagerBytes
package import PagerJSON
package import PagerTransport

/// What a scripted server answers to one request.
package enum ScriptedAnswer: Sendable {
  /// A status and a body.
  case response(status: Int, body: String)
  /// No answer: the transport fails.
  case failure(TransportError)

  /// A body of JSON with a status of success.
  package static func json(_ value: JSONValue) -> ScriptedAnswer {
    do {
      return .response(status: 200, body: try value.text())
    } catch {
      return .offline("the scripted answer is not JSON: \(error.message)")
    }
  }

  /// A server that cannot be reached.
  package static func offline(_ message: String = "the connection was refused") -> ScriptedAnswer {
    .failure(TransportError(kind: .couldNotConnect, message: message))
  }

  /// A server that is out of order.
  package static let outOfOrder = ScriptedAnswer.response(status: 500, body: "out of order")

  var result: Result<TransportResponse, TransportError> {
    switch self {
    case .response(let status, let body):
      .success(
        TransportResponse(status: status, body: ReceivedBytes.copying(body.utf8), contentType: "application/json"))
    case .failure(let error): .failure(error)
    }
  }
}
