package import PagerJSON
import PagerThreads

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

/// Keeps what is made of each document, so that it is made once. A program that writes its values into its documents
/// does not make the memo grow without a limit.
final class DocumentMemo<Made: Sendable>: Sendable {
  private struct Key: Hashable {
    // Documents are compared by bytes: two equal strings can differ in their bytes, and then their results differ.
    let document: [UInt8]
    let operationName: String?
  }

  private static var mostDocuments: Int { 256 }

  private let known = Lock<[Key: Made]>([:])

  /// Returns what was made of the document before, or else what `make` makes of it.
  func value(of document: String, operationName: String? = nil, make: () throws -> Made) rethrows -> Made {
    let key = Key(document: Array(document.utf8), operationName: operationName)
    if let known = known.withLock({ $0[key] }) { return known }
    let made = try make()
    known.withLock { known in
      if known.count >= Self.mostDocuments { known.removeAll() }
      known[key] = made
    }
    return made
  }
}
