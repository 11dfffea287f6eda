import PagerBytes
import PagerJSON

/// Decodes the fields of a record. They are JSON, except that some values need a mark.
enum RecordDecoding {
  /// The mark of a value that could be taken for an object with fields.
  private static let mark = "$json"

  static func decode<Object: Decodable>(_ type: Object.Type, from text: [UInt8]) throws -> Object {
    let isMarked = String(decoding: text, as: UTF8.self).contains("\"\(mark)\"")
    let plain = isMarked ? try JSONValue(parsing: String(decoding: text, as: UTF8.self)).unmarked.bytes() : text
    guard let bytes = plain.withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else {
      throw ClientError.outOfResources(message: "there is not enough memory to read the object")
    }
    let decoded: Result<Object, any Error> = try JSONReader().read(bytes) { root in
      Result { try JSONDecoding.decode(type, from: root) }
    }
    return try decoded.get()
  }
}

extension JSONValue {
  fileprivate var unmarked: JSONValue {
    switch self {
    case .object(let members):
      if members.count == 1, let value = members["$json"] { return value }
      return .object(members.mapValues(\.unmarked))
    case .array(let elements): return .array(elements.map(\.unmarked))
    case .null, .bool, .integer, .number, .string: return self
    }
  }
}
