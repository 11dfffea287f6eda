import PagerBytes
import PagerCache
package import PagerJSON
import PagerThreads
package import PagerTransport

/// Reads HTTP responses as GraphQL responses, one after the other with the same memory.
///
/// The rules are those of GraphQL over HTTP. With the media type `application/graphql-response+json` the body counts,
/// whatever the status is. With any other media type only a 2xx status carries a response.
package final class ResponseReader: BodyReader {
  /// Reuses the reader's memory. A client reads on its network thread only, and therefore no thread waits for this
  /// lock.
  private let reader = Lock(JSONReader())
  /// How data has dates.
  package let dates: DateStrategy?

  /// - Parameter dates: how the server writes dates; nil: data with dates is refused.
  package init(dates: DateStrategy? = nil) {
    self.dates = dates
  }

  /// Reads a GraphQL response, and says why another answer is not one.
  package func read<Result: Sendable>(
    _ response: TransportResponse, _ body: @Sendable (JSONNode) throws(JSONReadError) -> Result
  ) throws(ClientError) -> Result {
    guard response.carriesGraphQL else { throw httpError(response) }
    do {
      return try use { reader throws(JSONReadError) in try reader.read(response.body, body) }
    } catch {
      throw ClientError(error, in: response)
    }
  }

  /// Reads an answer, and writes its data to the cache if that is wanted. Both happen together, because the text is
  /// then read only once.
  package func read<Result: Sendable>(
    _ answer: Answer, _ body: @Sendable (JSONNode) throws(JSONReadError) -> Result
  ) throws(ClientError) -> Result {
    guard answer.isForCache else { return try read(answer.response, body) }
    return try read(answer.response) { root throws(JSONReadError) in
      let result = try body(root)
      answer.enter(root)
      return result
    }
  }

  /// The same for the page of a list: the memory stays for the next one, until `giveBackMemory`. Not generic, so that
  /// a page looks up no type.
  package func visit(
    _ answer: Answer, _ body: (JSONNode) throws(JSONReadError) -> Void
  ) throws(ClientError) {
    let response = answer.response
    guard response.carriesGraphQL else { throw httpError(response) }
    do {
      try use { reader throws(JSONReadError) in
        try reader.visit(response.body, part: nil, keepsMemory: true) { root throws(JSONReadError) in
          try body(root)
          if answer.isForCache { answer.enter(root) }
        }
      }
    } catch {
      throw ClientError(error, in: response)
    }
  }

  package func look<Result: Sendable>(
    at response: TransportResponse, _ body: @Sendable (JSONNode) -> Result
  ) -> Result? {
    // What is wrong with a body that is not JSON, its read says.
    reader.withLockIfAvailable { try? $0.look(at: response.body, body) } ?? nil
  }

  package func forgetLook(at response: TransportResponse) {
    reader.withLockIfAvailable { $0.forgetLook(at: response.body) }
  }

  /// Gives back the memory that reads have kept, once no walk reads further pages.
  package func giveBackMemory() {
    // A thread that reads now gives it back when its own walk ends.
    reader.withLockIfAvailable { $0.giveBackMemory() }
  }

  /// A user's code runs while a response is read. That code may read a further response, which needs memory of its own.
  private func use<Result: Sendable>(
    _ body: (JSONReader) throws(JSONReadError) -> Result
  ) throws(JSONReadError) -> Result {
    let result = try reader.withLockIfAvailable { reader throws(JSONReadError) in try body(reader) }
    return if let result { result } else { try body(JSONReader()) }
  }

  private func httpError(_ response: TransportResponse) -> ClientError {
    var (hasData, errors): (Bool, GraphQLErrorList?) = (false, nil)
    do {
      (hasData, errors) = try use { reader throws(JSONReadError) in
        try reader.read(response.body) { root in
          let hasData = root["data"].map { !$0.isNull } ?? false
          let errors = root["errors"].flatMap { GraphQLErrorList($0, areBesideData: hasData) }
          return (hasData, errors?.hiding(response.secrets))
        }
      }
    } catch {
      // Not JSON, like most error pages of proxies: the message quotes the beginning of the body.
    }
    let limit = RequestFault(limitOf: response, now: WallClock.milliseconds)
    return .http(
      status: response.status, message: response.refusal(errors, hasData: hasData, isLimit: limit != nil),
      errors: errors, retryAfter: limit?.wait ?? response.wait)
  }
}

extension ClientError {
  /// Why a response cannot be read: what is wrong with it, or that there is not enough memory.
  package init(_ error: JSONReadError, in response: TransportResponse) {
    if error == .outOfMemory {
      self = .outOfResources(
        message: "there is not enough memory to read the response, which has \(response.body.count) bytes; request "
          + "less at a time")
      return
    }
    let reason = response.isMarkup ? "it is HTML or XML, not JSON; check the endpoint" : error.message
    let details = response.body.count == 0 ? "it is empty" : response.shown(reason) + response.opening
    self = .badResponse(message: "the response is not a GraphQL response: \(details)")
  }
}

extension TransportResponse {
  var carriesGraphQL: Bool {
    if (200..<300).contains(status) { return true }
    return contentType?.lowercased().hasPrefix("application/graphql-response+json") ?? false
  }

  /// What the status means for the caller.
  fileprivate func refusal(_ errors: GraphQLErrorList?, hasData: Bool, isLimit: Bool) -> String {
    let details = errors.map { "; the first error: \($0.firstMessage ?? GraphQLError.noMessage)" } ?? opening
    switch status {
    case _ where hasData:
      return
        "the server answered HTTP \(status) with data, so it carried out the request, at least in part\(details)"
    case 304:
      return "the server answered that nothing was modified (HTTP 304), which the request did not ask for; check "
        + "what caches responses on the way"
    case 300..<400:
      let target = shownLocation.map { " to \($0)" } ?? ""
      return "the server redirects\(target) (HTTP \(status)); the client does not follow redirects: "
        + "if that address is right, use it as the endpoint"
    case 403 where isLimit:
      return "the server limits the rate of requests (HTTP 403); try again later\(details)"
    case 401, 403:
      return "the server refuses access (HTTP \(status)); check the authorization header\(details)"
    case 404:
      return "there is nothing at the endpoint's path (HTTP 404); check the endpoint\(details)"
    default:
      return
        "the server answered HTTP \(status) \(errors == nil ? "without a GraphQL response" : "with errors")\(details)"
    }
  }

  /// The target of the server's redirect, for an error message. Parts that may contain a key are left out.
  private var shownLocation: String? {
    let place = location?.prefix { $0 != "?" && $0 != "#" }
    return place.flatMap { $0.contains("@") ? nil : shown(String($0)).printable.cut(to: 1 << 10) }
  }

  /// Whether the body is a page for people, like those of a login or a proxy, and not a text that was meant as JSON.
  fileprivate var isMarkup: Bool {
    body.withUnsafeBytes { $0.first { $0 > UInt8(ascii: " ") } } == UInt8(ascii: "<")
  }

  /// The beginning of the body, for an error message: a line of at most 120 bytes.
  package var opening: String {
    guard body.count > 0 else { return "; the body is empty" }
    // A secret that the end of the quotation would cut is hidden as a whole.
    let text = shown(body.withUnsafeBytes { String(decoding: $0.prefix(4 << 10), as: UTF8.self) }).prefix(120)
    // A message is one line, even if the server sent other white space and control characters.
    let line = text.unicodeScalars.split { $0.properties.generalCategory == .control || $0.properties.isWhitespace }
      .map(String.init).joined(separator: " ")
    return line.isEmpty ? "; the body is blank" : "; the body begins with: \(line)"
  }
}

/// The outer object of a GraphQL response, checked.
package struct ResponseEnvelope {
  /// The data; nil if it is null or absent.
  package let data: JSONNode?
  /// The list of errors; nil if there are none.
  package let errors: JSONNode?
  /// The server's `extensions`; nil if they are null or absent.
  package let extensions: JSONNode?

  /// - Throws: `JSONReadError` when the text is not a GraphQL response: it is not an object, it has `data` that is not
  ///   an object, `errors` that is not an array, one of them twice, or neither.
  package init(_ root: JSONNode) throws(JSONReadError) {
    guard root.kind == .object else {
      throw JSONReadError(message: "it is \(root.kind.phrase), not an object", offset: root.range.lowerBound)
    }
    errors = try Self.errors(of: root)
    // If there are two, the first one counts: nothing depends on them.
    extensions = root["extensions"].flatMap { $0.isNull ? nil : $0 }
    data = try root.uniqueMember("data").flatMap { $0.isNull ? nil : $0 }
    if let data, data.kind != .object {
      throw JSONReadError(message: "`data` is \(data.kind.phrase), not an object", offset: data.range.lowerBound)
    }
    guard data != nil || errors != nil else {
      throw JSONReadError(message: "it has no data and no errors", offset: nil)
    }
  }

  private static func errors(of root: JSONNode) throws(JSONReadError) -> JSONNode? {
    guard let errors = try root.uniqueMember("errors"), !errors.isNull else { return nil }
    guard errors.kind == .array else {
      throw JSONReadError(message: "`errors` is \(errors.kind.phrase), not an array", offset: errors.range.lowerBound)
    }
    return errors.count > 0 ? errors : nil
  }
}
