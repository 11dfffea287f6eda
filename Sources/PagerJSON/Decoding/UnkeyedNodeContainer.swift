/// The elements of an array that is being decoded, one after the other. A failed call stays at its element.
struct UnkeyedNodeContainer: UnkeyedDecodingContainer {
  /// The decoder of the array.
  private let array: NodeDecoder
  private var next: ElementTokens
  private(set) var currentIndex = 0
  let count: Int?

  init(array: NodeDecoder) {
    self.array = array
    next = ElementTokens(of: array.node)
    count = array.node.count
  }

  var codingPath: [any CodingKey] { array.codingPath }

  var isAtEnd: Bool { next.isAtEnd }

  mutating func decodeNil() throws -> Bool {
    guard try peek(Any?.self).isNull else { return false }
    advance()
    return true
  }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy type: NestedKey.Type
  ) throws -> KeyedDecodingContainer<NestedKey> {
    let container = try array.inner(peek(KeyedDecodingContainer<NestedKey>.self)).container(keyedBy: type)
    advance()
    return container
  }

  mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer {
    let container = try array.inner(peek((any UnkeyedDecodingContainer).self)).unkeyedContainer()
    advance()
    return container
  }

  mutating func superDecoder() throws -> any Decoder {
    let decoder = array.inner(try peek((any Decoder).self))
    advance()
    return decoder
  }

  // MARK: Steps

  /// The next element. The type is for the error: to find one at run time costs as much as to decode a number.
  private func peek(_ type: @autoclosure () -> Any.Type) throws -> JSONNode {
    try array.session.checkReadable()
    guard !next.isAtEnd else {
      let path = codingPath + [PathKey(intValue: currentIndex)]
      throw DecodingError.valueNotFound(
        type(),
        DecodingError.Context(codingPath: path, debugDescription: "the array has only \(currentIndex) elements"))
    }
    return array.node.node(at: next.position)
  }

  private mutating func advance() {
    _ = next.next()
    currentIndex += 1
  }

  private mutating func decodeNext<T>(_ decode: (DecodingSession, JSONNode) throws -> T) throws -> T {
    let value = try decode(array.session, peek(T.self))
    advance()
    return value
  }

  // MARK: One method for each type

  mutating func decode(_ type: Bool.Type) throws -> Bool { try decodeNext { try $0.scalar(type, at: $1) } }
  mutating func decode(_ type: String.Type) throws -> String { try decodeNext { try $0.scalar(type, at: $1) } }
  mutating func decode(_ type: Double.Type) throws -> Double { try decodeNext { try $0.scalar(type, at: $1) } }
  mutating func decode(_ type: Float.Type) throws -> Float { try decodeNext { try $0.scalar(type, at: $1) } }
  mutating func decode(_ type: Int.Type) throws -> Int { try decodeNext { try $0.scalar(type, at: $1) } }
  mutating func decode(_ type: Int8.Type) throws -> Int8 { try decodeNext { try $0.scalar(type, at: $1) } }
  mutating func decode(_ type: Int16.Type) throws -> Int16 { try decodeNext { try $0.scalar(type, at: $1) } }
  mutating func decode(_ type: Int32.Type) throws -> Int32 { try decodeNext { try $0.scalar(type, at: $1) } }
  mutating func decode(_ type: Int64.Type) throws -> Int64 { try decodeNext { try $0.scalar(type, at: $1) } }
  mutating func decode(_ type: Int128.Type) throws -> Int128 { try decodeNext { try $0.scalar(type, at: $1) } }
  mutating func decode(_ type: UInt.Type) throws -> UInt { try decodeNext { try $0.scalar(type, at: $1) } }
  mutating func decode(_ type: UInt8.Type) throws -> UInt8 { try decodeNext { try $0.scalar(type, at: $1) } }
  mutating func decode(_ type: UInt16.Type) throws -> UInt16 { try decodeNext { try $0.scalar(type, at: $1) } }
  mutating func decode(_ type: UInt32.Type) throws -> UInt32 { try decodeNext { try $0.scalar(type, at: $1) } }
  mutating func decode(_ type: UInt64.Type) throws -> UInt64 { try decodeNext { try $0.scalar(type, at: $1) } }
  mutating func decode(_ type: UInt128.Type) throws -> UInt128 { try decodeNext { try $0.scalar(type, at: $1) } }

  mutating func decode<T: Decodable>(_ type: T.Type) throws -> T {
    let value = try array.inner(peek(type)).read(type)
    advance()
    return value
  }
}
