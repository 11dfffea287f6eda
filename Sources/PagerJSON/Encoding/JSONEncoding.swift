/// Encodes `Encodable` types into JSON values.
package enum JSONEncoding {
  /// The JSON value that `value` encodes to.
  ///
  /// - Throws: `EncodingError.invalidValue` for what JSON has no room for (infinity, NaN, integers beyond `Int64`, a
  ///   type that encodes nothing or two kinds of container), or what an `encode(to:)` throws of its own.
  package static func value<T: Encodable>(
    _ value: T,
    userInfo: [CodingUserInfoKey: any Sendable] = [:]
  ) throws -> JSONValue {
    let slot = EncodingSlot()
    try value.encode(to: SlotEncoder(slot: slot, codingPath: [], userInfo: userInfo))
    return try slot.value(of: value, codingPath: [])
  }
}
