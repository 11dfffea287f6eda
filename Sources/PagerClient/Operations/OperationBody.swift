import PagerJSON

extension GraphQLOperation {
  /// The body of the request, as the GraphQL over HTTP specification has it.
  ///
  /// - Throws: what the variables' `encode(to:)` throws, `EncodingError` for variables that are no object, or
  ///   `JSONTextError` for a number that JSON cannot write.
  package func requestBody() throws -> [UInt8] {
    let encoded = try JSONEncoding.value(variables)
    guard let members = encoded.object else {
      throw EncodingError.invalidValue(
        variables,
        EncodingError.Context(codingPath: [], debugDescription: "the variables of an operation are an object"))
    }
    var fields: [String: JSONValue] = ["query": .string(Self.document), "variables": .object(members)]
    if let name = Self.operationName { fields["operationName"] = .string(name) }
    return Array(try JSONValue.object(fields).text().utf8)
  }
}
