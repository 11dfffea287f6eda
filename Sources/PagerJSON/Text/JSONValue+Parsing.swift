internal import CJansson

/// Reading what people write, with jansson: strictly, and with the line and column of an error.
extension JSONValue {
  /// Parses a whole JSON text of any kind.
  ///
  /// Refuses duplicate keys, keys with NUL, integers beyond `Int64`, reals beyond `Double`, invalid UTF-8, and nesting
  /// deeper than ``maximumDepth``.
  public init(parsing text: String) throws(JSONTextError) {
    try self.init(parsing: text, maximumDepth: Self.maximumDepth)
  }

  /// Parses a whole JSON text of any kind, as ``init(parsing:)-(String)`` does. It need not end in NUL.
  public init(parsing text: UnsafeBufferPointer<UInt8>) throws(JSONTextError) {
    try self.init(parsing: text, maximumDepth: Self.maximumDepth)
  }

  /// Parses a text with a separate limit of its depth, for callers with little stack: jansson recurses.
  package init(parsing text: String, maximumDepth: Int) throws(JSONTextError) {
    var text = text
    let result = text.withUTF8 { bytes in
      Result { () throws(JSONTextError) -> JSONValue in try JSONValue(parsing: bytes, maximumDepth: maximumDepth) }
    }
    self = try result.get()
  }

  init(parsing text: UnsafeBufferPointer<UInt8>, maximumDepth: Int) throws(JSONTextError) {
    guard !text.isEmpty else {
      throw JSONTextError(message: "the text is empty", place: .init(line: 1, column: 0, position: 0))
    }
    try TextScreening.check(text, maximumDepth: maximumDepth)
    var error = json_error_t()
    let flags = JSON_REJECT_DUPLICATES | JSON_DECODE_ANY | JSON_ALLOW_NUL
    let root = text.withMemoryRebound(to: CChar.self) { characters in
      JanssonValue(adopting: json_loadb(characters.baseAddress, characters.count, Int(flags), &error))
    }
    guard let root else { throw try JSONTextError(error, of: text) }
    try self.init(root.pointer)
  }

  /// Copies a jansson value. Recursive; its depth was checked before.
  private init(_ value: UnsafeMutablePointer<json_t>) throws(JSONTextError) {
    switch value.pointee.type {
    case JSON_OBJECT: self = try .object(Self.members(of: value))
    case JSON_ARRAY: self = try .array(Self.elements(of: value))
    case JSON_STRING: self = .string(Self.string(json_string_value(value), json_string_length(value)))
    case JSON_INTEGER: self = .integer(Int64(json_integer_value(value)))
    case JSON_REAL: self = .number(json_real_value(value))
    case JSON_TRUE: self = .bool(true)
    case JSON_FALSE: self = .bool(false)
    default: self = .null
    }
  }

  private static func elements(of array: UnsafeMutablePointer<json_t>) throws(JSONTextError) -> [JSONValue] {
    var elements: [JSONValue] = []
    elements.reserveCapacity(json_array_size(array))
    for index in 0..<json_array_size(array) {
      guard let element = json_array_get(array, index) else { continue }
      elements.append(try JSONValue(element))
    }
    return elements
  }

  private static func members(of object: UnsafeMutablePointer<json_t>) throws(JSONTextError) -> [String: JSONValue] {
    var members: [String: JSONValue] = [:]
    members.reserveCapacity(json_object_size(object))
    var iterator = json_object_iter(object)
    while let current = iterator {
      let key = string(json_object_iter_key(current), json_object_iter_key_len(current))
      if let value = json_object_iter_value(current) {
        // jansson compares keys byte by byte, Swift by their characters.
        guard members.updateValue(try JSONValue(value), forKey: key) == nil else {
          throw JSONTextError(message: "an object has the key \"\(key)\" twice, in two spellings that look the same")
        }
      }
      iterator = json_object_iter_next(object, current)
    }
    return members
  }

  private static func string(_ start: UnsafePointer<CChar>?, _ length: Int) -> String {
    let bytes = UnsafeRawBufferPointer(start: start, count: start == nil ? 0 : length)
    return String(decoding: bytes, as: UTF8.self)
  }
}

extension JSONTextError {
  /// What jansson says of a text.
  fileprivate init(_ error: json_error_t, of text: UnsafeBufferPointer<UInt8>) throws(JSONTextError) {
    let (code, end) = (withUnsafePointer(to: error) { json_error_code($0) }, Int(error.position))
    if code == json_error_numeric_overflow {
      try self.init(largeNumberAt: end - 1, in: text)
      return
    }
    let message = withUnsafePointer(to: error) { String(cString: cjansson_error_text($0)) }
    let hasPlace = error.line >= 1 && error.position >= 0
    try self.init(
      message: message,
      place: hasPlace
        ? Place(line: Int(error.line), column: Int(error.column), position: end) : nil,
      path: code == json_error_duplicate_key ? JSONPointer(toByte: end, of: text) : nil)
  }
}
