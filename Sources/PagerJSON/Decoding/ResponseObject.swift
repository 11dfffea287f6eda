/// An object of a response that reads itself, and says what its fields are. `swiftpager generate` writes such types.
///
/// It encodes as the response has it. Therefore its JSON can be read again, and it can be written into a cache.
public protocol ResponseObject: ResponseDecodable, Encodable {
  /// The fields as the response has them.
  var responseFields: ResponseFields { get }
}

extension ResponseObject {
  /// Encodes the fields.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    try responseFields.encode(to: encoder)
  }
}

/// An enum of a schema: a text, of which a server may send one that the schema did not have.
///
/// `swiftpager generate` writes such types, with a case `unknown(String)`.
public protocol ResponseEnum: RawRepresentable, CaseIterable, ResponseDecodable, Encodable, Hashable, Sendable
where RawValue == String {
  /// The value with a name of the schema, or any other text.
  init(rawValue: String)
}

extension ResponseEnum {
  /// Reads a text.
  ///
  /// - Throws: `valueNotFound` for null, `typeMismatch` for any other value than a string.
  public init(from node: ResponseNode) throws {
    self.init(rawValue: try node.string)
  }

  /// Reads a text.
  ///
  /// - Throws: what the decoder throws for any other value.
  public init(from decoder: any Decoder) throws {
    self.init(rawValue: try decoder.singleValueContainer().decode(String.self))
  }
}
