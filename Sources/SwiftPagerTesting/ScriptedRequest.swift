import PagerClient
public import PagerJSON
import SwiftPager

/// A request as a scripted server sees it.
public struct ScriptedRequest: Sendable, Hashable {
  /// The text of its document, without white space and the `__typename` that a cache adds.
  public let document: String
  /// Which of the document's operations it is for, where it says so.
  public let operationName: String?
  /// Its variables.
  public let variables: JSONValue

  /// The request for an operation.
  init<Operation: GraphQLOperation>(_ operation: Operation) {
    // Variables that cannot be written lead to no request that could be answered.
    let body = try? JSONValue(parsing: String(decoding: operation.requestBody(), as: UTF8.self))
    self.init(body ?? .null)
  }

  /// Reads a request.
  ///
  /// - Throws: `ClientError.network` for a body that is none.
  init(_ request: HTTPRequest) throws {
    do {
      self.init(try JSONValue(parsing: String(decoding: request.body, as: UTF8.self)))
    } catch {
      throw ClientError.network(
        message: "a scripted transport answers requests whose body is JSON, and this one is not: \(error)")
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

  /// What a request is told that nothing was announced for.
  var unanswered: ClientError {
    .network(
      message: "the script has no (further) answer to \(operationName ?? document.prefix(60).description) "
        + "with the variables \((try? variables.text()) ?? "that cannot be written")")
  }
}

/// What a scripted server answers.
public enum ScriptedAnswer: Sendable {
  /// A response with data.
  case data(JSONValue)
  /// A response with errors of these messages, and with data beside them where it is not null.
  case errors([String], data: JSONValue = .null)
  /// Any body with a status.
  case body(String, status: Int = 200)
  /// No answer: who asked gets `ClientError.network`, or the `ClientError` that is given.
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
