/// Decodes `Decodable` types straight from the text that a ``JSONReader`` reads, without a tree in between.
///
/// Errors are the standard library's `DecodingError`, with the coding path from the decoded node on. If an object has
/// duplicate keys, it is not specified which member is decoded.
package enum JSONDecoding {
  /// Decodes the value at `node`. Only inside the read that the node belongs to.
  ///
  /// - Parameters:
  ///   - coding: how values of Foundation's types are read.
  ///   - flags: the variables of the operation, if they are at hand.
  /// - Throws: `DecodingError`, or what an `init(from:)` throws of its own.
  package static func decode<T: Decodable>(
    _ type: T.Type,
    from node: JSONNode,
    userInfo: [CodingUserInfoKey: any Sendable] = [:], coding: ScalarCoding = .forServers(nil),
    flags: ResponseFlags? = nil
  ) throws -> T {
    let session = DecodingSession(root: node, userInfo: userInfo, coding: coding, flags: flags)
    defer { session.close() }
    return try NodeDecoder(session: session, node: node, depth: 0).read(type)
  }
}

/// The decoder of one value. Three words, so that passing it as `any Decoder` allocates nothing.
struct NodeDecoder: Decoder {
  let session: DecodingSession
  let node: JSONNode
  /// How many objects and arrays are around the value.
  let depth: UInt32

  var codingPath: [any CodingKey] { session.codingPath(to: node) }

  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try session.checkReadable()
    guard node.kind == .object else {
      throw session.mismatch([String: Any].self, expected: "an object", at: node)
    }
    return KeyedDecodingContainer(KeyedNodeContainer(object: self))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try session.checkReadable()
    guard node.kind == .array else { throw session.mismatch([Any].self, expected: "an array", at: node) }
    return UnkeyedNodeContainer(array: self)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try session.checkReadable()
    return self
  }
}

// MARK: Inner values

extension NodeDecoder {
  /// The decoder of a value right inside this one.
  func inner(_ node: JSONNode) -> NodeDecoder {
    NodeDecoder(session: session, node: node, depth: depth + 1)
  }

  /// The value of an object's member; nil if there is none, or if the run is over.
  func member(_ key: consuming String) -> JSONNode? {
    session.member(key, of: node, depth: depth)
  }

  /// Why there is no such member.
  func missing(_ key: some CodingKey) -> any Error {
    do {
      try session.checkReadable()
      return DecodingError.keyNotFound(
        key, session.context("the object has no \"\(key.stringValue)\"", at: node))
    } catch {
      return error
    }
  }
}

// MARK: Single values

/// The decoder is its own container of a single value; most of the requirements repeat for each type.
extension NodeDecoder: SingleValueDecodingContainer {
  /// False also when the run is over; whatever is decoded next says so.
  func decodeNil() -> Bool { session.isReadable && node.isNull }

  func decode(_ type: Bool.Type) throws -> Bool { try session.scalar(type, at: node) }
  func decode(_ type: String.Type) throws -> String { try session.scalar(type, at: node) }
  func decode(_ type: Double.Type) throws -> Double { try session.scalar(type, at: node) }
  func decode(_ type: Float.Type) throws -> Float { try session.scalar(type, at: node) }
  func decode(_ type: Int.Type) throws -> Int { try session.scalar(type, at: node) }
  func decode(_ type: Int8.Type) throws -> Int8 { try session.scalar(type, at: node) }
  func decode(_ type: Int16.Type) throws -> Int16 { try session.scalar(type, at: node) }
  func decode(_ type: Int32.Type) throws -> Int32 { try session.scalar(type, at: node) }
  func decode(_ type: Int64.Type) throws -> Int64 { try session.scalar(type, at: node) }
  func decode(_ type: Int128.Type) throws -> Int128 { try session.scalar(type, at: node) }
  func decode(_ type: UInt.Type) throws -> UInt { try session.scalar(type, at: node) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try session.scalar(type, at: node) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try session.scalar(type, at: node) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try session.scalar(type, at: node) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try session.scalar(type, at: node) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try session.scalar(type, at: node) }

  func decode<T: Decodable>(_ type: T.Type) throws -> T {
    try session.checkReadable()
    return try read(type)
  }
}
