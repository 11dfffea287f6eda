/// The members of an object that is being decoded.
///
/// No dictionary is built: a look-up goes on from the member found last, because types mostly ask in the order in
/// which servers write, and starts over only when the key did not come. A class, since looking up moves the place but
/// does not mutate the container.
final class KeyedNodeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  private let session: DecodingSession
  private let node: JSONNode
  /// The walk from the member found last, that member included.
  private var next: MemberTokens

  init(session: DecodingSession, node: JSONNode) {
    self.session = session
    self.node = node
    next = MemberTokens(of: node)
  }

  var codingPath: [any CodingKey] { session.codingPath(to: node) }

  var allKeys: [Key] {
    guard session.isReadable else { return [] }
    return node.members.compactMap { Key(stringValue: $0.key) }
  }

  func contains(_ key: Key) -> Bool {
    session.isReadable && find(key) != nil
  }

  func decodeNil(forKey key: Key) throws -> Bool {
    try member(key).node.isNull
  }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try member(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try member(key).unkeyedContainer()
  }

  /// The decoder of the member `super`.
  func superDecoder() throws -> any Decoder {
    try member(PathKey(stringValue: "super"))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try member(key)
  }

  // MARK: Look-ups

  /// The decoder of a member's value.
  private func member(_ key: some CodingKey) throws -> NodeDecoder {
    try session.checkReadable()
    guard let value = find(key) else {
      throw DecodingError.keyNotFound(
        key,
        DecodingError.Context(codingPath: codingPath, debugDescription: "the object has no \"\(key.stringValue)\""))
    }
    return NodeDecoder(session: session, node: value)
  }

  private func find(_ key: some CodingKey) -> JSONNode? {
    var name = key.stringValue
    return name.withUTF8 { utf8 in
      find(utf8, from: next, until: nil) ?? find(utf8, from: MemberTokens(of: node), until: next)
    }
  }

  /// Searches one stretch of members, and stays at the one that is found.
  private func find(
    _ utf8: UnsafeBufferPointer<UInt8>, from start: MemberTokens, until end: MemberTokens?
  ) -> JSONNode? {
    var members = start
    while members.position != end?.position {
      let here = members
      guard let member = members.next() else { return nil }
      let key = node.node(at: member.key)
      if key.mayEqual(utf8), key.hasUnescaped(utf8) {
        next = here
        return node.node(at: member.value)
      }
    }
    return nil
  }

  // MARK: One method for each type

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try member(key).scalar(type) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try member(key).scalar(type) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try member(key).scalar(type) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try member(key).scalar(type) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try member(key).scalar(type) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try member(key).scalar(type) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try member(key).scalar(type) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try member(key).scalar(type) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try member(key).scalar(type) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try member(key).scalar(type) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try member(key).scalar(type) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try member(key).scalar(type) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try member(key).scalar(type) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try member(key).scalar(type) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try member(key).scalar(type) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 { try member(key).scalar(type) }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try member(key).value(type) }
}
