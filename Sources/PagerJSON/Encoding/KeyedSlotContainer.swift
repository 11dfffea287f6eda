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
    try value.encode(to: member(key))
  }
}
