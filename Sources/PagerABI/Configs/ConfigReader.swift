import CPlatform
import Glibc
import PagerJSON

/// Reads one object of a config strictly: every key must have the right type, and unknown keys are errors.
struct ConfigReader {
  let path: JSONPointer
  private let members: [String: JSONValue]
  private var known: Set<String> = []

  /// Reads a config text, which has to be an object.
  init(_ name: StaticString, text: String) throws(ErrorReport) {
    do {
      try self.init(
        JSONValue(parsing: text, maximumDepth: JSONValue.maximumConfigDepth), at: JSONPointer(tokens: []))
    } catch let error as JSONTextError {
      throw ErrorReport(error, in: name)
    } catch let error as ErrorReport {
      throw error
    } catch {
      throw ErrorReport(.internal, "\(error)")
    }
  }

  /// Reads the options of a call. Missing options are an empty object.
  init(options text: String?) throws(ErrorReport) {
    try self.init("options_json", text: text ?? "{}")
  }

  private init(_ value: JSONValue, at path: JSONPointer) throws(ErrorReport) {
    self.path = path
    guard let members = value.object else {
      throw Self.unexpected(value, "an object", at: path)
    }
    self.members = members
  }

  // MARK: Keys

  mutating func string(_ key: String) throws(ErrorReport) -> String? {
    try read(key, "a string") { $0.string }
  }

  mutating func requiredString(_ key: String) throws(ErrorReport) -> String {
    guard let string = try string(key) else { throw missing(key) }
    return string
  }

  /// The error of a required key that is missing.
  func missing(_ key: String) -> ErrorReport {
    ErrorReport(.invalidConfig, "`\(key)` is missing: add it", path: path.appending(key))
  }

  /// A required string, either in the config or as a separate argument, but not both.
  mutating func string(_ key: String, orBeside given: String?) throws(ErrorReport) -> String {
    guard let given else { return try requiredString(key) }
    guard try string(key) == nil else { throw Self.givenTwice(key, at: path) }
    return given
  }

  /// The error of a value that is in the config and also an argument.
  static func givenTwice(_ key: String, at path: JSONPointer) -> ErrorReport {
    ErrorReport(
      .invalidConfig, "`\(key)` is given twice, in the config and as an argument: leave one of the two out",
      path: path.appending(key))
  }

  mutating func bool(_ key: String) throws(ErrorReport) -> Bool? {
    try read(key, "true or false") { $0.bool }
  }

  /// A whole number within a range.
  mutating func integer(_ key: String, in range: ClosedRange<Int64>) throws(ErrorReport) -> Int? {
    try read(key, "a whole number from \(range.lowerBound) to \(range.upperBound)") { value in
      value.integer.flatMap { range.contains($0) ? Int(exactly: $0) : nil }
    }
  }

  /// Takes a key that has null; false, and the key stays, if it has something else.
  mutating func takeNull(_ key: String) throws(ErrorReport) -> Bool {
    guard members[key]?.isNull == true else { return false }
    known.insert(key)
    return true
  }

  mutating func pointer(_ key: String) throws(ErrorReport) -> JSONPointer? {
    guard let text = try string(key) else { return nil }
    do {
      return try JSONPointer(parsing: text)
    } catch {
      throw ErrorReport(.invalidConfig, error.message, path: path.appending(key))
    }
  }

  /// All members, each of them a pointer.
  mutating func pointers() throws(ErrorReport) -> [String: JSONPointer] {
    var pointers: [String: JSONPointer] = [:]
    for key in members.keys.sorted() { pointers[key] = try pointer(key) }
    return pointers
  }

  /// One of several words; the first is the default.
  ///
  /// - Parameter other: what the key also takes, for the error.
  mutating func choice<Value>(
    _ key: String, _ choices: KeyValuePairs<String, Value>, or other: String? = nil
  ) throws(ErrorReport) -> Value? {
    try read(key, Self.alternatives(choices.map { "\"\($0.key)\"" } + (other.map { [$0] } ?? []))) { value in
      choices.first { $0.key == value.string }?.value
    }
  }

  private static func alternatives(_ all: [String]) -> String {
    let last = all.suffix(2).joined(separator: " or ")
    return (all.dropLast(2) + [last]).joined(separator: ", ")
  }

  /// What another process wrote: the text, or the object in it.
  mutating func token(_ key: String, _ name: String) throws(ErrorReport) -> JSONValue? {
    try read(key, "\(name), as its text or as the object in that text") { value in
      // Not in one expression: the literal `nil` would be taken for a JSONValue, which is `null`.
      guard value.string != nil || value.object != nil else { return nil }
      return value
    }
  }

  /// A list whose elements all have one form.
  mutating func list<Element>(
    _ key: String, _ expected: String, of element: String, _ convert: (JSONValue) -> Element?
  ) throws(ErrorReport) -> [Element]? {
    let place = path.appending(key)
    return try read(key, expected) { value throws(ErrorReport) in
      try Self.elements(of: value, at: place, element, convert)
    }
  }

  /// The elements of a list; nil if the value is not a list.
  static func elements<Element>(
    of value: JSONValue, at place: JSONPointer, _ expected: String, _ convert: (JSONValue) -> Element?
  ) throws(ErrorReport) -> [Element]? {
    guard let elements = value.array else { return nil }
    var converted: [Element] = []
    for (index, element) in elements.enumerated() {
      guard let one = convert(element) else { throw unexpected(element, expected, at: place.appending("\(index)")) }
      converted.append(one)
    }
    return converted
  }

  mutating func members(_ key: String) throws(ErrorReport) -> [String: JSONValue]? {
    try read(key, "an object") { $0.object }
  }

  /// Reads an object inside this one.
  mutating func object<Result>(
    _ key: String, _ body: (inout ConfigReader) throws(ErrorReport) -> Result
  ) throws(ErrorReport) -> Result? {
    known.insert(key)
    guard let value = members[key] else { return nil }
    var reader = try ConfigReader(value, at: path.appending(key))
    let result = try body(&reader)
    try reader.finish()
    return result
  }

  /// Reads an object of objects, in the order of its keys.
  mutating func objects<Result>(
    _ key: String, _ body: (String, inout ConfigReader) throws(ErrorReport) -> Result
  ) throws(ErrorReport) -> [Result]? {
    guard let members = try members(key) else { return nil }
    var results: [Result] = []
    for (name, value) in members.sorted(by: { $0.key < $1.key }) {
      var reader = try ConfigReader(value, at: path.appending(key).appending(name))
      results.append(try body(name, &reader))
      try reader.finish()
    }
    return results
  }

  /// Whether the value of a key that also takes other values is an object.
  func isObject(_ key: String) -> Bool {
    members[key]?.object != nil
  }

  /// Reads a value with a conversion, which returns nil for an unexpected value.
  mutating func read<Value>(
    _ key: String, _ expected: @autoclosure () -> String, _ convert: (JSONValue) throws(ErrorReport) -> Value?
  ) throws(ErrorReport) -> Value? {
    known.insert(key)
    guard let value = members[key] else { return nil }
    guard let converted = try convert(value) else {
      throw Self.unexpected(value, expected(), at: path.appending(key))
    }
    return converted
  }

  /// The error of a value that is not what its place takes.
  static func unexpected(_ value: JSONValue, _ expected: String, at place: JSONPointer) -> ErrorReport {
    // A string in the place of an object may be a secret: headers are objects.
    let isSecret = expected == "an object" && value.string != nil
    return ErrorReport(
      .invalidConfig, "expected \(expected), found \(isSecret ? "a string" : value.kindPhrase)", path: place)
  }

  /// Refuses keys that have not been read.
  func finish() throws(ErrorReport) {
    guard let unknown = members.keys.filter({ !known.contains($0) }).min() else { return }
    let keys = known.sorted().joined(separator: ", ")
    let choice = known.isEmpty ? "this object takes no keys" : "the known keys are \(keys)"
    throw ErrorReport(.invalidConfig, "unknown key `\(unknown)`; \(choice)", path: path.appending(unknown))
  }
}

extension JSONValue {
  /// The value for an error message: its kind, or the value itself if that is short.
  var kindPhrase: String {
    switch self {
    case .null: "null"
    case .bool(let value): "\(value)"
    case .integer(let value): "\(value)"
    case .number(let value): "\(value)"
    case .string(let value): value.utf8.count <= 40 ? "\"\(value)\"" : "a string"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// The texts that C passes in: configs, and options of calls.
enum ConfigText {
  /// The longest text in bytes: 16 MiB.
  static let longest = 16 << 20

  /// Copies a text.
  ///
  /// - Throws: `invalidArgument` for NULL and for bytes that are not UTF-8, `invalidConfig` for a text that is too
  ///   long, and `noMemory` if reading it could take more memory than there is.
  static func read(_ name: StaticString, _ text: UnsafePointer<CChar>?) throws(ErrorReport) -> String {
    guard let text else { throw ErrorReport(.invalidArgument, "\(name) is NULL") }
    let count = strnlen(text, longest + 1)
    guard count <= longest else {
      throw ErrorReport(
        .invalidConfig, "\(name) is longer than \(longest) bytes, the limit: shorten it", path: JSONPointer(tokens: []))
    }
    guard hasMemory(toRead: UnsafeRawBufferPointer(start: text, count: count)) else {
      throw ErrorReport(.noMemory, "there is not enough memory to read \(name), which has \(count) bytes")
    }
    guard let string = String(validatingCString: text) else {
      throw ErrorReport(.invalidArgument, "\(name) is not valid UTF-8")
    }
    return string
  }

  /// Copies an optional config. A missing one is an empty object.
  static func readOptional(_ name: StaticString, _ text: UnsafePointer<CChar>?) throws(ErrorReport) -> String {
    text == nil ? "{}" : try read(name, text)
  }

  /// Tries whether there is the memory that reading a text takes at most.
  ///
  /// Swift ends the process if it gets no memory, and the caller decides how long a text is. This therefore allocates
  /// the whole memory with `malloc`, which can refuse, and frees it at once.
  private static func hasMemory(toRead text: UnsafeRawBufferPointer) -> Bool {
    let bytesPerByte = 32
    let bytesPerValue = 256
    let smallText = 64 << 10
    guard text.count > smallText else { return true }
    let values = text.count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "[") }
    return swiftpager_has_memory(text.count * bytesPerByte + values * bytesPerValue)
  }
}
