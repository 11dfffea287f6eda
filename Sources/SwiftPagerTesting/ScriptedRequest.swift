import PagerClient
public import PagerJSON
import SwiftPager

/// A request as a ``ScriptedTransport`` gets it.
public struct ScriptedRequest: Sendable, Hashable {
  /// The text of its document, without white space and the `__typename` that a cache adds.
  public let document: String
  /// The name of the document's operation, if the request has one.
  public let operationName: String?
  /// Its variables.
  public let variables: JSONValue

  /// The request for an operation.
  ///
  /// - Parameter dates: how the client writes dates.
  init<Operation: GraphQLOperation>(_ operation: Operation, _ dates: DateStrategy?) {
    // A request with variables that cannot be written cannot be answered.
    let body = try? JSONValue(parsing: String(decoding: operation.requestBody(dates: dates), as: UTF8.self))
    self.init(body ?? .null)
  }

  /// Reads a request.
  ///
  /// - Throws: `ClientError.network` for a body that is not a request.
  init(_ request: HTTPRequest) throws {
    do {
      self.init(try JSONValue(parsing: String(decoding: request.body, as: UTF8.self)))
    } catch {
      throw ClientError.network(
        message: "a scripted transport answers requests with a JSON body, and this body is not JSON: \(error)")
    }
  }

  private init(_ body: JSONValue) {
    document = Self.plain(body["query"]?.string ?? "")
    operationName = body["operationName"]?.string
    variables = body["variables"] ?? .null
  }

  private static func plain(_ document: String) -> String {
    let words = document.split { $0.isWhitespace || $0 == "," }
    return words.joined(separator: " ").split(separator: "__typename").joined().filter { !$0.isWhitespace }
  }

  /// The error for a request that the script does not have.
  var unanswered: ClientError {
    .network(
      message: "the script has no (further) answer to \(operationName ?? document.prefix(60).description) "
        + "with the variables \((try? variables.text()) ?? "that cannot be written as JSON")")
  }
}

/// What a scripted server answers.
public enum ScriptedAnswer: Sendable {
  /// A response with data.
  case data(JSONValue)
  /// A response with errors with these messages. It also has data, unless that is null.
  case errors([String], data: JSONValue = .null)
  /// Any body with a status.
  case body(String, status: Int = 200)
  /// No response: the caller gets `ClientError.network`, or the given `ClientError`.
  case failure(any Error)

  /// A server that cannot be reached.
  public static var offline: ScriptedAnswer { .failure(ClientError.network(message: "the server cannot be reached")) }

  func response() throws -> HTTPResponse {
    switch self {
    case .data(let data): try Self.response(["data": data])
    case .errors(let messages, let data):
      try Self.response(["data": data, "errors": .array(messages.map { ["message": .string($0)] })])
    case .body(let text, let status): HTTPResponse(status: status, headers: Self.json, text: text)
    case .failure(let error): throw error
    }
  }

  private static let json = ["Content-Type": "application/json"]

  private static func response(_ body: JSONValue) throws -> HTTPResponse {
    HTTPResponse(headers: json, text: try body.text())
  }
}
