import PagerClient
package import PagerJSON

extension GraphQLOperation {
  /// The body of the request, as the GraphQL over HTTP specification defines it.
  ///
  /// - Parameter dates: how the server writes dates; nil: variables with dates are refused.
  /// - Throws: what the variables' `encode(to:)` throws, `EncodingError` for variables that are not an object or that
  ///   have a date or another value of Foundation that cannot be written, or `JSONTextError` for a number that JSON
  ///   cannot write.
  package func requestBody(dates: DateStrategy? = nil) throws -> [UInt8] {
    let encoded = try JSONEncoding.value(variables, coding: .forServers(dates))
    guard let members = encoded.object else {
      throw EncodingError.invalidValue(
        variables,
        EncodingError.Context(codingPath: [], debugDescription: "the variables of an operation must be an object"))
    }
    let opening = try opening(of: Self.document, operationName: Self.operationName.name)
    return try opening + JSONValue.object(members).bytes() + [UInt8(ascii: "}")]
  }
}

/// The part of a request's body before its variables. It is written once for each document. Writing it each time takes
/// two fifths of the time of making a body, and more if the document is long.
private func opening(of document: String, operationName: String?) throws -> [UInt8] {
  try openings.value(of: document, operationName: operationName) {
    var fields: [String: JSONValue] = ["query": .string(document)]
    if let operationName { fields["operationName"] = .string(operationName) }
    return try JSONValue.object(fields).bytes().dropLast() + Array(#","variables":"#.utf8)
  }
}

private let openings = DocumentMemo<[UInt8]>()
