/// A JSON value inside other types, for members of any shape.
extension JSONValue: Codable {
  /// Takes the decoder's value, of any kind.
  ///
  /// - Throws: what the decoder throws for a value that is of no kind of JSON.
  public init(from decoder: any Decoder) throws {
    if let decoder = decoder as? NodeDecoder {
      try decoder.session.checkReadable()
      self = decoder.node.value()
      return
    }
    let container = try decoder.singleValueContainer()
    // `try?`, since decoders differ in the errors by which they say that a value is of another kind; the last attempt
    // throws.
    if container.decodeNil() {
      self = .null
    } else if let bool = try? container.decode(Bool.self) {
      self = .bool(bool)
    } else if let integer = try? container.decode(Int64.self) {
      self = .integer(integer)
    } else if let number = try? container.decode(Double.self) {
      self = .number(number)
    } else if let string = try? container.decode(String.self) {
      self = .string(string)
    } else if let elements = try? container.decode([JSONValue].self) {
      self = .array(elements)
    } else {
      self = .object(try container.decode([String: JSONValue].self))
    }
  }

  /// Encodes as the plain value that it holds.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    switch self {
    case .null: try container.encodeNil()
    case .bool(let bool): try container.encode(bool)
    case .integer(let integer): try container.encode(integer)
    case .number(let number): try container.encode(number)
    case .string(let string): try container.encode(string)
    case .array(let elements): try container.encode(elements)
    case .object(let members): try container.encode(members)
    }
  }
}
