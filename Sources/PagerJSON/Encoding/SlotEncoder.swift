/// Encodes `Encodable` types into JSON values.
package enum JSONEncoding {
  /// The JSON value that `value` encodes to.
  ///
  /// - Parameter coding: how values of Foundation's types are written.
  /// - Throws: `EncodingError.invalidValue` for what JSON has no room for (infinity, NaN, integers beyond `Int64`, a
  ///   type that encodes nothing or two kinds of container), for a value of Foundation's types that cannot be written,
  ///   or what an `encode(to:)` throws of its own.
  package static func value<T: Encodable>(
    _ value: T,
    userInfo: [CodingUserInfoKey: any Sendable] = [:], coding: ScalarCoding = .forServers(nil)
  ) throws -> JSONValue {
    let slot = EncodingSlot()
    try SlotEncoder(slot: slot, codingPath: [], userInfo: userInfo, coding: coding).write(value)
    return try slot.value(of: value, codingPath: [])
  }
}

/// The encoder that fills one slot.
struct SlotEncoder: Encoder {
  let slot: EncodingSlot
  let codingPath: [any CodingKey]
  fileprivate let sharedUserInfo: [CodingUserInfoKey: any Sendable]
  /// How values of Foundation's types are written.
  let coding: ScalarCoding

  init(
    slot: EncodingSlot, codingPath: [any CodingKey], userInfo: [CodingUserInfoKey: any Sendable], coding: ScalarCoding
  ) {
    self.slot = slot
    self.codingPath = codingPath
    self.coding = coding
    sharedUserInfo = userInfo
  }

  var userInfo: [CodingUserInfoKey: Any] { sharedUserInfo }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    slot.becomeObject()
    return KeyedEncodingContainer(KeyedSlotContainer(encoder: self))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    slot.becomeArray()
    return UnkeyedSlotContainer(encoder: self)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer {
    SingleSlotContainer(encoder: self)
  }

  /// The encoder of a value one step further down.
  func nested(_ slot: EncodingSlot, _ key: any CodingKey) -> SlotEncoder {
    SlotEncoder(slot: slot, codingPath: codingPath + [key], userInfo: sharedUserInfo, coding: coding)
  }
}

// MARK: Scalars

extension SlotEncoder {
  /// Integers of any width that `Int64` holds.
  func json<T: FixedWidthInteger>(_ integer: T, _ key: (any CodingKey)? = nil) throws -> JSONValue {
    guard let value = Int64(exactly: integer) else {
      throw invalid(
        integer, key, "the integer \(integer) does not fit in a signed 64-bit integer; encode it as a string")
    }
    return .integer(value)
  }

  func json(_ number: Double, _ key: (any CodingKey)? = nil) throws -> JSONValue {
    guard number.isFinite else { throw invalid(number, key, "JSON has no number for \(number)") }
    return .number(number)
  }

  /// The double with the same shortest text: 0.1 stays 0.1.
  func json(_ number: Float, _ key: (any CodingKey)? = nil) throws -> JSONValue {
    try json(Double(number.description) ?? Double(number), key)
  }

  private func invalid(_ value: Any, _ key: (any CodingKey)?, _ description: String) -> EncodingError {
    let path = key.map { codingPath + [$0] } ?? codingPath
    return .invalidValue(value, EncodingError.Context(codingPath: path, debugDescription: description))
  }
}

// MARK: Single values

/// The value itself, if it is neither an array nor an object.
struct SingleSlotContainer: SingleValueEncodingContainer {
  let encoder: SlotEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func encodeNil() throws { encoder.slot.set(.null) }
  mutating func encode(_ value: Bool) throws { encoder.slot.set(.bool(value)) }
  mutating func encode(_ value: String) throws { encoder.slot.set(.string(value)) }
  mutating func encode(_ value: Double) throws { encoder.slot.set(try encoder.json(value)) }
  mutating func encode(_ value: Float) throws { encoder.slot.set(try encoder.json(value)) }
  mutating func encode(_ value: Int) throws { encoder.slot.set(try encoder.json(value)) }
  mutating func encode(_ value: Int8) throws { encoder.slot.set(try encoder.json(value)) }
  mutating func encode(_ value: Int16) throws { encoder.slot.set(try encoder.json(value)) }
  mutating func encode(_ value: Int32) throws { encoder.slot.set(try encoder.json(value)) }
  mutating func encode(_ value: Int64) throws { encoder.slot.set(try encoder.json(value)) }
  mutating func encode(_ value: Int128) throws { encoder.slot.set(try encoder.json(value)) }
  mutating func encode(_ value: UInt) throws { encoder.slot.set(try encoder.json(value)) }
  mutating func encode(_ value: UInt8) throws { encoder.slot.set(try encoder.json(value)) }
  mutating func encode(_ value: UInt16) throws { encoder.slot.set(try encoder.json(value)) }
  mutating func encode(_ value: UInt32) throws { encoder.slot.set(try encoder.json(value)) }
  mutating func encode(_ value: UInt64) throws { encoder.slot.set(try encoder.json(value)) }
  mutating func encode(_ value: UInt128) throws { encoder.slot.set(try encoder.json(value)) }
  mutating func encode<T: Encodable>(_ value: T) throws { try encoder.write(value) }
}
