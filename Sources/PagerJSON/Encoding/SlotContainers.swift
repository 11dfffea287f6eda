/// The members of an object that is being encoded.
struct KeyedSlotContainer<Key: CodingKey>: KeyedEncodingContainerProtocol {
  let encoder: SlotEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type, forKey key: Key
  ) -> KeyedEncodingContainer<NestedKey> {
    member(key).container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
    member(key).unkeyedContainer()
  }

  /// The encoder of the member `super`.
  mutating func superEncoder() -> any Encoder {
    member(PathKey(stringValue: "super"))
  }

  mutating func superEncoder(forKey key: Key) -> any Encoder {
    member(key)
  }

  /// The encoder of a new member.
  private func member(_ key: some CodingKey) -> SlotEncoder {
    let slot = EncodingSlot()
    encoder.slot.setMember(key.stringValue, slot)
    return encoder.nested(slot, key)
  }

  private func set(_ value: JSONValue, _ key: Key) {
    encoder.slot.setMember(key.stringValue, EncodingSlot(value))
  }

  // MARK: One method for each type

  mutating func encodeNil(forKey key: Key) throws { set(.null, key) }
  mutating func encode(_ value: Bool, forKey key: Key) throws { set(.bool(value), key) }
  mutating func encode(_ value: String, forKey key: Key) throws { set(.string(value), key) }
  mutating func encode(_ value: Double, forKey key: Key) throws { set(try encoder.json(value, key), key) }
  mutating func encode(_ value: Float, forKey key: Key) throws { set(try encoder.json(value, key), key) }
  mutating func encode(_ value: Int, forKey key: Key) throws { set(try encoder.json(value, key), key) }
  mutating func encode(_ value: Int8, forKey key: Key) throws { set(try encoder.json(value, key), key) }
  mutating func encode(_ value: Int16, forKey key: Key) throws { set(try encoder.json(value, key), key) }
  mutating func encode(_ value: Int32, forKey key: Key) throws { set(try encoder.json(value, key), key) }
  mutating func encode(_ value: Int64, forKey key: Key) throws { set(try encoder.json(value, key), key) }
  mutating func encode(_ value: Int128, forKey key: Key) throws { set(try encoder.json(value, key), key) }
  mutating func encode(_ value: UInt, forKey key: Key) throws { set(try encoder.json(value, key), key) }
  mutating func encode(_ value: UInt8, forKey key: Key) throws { set(try encoder.json(value, key), key) }
  mutating func encode(_ value: UInt16, forKey key: Key) throws { set(try encoder.json(value, key), key) }
  mutating func encode(_ value: UInt32, forKey key: Key) throws { set(try encoder.json(value, key), key) }
  mutating func encode(_ value: UInt64, forKey key: Key) throws { set(try encoder.json(value, key), key) }
  mutating func encode(_ value: UInt128, forKey key: Key) throws { set(try encoder.json(value, key), key) }
  mutating func encode<T: Encodable>(_ value: T, forKey key: Key) throws {
    if let member = value as? any OmittableMember, member.isOmitted { return }
    try member(key).write(value)
  }
}

/// A value that can leave itself out of its object.
package protocol OmittableMember {
  /// Whether the member is left out, with its key.
  var isOmitted: Bool { get }
}

/// The elements of an array that is being encoded.
struct UnkeyedSlotContainer: UnkeyedEncodingContainer {
  let encoder: SlotEncoder

  var codingPath: [any CodingKey] { encoder.codingPath }

  var count: Int { encoder.slot.elementCount }

  mutating func nestedContainer<NestedKey: CodingKey>(
    keyedBy keyType: NestedKey.Type
  ) -> KeyedEncodingContainer<NestedKey> {
    element().container(keyedBy: keyType)
  }

  mutating func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
    element().unkeyedContainer()
  }

  mutating func superEncoder() -> any Encoder {
    element()
  }

  /// The encoder of a new element.
  private func element() -> SlotEncoder {
    let key = key
    let slot = EncodingSlot()
    encoder.slot.append(slot)
    return encoder.nested(slot, key)
  }

  /// The index of the element that comes next.
  private var key: PathKey { PathKey(intValue: count) }

  private func append(_ value: JSONValue) {
    encoder.slot.append(EncodingSlot(value))
  }

  // MARK: One method for each type

  mutating func encodeNil() throws { append(.null) }
  mutating func encode(_ value: Bool) throws { append(.bool(value)) }
  mutating func encode(_ value: String) throws { append(.string(value)) }
  mutating func encode(_ value: Double) throws { append(try encoder.json(value, key)) }
  mutating func encode(_ value: Float) throws { append(try encoder.json(value, key)) }
  mutating func encode(_ value: Int) throws { append(try encoder.json(value, key)) }
  mutating func encode(_ value: Int8) throws { append(try encoder.json(value, key)) }
  mutating func encode(_ value: Int16) throws { append(try encoder.json(value, key)) }
  mutating func encode(_ value: Int32) throws { append(try encoder.json(value, key)) }
  mutating func encode(_ value: Int64) throws { append(try encoder.json(value, key)) }
  mutating func encode(_ value: Int128) throws { append(try encoder.json(value, key)) }
  mutating func encode(_ value: UInt) throws { append(try encoder.json(value, key)) }
  mutating func encode(_ value: UInt8) throws { append(try encoder.json(value, key)) }
  mutating func encode(_ value: UInt16) throws { append(try encoder.json(value, key)) }
  mutating func encode(_ value: UInt32) throws { append(try encoder.json(value, key)) }
  mutating func encode(_ value: UInt64) throws { append(try encoder.json(value, key)) }
  mutating func encode(_ value: UInt128) throws { append(try encoder.json(value, key)) }
  mutating func encode<T: Encodable>(_ value: T) throws { try element().write(value) }
}
