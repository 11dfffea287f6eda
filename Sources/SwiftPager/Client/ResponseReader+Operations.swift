package import PagerClient
package import PagerJSON
import PagerTransport

extension ResponseReader {
  /// Reads a response to an operation and decodes its data.
  ///
  /// - Parameters:
  ///   - operation: what was asked for. Its variables are at hand for types that read themselves.
  ///   - nested: finds what the data says about the lists inside it; nil if that is not wanted.
  /// - Throws: `ClientError`; `badResponse` names the coding path if the data does not fit its type, and has the
  ///   server's errors.
  package func response<Operation: GraphQLOperation>(
    to operation: Operation, in answer: Answer, nested: (@Sendable (JSONNode) -> NestedLists)? = nil
  ) throws(ClientError) -> GraphQLResponse<Operation> {
    let outcome: Result<GraphQLResponse<Operation>, ClientError> = try read(answer.response) {
      [dates] root throws(JSONReadError) in
      let envelope = try ResponseEnvelope(root)
      let errors = envelope.errors.flatMap { GraphQLErrorList($0, areBesideData: envelope.data != nil) }
      let data: Operation.Data?
      do throws(DataMisfit) {
        data = try envelope.data.map { node throws(DataMisfit) in
          try Self.decode(Operation.Data.self, from: node, dates, of: operation)
        }
      } catch {
        return .failure(error.clientError(errors, answer.response))
      }
      if answer.isForCache { answer.enter(root) }
      return .success(
        GraphQLResponse(
          data: data, errors: errors?.errors ?? [], extensions: Self.extensions(of: root),
          source: answer.isCached ? .cache : .server, httpStatus: answer.isCached ? nil : answer.response.status,
          nested: envelope.data.flatMap { nested?($0) } ?? NestedLists()))
    }
    return try outcome.get()
  }

  /// The largest text of `extensions` that becomes a tree. A tree takes many times the memory of its text.
  private static var largestExtensions: Int { 1 << 20 }

  private static func extensions(of root: JSONNode) -> [String: JSONValue] {
    guard let node = root["extensions"], node.range.count <= largestExtensions else { return [:] }
    return node.value().object ?? [:]
  }

  private static func decode<Data: Decodable>(
    _ type: Data.Type, from node: JSONNode, _ dates: DateStrategy?, of operation: some GraphQLOperation
  ) throws(DataMisfit) -> Data {
    let coding = ScalarCoding.forServers(dates)
    // The request was sent, so its variables can be encoded.
    let flags = ResponseFlags { try? JSONEncoding.value(operation.variables, coding: coding) }
    do {
      return try JSONDecoding.decode(type, from: node, coding: coding, flags: flags)
    } catch let error as DecodingError {
      throw DataMisfit(message: "`data` does not fit \(type): \(error.place(in: "data"))")
    } catch {
      throw DataMisfit(message: "`data` does not fit \(type): \(error)")
    }
  }
}

/// Why the data of a response could not be decoded.
private struct DataMisfit: Error {
  let message: String

  /// The error for the caller. The errors of the server often say why the data does not fit.
  func clientError(_ errors: GraphQLErrorList?, _ response: TransportResponse) -> ClientError {
    let errors = errors?.hiding(response.secrets)
    let first = errors.map { "; the server's first error: \($0.firstMessage ?? GraphQLError.noMessage)" } ?? ""
    return .badResponse(message: "\(message)\(first)\(response.opening)", errors: errors)
  }
}

extension DecodingError {
  /// What did not fit, and its coding path from a root on.
  func place(in root: String) -> String {
    let context: Context
    switch self {
    case .typeMismatch(_, let found), .valueNotFound(_, let found), .dataCorrupted(let found): context = found
    case .keyNotFound(let key, let found):
      return "no value for the key `\(key.stringValue)` at \(found.codingPath.pointer(from: root))"
    @unknown default:
      return "\(self)"
    }
    return "\(context.debugDescription) at \(context.codingPath.pointer(from: root))"
  }

  /// Whether something is not there at all.
  var isMissing: Bool {
    if case .keyNotFound = self { true } else { false }
  }
}

extension [any CodingKey] {
  /// The path as a JSON Pointer into the response.
  fileprivate func pointer(from root: String) -> String {
    JSONPointer(tokens: [root] + map { key in key.intValue.map { "\($0)" } ?? key.stringValue }).description
  }
}
