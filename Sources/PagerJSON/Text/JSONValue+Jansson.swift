internal import CJansson

/// Reading what people write, with jansson: strictly, and with the line and column of an error.
extension JSONValue {
  /// Parses a whole JSON text of any kind.
  ///
  /// Refuses duplicate keys, keys with NUL, integers beyond `Int64`, reals beyond `Double`, invalid UTF-8, and nesting
  /// deeper than 256 levels.
  ///
  /// - Throws: an error with the place in the text.
  public init(parsing text: String) throws(JSONTextError) {
    try self.init(parsing: text, maximumDepth: Self.maximumDepth)
  }

  /// Parses a whole JSON text of any kind, as ``init(parsing:)-(String)`` does. It need not end in NUL.
  ///
  /// - Throws: what ``init(parsing:)-(String)`` throws.
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
    if let (error, _) = JSONSyntax.barrier(in: text, maximumDepth: maximumDepth) {
      throw JSONTextError(message: error.message, place: error.offset.map { .init(of: $0, in: text) })
    }
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
    // Without memory, jansson says nothing, or that a token is invalid or missing. So the grammar decides whether the
    // text is.
    let isAboutMeaning = code == json_error_duplicate_key || code == json_error_null_byte_in_key
    if !isAboutMeaning, JSONSyntax.firstError(in: UnsafeRawBufferPointer(text), maximumDepth: .max) == nil {
      throw .outOfMemory
    }
    let hasPlace = error.line >= 1 && error.position >= 0
    try self.init(
      message: message,
      place: hasPlace
        ? Place(line: Int(error.line), column: Int(error.column), position: end) : nil,
      path: code == json_error_duplicate_key ? JSONSyntax.path(toByte: end, of: text) : nil)
  }
}

/// Writing JSON text, with jansson.
extension JSONValue {
  /// The value as compact JSON text in UTF-8: keys sorted, no white space, nothing escaped that need not be.
  ///
  /// Doubles are written so that reading gives the same double back, whatever the program's locale.
  ///
  /// - Throws: an error if a number is infinite or NaN, if values are nested deeper than 256 levels, or if memory
  ///   runs out.
  public func text() throws(JSONTextError) -> String {
    try withText { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of ``text()``, without a NUL at the end.
  ///
  /// - Throws: what ``text()`` throws.
  public func bytes() throws(JSONTextError) -> [UInt8] {
    try withText { Array($0) }
  }

  /// Calls `body` with the text in jansson's memory.
  private func withText<R>(_ body: (UnsafeRawBufferPointer) -> R) throws(JSONTextError) -> R {
    var precision = 1
    let tree = try jansson(depth: 0, precision: &precision)
    let flags = Int(JSON_COMPACT | JSON_SORT_KEYS | JSON_ENCODE_ANY) | cjansson_real_precision(precision)
    // Twice over the tree: the first call measures. So the text need not be searched for its end, and jansson's
    // allocator, which a host program may have replaced, is not needed to free it.
    let length = json_dumpb(tree.pointer, nil, 0, flags)
    guard length > 0 else { throw .outOfMemory }
    let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: length, alignment: 1)
    defer { buffer.deallocate() }
    let written = buffer.withMemoryRebound(to: CChar.self) { json_dumpb(tree.pointer, $0.baseAddress, length, flags) }
    guard written == length else { throw .outOfMemory }
    return body(UnsafeRawBufferPointer(buffer))
  }

  /// The value as a jansson tree. `precision` is raised to the significant digits that its doubles need.
  private func jansson(depth: Int, precision: inout Int) throws(JSONTextError) -> JanssonValue {
    let value: JanssonValue? =
      switch self {
      case .null: JanssonValue(adopting: json_null())
      case .bool(let bool): JanssonValue(adopting: bool ? json_true() : json_false())
      case .integer(let integer): JanssonValue(adopting: json_integer(json_int_t(integer)))
      case .number(let number): try Self.jansson(number, precision: &precision)
      case .string(let string): Self.jansson(string)
      case .array(let elements): try Self.jansson(elements, depth: depth + 1, precision: &precision)
      case .object(let members): try Self.jansson(members, depth: depth + 1, precision: &precision)
      }
    guard let value else { throw .outOfMemory }
    return value
  }

  private static func jansson(_ number: Double, precision: inout Int) throws(JSONTextError) -> JanssonValue? {
    guard number.isFinite else {
      throw JSONTextError(message: "the number \(number) has no JSON form; JSON has only finite numbers")
    }
    precision = max(precision, number.shortestDigitCount)
    return JanssonValue(adopting: json_real(number))
  }

  private static func jansson(_ string: String) -> JanssonValue? {
    JanssonValue(adopting: withCharacters(of: string) { json_stringn_nocheck($0.baseAddress, $0.count) })
  }

  private static func jansson(
    _ elements: [JSONValue], depth: Int, precision: inout Int
  ) throws(JSONTextError) -> JanssonValue? {
    try checkDepth(depth)
    guard let array = JanssonValue(adopting: json_array()) else { return nil }
    for element in elements {
      let value = try element.jansson(depth: depth, precision: &precision)
      guard json_array_append_new(array.pointer, value.release()) == 0 else { return nil }
    }
    return array
  }

  private static func jansson(
    _ members: [String: JSONValue], depth: Int, precision: inout Int
  ) throws(JSONTextError) -> JanssonValue? {
    try checkDepth(depth)
    guard let object = JanssonValue(adopting: json_object()) else { return nil }
    for (key, member) in members {
      let value = try member.jansson(depth: depth, precision: &precision).release()
      let status = withCharacters(of: key) {
        json_object_setn_new_nocheck(object.pointer, $0.baseAddress, $0.count, value)
      }
      guard status == 0 else { return nil }
    }
    return object
  }

  private static func checkDepth(_ depth: Int) throws(JSONTextError) {
    guard depth <= maximumDepth else {
      throw JSONTextError(message: "values are nested deeper than \(maximumDepth) levels; flatten them")
    }
  }

  /// Calls `body` with the string's UTF-8. Swift's strings are always valid, so jansson need not check them.
  private static func withCharacters<R>(of string: String, _ body: (UnsafeBufferPointer<CChar>) -> R) -> R {
    var string = string
    return string.withUTF8 { $0.withMemoryRebound(to: CChar.self, body) }
  }
}

extension Double {
  /// The number of significant decimal digits that distinguish this double from all others: 1 to 17.
  ///
  /// jansson knows one precision for a whole text and takes 17 by default, which turns 0.1 into 0.10000000000000001.
  fileprivate var shortestDigitCount: Int {
    let mantissa = description.utf8.prefix { $0 != UInt8(ascii: "e") }
    let digits = mantissa.filter { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
    return max(1, digits.drop { $0 == UInt8(ascii: "0") }.count)
  }
}

/// The owner of one reference to a jansson value.
///
/// Every initializer returns nil or throws if jansson runs out of memory.
struct JanssonValue: ~Copyable {
  let pointer: UnsafeMutablePointer<json_t>

  /// Takes over the reference that a jansson function returned; nil is what jansson returns when it fails.
  init?(adopting pointer: UnsafeMutablePointer<json_t>?) {
    guard let pointer else { return nil }
    self.pointer = pointer
  }

  deinit {
    json_decref(pointer)
  }

  /// Gives the reference to a jansson function that takes it over, one whose name ends in `_new`.
  consuming func release() -> UnsafeMutablePointer<json_t> {
    let pointer = pointer
    discard self
    return pointer
  }
}
