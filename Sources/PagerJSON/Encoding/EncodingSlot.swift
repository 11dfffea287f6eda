/// The place of one value that is being encoded. Containers share it by reference and fill it in any order.
final class EncodingSlot {
  private enum Content {
    case empty
    case value(JSONValue)
    case array([EncodingSlot])
    case object([String: EncodingSlot])
  }

  private var content = Content.empty
  /// Whether a second kind of container was requested. The protocol has no way to refuse it at once.
  private var hasConflict = false

  /// A slot that is filled from the start, or empty.
  init(_ value: JSONValue? = nil) {
    if let value { content = .value(value) }
  }

  /// How many elements an array has so far.
  var elementCount: Int {
    if case .array(let elements) = content { elements.count } else { 0 }
  }

  /// Makes this a single value.
  func set(_ value: JSONValue) {
    if case .empty = content { content = .value(value) } else { hasConflict = true }
  }

  /// Makes this an array, unless it is one.
  func becomeArray() {
    switch content {
    case .empty: content = .array([])
    case .array: break
    case .value, .object: hasConflict = true
    }
  }

  /// Makes this an object, unless it is one.
  func becomeObject() {
    switch content {
    case .empty: content = .object([:])
    case .object: break
    case .value, .array: hasConflict = true
    }
  }

  /// Adds an element to an array.
  func append(_ slot: EncodingSlot) {
    guard case .array(var elements) = content else { return }
    content = .empty  // so that the array is not shared, and grows in place
    elements.append(slot)
    content = .array(elements)
  }

  /// Puts a member into an object, and replaces an existing one.
  func setMember(_ key: String, _ slot: EncodingSlot) {
    guard case .object(var members) = content else { return }
    content = .empty
    members[key] = slot
    content = .object(members)
  }

  /// The value in the slot. `source` is the value that filled it, for errors.
  func value(of source: Any, codingPath: [any CodingKey]) throws -> JSONValue {
    guard !hasConflict else {
      throw Self.invalid(
        source, codingPath, "the value was encoded as two things at once, such as an array and an object")
    }
    switch content {
    case .empty: throw Self.invalid(source, codingPath, "the value did not encode anything")
    case .value(let value): return value
    case .array(let elements):
      return .array(
        try elements.enumerated().map { index, element in
          try element.value(of: source, codingPath: codingPath + [PathKey(intValue: index)])
        })
    case .object(let members):
      return .object(
        try Dictionary(
          uniqueKeysWithValues: members.map { key, member in
            (key, try member.value(of: source, codingPath: codingPath + [PathKey(stringValue: key)]))
          }))
    }
  }

  private static func invalid(_ source: Any, _ codingPath: [any CodingKey], _ description: String) -> EncodingError {
    .invalidValue(source, EncodingError.Context(codingPath: codingPath, debugDescription: description))
  }
}
