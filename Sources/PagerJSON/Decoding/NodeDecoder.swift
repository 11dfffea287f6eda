/// The decoder of one value. Three words, so that passing it as `any Decoder` allocates nothing.
struct NodeDecoder: Decoder {
  let session: DecodingSession
  let node: JSONNode

  var codingPath: [any CodingKey] { session.codingPath(to: node) }

  var userInfo: [CodingUserInfoKey: Any] { session.userInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    try session.checkReadable()
    guard node.kind == .object else { throw mismatch([String: Any].self, expected: "an object") }
    return KeyedDecodingContainer(KeyedNodeContainer(session: session, node: node))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    try session.checkReadable()
    guard node.kind == .array else { throw mismatch([Any].self, expected: "an array") }
    return UnkeyedNodeContainer(session: session, node: node)
  }

  func singleValueContainer() throws -> any SingleValueDecodingContainer {
    try session.checkReadable()
    return self
  }
}

// MARK: Scalars

extension NodeDecoder {
  func scalar(_ type: Bool.Type) throws -> Bool {
    try session.checkReadable()
    guard let bool = node.bool else { throw mismatch(type, expected: "true or false") }
    return bool
  }

  func scalar(_ type: String.Type) throws -> String {
    try session.checkReadable()
    guard let string = node.string else { throw mismatch(type, expected: "a string") }
    return string
  }

  func scalar(_ type: Double.Type) throws -> Double {
    try session.checkReadable()
    guard let double = node.double else { throw mismatch(type, expected: "a number") }
    return double
  }

  /// Rounds to the nearest `Float`; one that is too large is an error.
  func scalar(_ type: Float.Type) throws -> Float {
    let float = Float(try scalar(Double.self))
    guard float.isFinite else { throw corrupted(type) }
    return float
  }

  /// An integer of any width. `2.0` counts as one, as it does for other decoders, as long as doubles are exact there.
  func scalar<T: FixedWidthInteger>(_ type: T.Type) throws -> T {
    try session.checkReadable()
    let integer: T? =
      switch node.number {
      case .integer(let value): T(exactly: value)
      case .unsigned(let value): T(exactly: value)
      case .double: node.int64.flatMap { T(exactly: $0) }
      case nil: throw mismatch(type, expected: "a number")
      }
    guard let integer else { throw corrupted(type) }
    return integer
  }

  func value<T: Decodable>(_ type: T.Type) throws -> T {
    try session.checkReadable()
    return try T(from: self)
  }
}

// MARK: Errors

extension NodeDecoder {
  /// The value is of another kind than asked for; where it is null, that no value is there.
  private func mismatch(_ type: Any.Type, expected: String) -> DecodingError {
    let context = context("\(expected) is expected, found \(node.kind.phrase)")
    return node.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  private func corrupted(_ type: Any.Type) -> DecodingError {
    .dataCorrupted(context("the number does not fit in \(type)"))
  }

  func context(_ description: String) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath, debugDescription: description)
  }
}

// MARK: Single values

/// The decoder is its own container of a single value; most of the requirements repeat for each type.
extension NodeDecoder: SingleValueDecodingContainer {
  /// False also when the run is over; whatever is decoded next says so.
  func decodeNil() -> Bool { session.isReadable && node.isNull }

  func decode(_ type: Bool.Type) throws -> Bool { try scalar(type) }
  func decode(_ type: String.Type) throws -> String { try scalar(type) }
  func decode(_ type: Double.Type) throws -> Double { try scalar(type) }
  func decode(_ type: Float.Type) throws -> Float { try scalar(type) }
  func decode(_ type: Int.Type) throws -> Int { try scalar(type) }
  func decode(_ type: Int8.Type) throws -> Int8 { try scalar(type) }
  func decode(_ type: Int16.Type) throws -> Int16 { try scalar(type) }
  func decode(_ type: Int32.Type) throws -> Int32 { try scalar(type) }
  func decode(_ type: Int64.Type) throws -> Int64 { try scalar(type) }
  func decode(_ type: Int128.Type) throws -> Int128 { try scalar(type) }
  func decode(_ type: UInt.Type) throws -> UInt { try scalar(type) }
  func decode(_ type: UInt8.Type) throws -> UInt8 { try scalar(type) }
  func decode(_ type: UInt16.Type) throws -> UInt16 { try scalar(type) }
  func decode(_ type: UInt32.Type) throws -> UInt32 { try scalar(type) }
  func decode(_ type: UInt64.Type) throws -> UInt64 { try scalar(type) }
  func decode(_ type: UInt128.Type) throws -> UInt128 { try scalar(type) }
  func decode<T: Decodable>(_ type: T.Type) throws -> T { try value(type) }
}
