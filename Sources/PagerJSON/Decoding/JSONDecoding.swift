/// Decodes `Decodable` types straight from the text that a ``JSONReader`` reads, without a tree in between.
///
/// Errors are the standard library's `DecodingError`, with the coding path from the decoded node on. Of an object with
/// duplicate keys, which member is decoded is not specified.
package enum JSONDecoding {
  /// Decodes the value at `node`. Only inside the read that the node belongs to.
  ///
  /// - Throws: `DecodingError`, or what an `init(from:)` throws of its own.
  package static func decode<T: Decodable>(
    _ type: T.Type,
    from node: JSONNode,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> T {
    let session = DecodingSession(root: node, userInfo: userInfo)
    defer { session.close() }
    return try T(from: NodeDecoder(session: session, node: node, depth: 0))
  }
}
