internal import CJansson

/// Writing JSON text, with jansson.
extension JSONValue {
  /// The value as compact JSON text in UTF-8: keys sorted, no white space, nothing escaped that need not be.
  ///
  /// Doubles are written so that reading gives the same double back, whatever the program's locale.
  ///
  /// - Throws: an error if a number is infinite or NaN, if values are nested deeper than ``maximumDepth``, or if memory
  ///   runs out.
  public func text() throws(JSONTextError) -> String {
    try withText { String(decoding: $0, as: UTF8.self) }
  }

  /// The bytes of ``text()``, without a NUL at the end.
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
