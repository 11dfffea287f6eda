/// The members of an object that is being decoded. Look-ups go through the session, which knows where to begin, and
/// need no dictionary.
struct KeyedNodeContainer<Key: CodingKey>: KeyedDecodingContainerProtocol {
  /// The decoder of the object.
  let object: NodeDecoder

  var codingPath: [any CodingKey] { object.codingPath }

  var allKeys: [Key] {
    guard object.session.isReadable else { return [] }
    return object.node.members.compactMap { Key(stringValue: $0.key) }
  }

  func contains(_ key: Key) -> Bool { object.member(key.stringValue) != nil }

  func decodeNil(forKey key: Key) throws -> Bool { try node(key).isNull }

  func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type, forKey key: Key
  ) throws -> KeyedDecodingContainer<NestedKey> {
    try decoder(key).container(keyedBy: type)
  }

  func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer {
    try decoder(key).unkeyedContainer()
  }

  /// The decoder of the member `super`.
  func superDecoder() throws -> any Decoder {
    try decoder(PathKey(stringValue: "super"))
  }

  func superDecoder(forKey key: Key) throws -> any Decoder {
    try decoder(key)
  }

  // MARK: Look-ups

  private func node(_ key: some CodingKey) throws -> JSONNode {
    guard let node = object.member(key.stringValue) else { throw object.missing(key) }
    return node
  }

  private func decoder(_ key: some CodingKey) throws -> NodeDecoder {
    object.inner(try node(key))
  }

  /// The value of a member; nil if there is none, or null. It takes one search; the protocol's own methods take three.
  private func present(_ key: Key) throws -> JSONNode? {
    try object.session.checkReadable()
    guard let node = object.member(key.stringValue), !node.isNull else { return nil }
    return node
  }

  // MARK: One method for each type

  func decode(_ type: Bool.Type, forKey key: Key) throws -> Bool { try object.session.scalar(type, at: node(key)) }
  func decode(_ type: String.Type, forKey key: Key) throws -> String { try object.session.scalar(type, at: node(key)) }
  func decode(_ type: Double.Type, forKey key: Key) throws -> Double { try object.session.scalar(type, at: node(key)) }
  func decode(_ type: Float.Type, forKey key: Key) throws -> Float { try object.session.scalar(type, at: node(key)) }
  func decode(_ type: Int.Type, forKey key: Key) throws -> Int { try object.session.scalar(type, at: node(key)) }
  func decode(_ type: Int8.Type, forKey key: Key) throws -> Int8 { try object.session.scalar(type, at: node(key)) }
  func decode(_ type: Int16.Type, forKey key: Key) throws -> Int16 { try object.session.scalar(type, at: node(key)) }
  func decode(_ type: Int32.Type, forKey key: Key) throws -> Int32 { try object.session.scalar(type, at: node(key)) }
  func decode(_ type: Int64.Type, forKey key: Key) throws -> Int64 { try object.session.scalar(type, at: node(key)) }
  func decode(_ type: Int128.Type, forKey key: Key) throws -> Int128 { try object.session.scalar(type, at: node(key)) }
  func decode(_ type: UInt.Type, forKey key: Key) throws -> UInt { try object.session.scalar(type, at: node(key)) }
  func decode(_ type: UInt8.Type, forKey key: Key) throws -> UInt8 { try object.session.scalar(type, at: node(key)) }
  func decode(_ type: UInt16.Type, forKey key: Key) throws -> UInt16 { try object.session.scalar(type, at: node(key)) }
  func decode(_ type: UInt32.Type, forKey key: Key) throws -> UInt32 { try object.session.scalar(type, at: node(key)) }
  func decode(_ type: UInt64.Type, forKey key: Key) throws -> UInt64 { try object.session.scalar(type, at: node(key)) }
  func decode(_ type: UInt128.Type, forKey key: Key) throws -> UInt128 {
    try object.session.scalar(type, at: node(key))
  }
  func decode<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T { try decoder(key).read(type) }

  // MARK: The same, of members that may be absent

  func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
    try present(key).map { try object.session.scalar(type, at: $0) }
  }
  func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
    try present(key).map { try object.session.scalar(type, at: $0) }
  }
  func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
    try present(key).map { try object.session.scalar(type, at: $0) }
  }
  func decodeIfPresent(_ type: Float.Type, forKey key: Key) throws -> Float? {
    try present(key).map { try object.session.scalar(type, at: $0) }
  }
  func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
    try present(key).map { try object.session.scalar(type, at: $0) }
  }
  func decodeIfPresent(_ type: Int8.Type, forKey key: Key) throws -> Int8? {
    try present(key).map { try object.session.scalar(type, at: $0) }
  }
  func decodeIfPresent(_ type: Int16.Type, forKey key: Key) throws -> Int16? {
    try present(key).map { try object.session.scalar(type, at: $0) }
  }
  func decodeIfPresent(_ type: Int32.Type, forKey key: Key) throws -> Int32? {
    try present(key).map { try object.session.scalar(type, at: $0) }
  }
  func decodeIfPresent(_ type: Int64.Type, forKey key: Key) throws -> Int64? {
    try present(key).map { try object.session.scalar(type, at: $0) }
  }
  func decodeIfPresent(_ type: Int128.Type, forKey key: Key) throws -> Int128? {
    try present(key).map { try object.session.scalar(type, at: $0) }
  }
  func decodeIfPresent(_ type: UInt.Type, forKey key: Key) throws -> UInt? {
    try present(key).map { try object.session.scalar(type, at: $0) }
  }
  func decodeIfPresent(_ type: UInt8.Type, forKey key: Key) throws -> UInt8? {
    try present(key).map { try object.session.scalar(type, at: $0) }
  }
  func decodeIfPresent(_ type: UInt16.Type, forKey key: Key) throws -> UInt16? {
    try present(key).map { try object.session.scalar(type, at: $0) }
  }
  func decodeIfPresent(_ type: UInt32.Type, forKey key: Key) throws -> UInt32? {
    try present(key).map { try object.session.scalar(type, at: $0) }
  }
  func decodeIfPresent(_ type: UInt64.Type, forKey key: Key) throws -> UInt64? {
    try present(key).map { try object.session.scalar(type, at: $0) }
  }
  func decodeIfPresent(_ type: UInt128.Type, forKey key: Key) throws -> UInt128? {
    try present(key).map { try object.session.scalar(type, at: $0) }
  }
  func decodeIfPresent<T: Decodable>(_ type: T.Type, forKey key: Key) throws -> T? {
    try present(key).map { try object.inner($0).read(type) }
  }
}
