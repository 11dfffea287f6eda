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
  mutating func encode<T: Encodable>(_ value: T) throws { try value.encode(to: element()) }
}
