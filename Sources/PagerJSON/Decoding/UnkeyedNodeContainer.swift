/// The elements of an array that is being decoded, one after the other. A failed call stays at its element.
struct UnkeyedNodeContainer: UnkeyedDecodingContainer {
  private let session: DecodingSession
  private let node: JSONNode
  private var next: ElementTokens
  private(set) var currentIndex = 0
  let count: Int?

  init(session: DecodingSession, node: JSONNode) {
    self.session = session
    self.node = node
    next = ElementTokens(of: node)
    count = node.count
  }

  var codingPath: [any CodingKey] { session.codingPath(to: node) }

  var isAtEnd: Bool { next.isAtEnd }

  mutating func decodeNil() throws -> Bool {
    guard try peek(Any?.self).node.isNull else { return false }
    advance()
    return true
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try peek(KeyedDecodingContainer<NestedKey>.self).container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try peek((any UnkeyedDecodingContainer).self).unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = try peek((any Decoder).self)
    advance()
    return decoder
  }

  // MARK: Steps

  /// The decoder of the next element.
  private func peek(_ type: Any.Type) throws -> NodeDecoder {
    try session.checkReadable()
    guard !next.isAtEnd else {
      let path = codingPath + [PathKey(intValue: currentIndex)]
      throw DecodingError.valueNotFound(
        type,
        DecodingError.Context(codingPath: path, debugDescription: "the array has only \(currentIndex) elements"))
    }
    return NodeDecoder(session: session, node: node.node(at: next.position))
  }

  private mutating func advance() {
    _ = next.next()
    currentIndex += 1
  }

  private mutating func take<T>(_ type: T.Type, _ decode: (NodeDecoder) throws -> T) throws -> T {
    let value = try decode(try peek(type))
    advance()
    return value
  }

  // MARK: One method for each type

  mutating func decode(_ type: Bool.Type) throws -> Bool { try take(type) { try $0.scalar(type) } }
  mutating func decode(_ type: String.Type) throws -> String { try take(type) { try $0.scalar(type) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try take(type) { try $0.scalar(type) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try take(type) { try $0.scalar(type) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try take(type) { try $0.scalar(type) } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try take(type) { try $0.scalar(type) } }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try take(type) { try $0.scalar(type) } }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try take(type) { try $0.scalar(type) } }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try take(type) { try $0.scalar(type) } }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try take(type) { try $0.scalar(type) } }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try take(type) { try $0.scalar(type) } }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try take(type) { try $0.scalar(type) } }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try take(type) { try $0.scalar(type) } }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try take(type) { try $0.scalar(type) } }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try take(type) { try $0.scalar(type) } }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try take(type) { try $0.scalar(type) } }
  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T { try take(type) { try $0.value(type) } }
}
