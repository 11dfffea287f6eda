/// The values that are not objects or arrays.
extension DecodingSession {
  func scalar(_ type: Bool.Type, at node: JSONNode) throws -> Bool {
    try checkReadable()
    guard let bool = node.bool else { throw mismatch(type, expected: "true or false", at: node) }
    return bool
  }

  func scalar(_ type: String.Type, at node: JSONNode) throws -> String {
    try checkReadable()
    guard let string = node.string else { throw mismatch(type, expected: "a string", at: node) }
    return string
  }

  func scalar(_ type: Double.Type, at node: JSONNode) throws -> Double {
    try checkReadable()
    guard let double = node.double else { throw mismatch(type, expected: "a number", at: node) }
    return double
  }

  /// Rounds to the nearest `Float`. A number that is too large is an error.
  func scalar(_ type: Float.Type, at node: JSONNode) throws -> Float {
    let float = Float(try scalar(Double.self, at: node))
    guard float.isFinite else { throw corrupted(type, at: node) }
    return float
  }

  /// An integer of any width. `2.0` counts as one, as it does for other decoders, as long as doubles are exact there.
  func scalar<T: FixedWidthInteger>(_ type: T.Type, at node: JSONNode) throws -> T {
    try checkReadable()
    let integer: T? =
      switch node.number {
      case .integer(let value): T(exactly: value)
      case .unsigned(let value): T(exactly: value)
      case .double: node.int64.flatMap { T(exactly: $0) }
      case nil: throw mismatch(type, expected: "a number", at: node)
      }
    guard let integer else { throw corrupted(type, at: node) }
    return integer
  }
}

// MARK: Errors

extension DecodingSession {
  /// The error that the value has another kind; for a null the error that there is no value.
  func mismatch(_ type: Any.Type, expected: String, at node: JSONNode) -> DecodingError {
    let context = context("expected \(expected), found \(node.kind.phrase)", at: node)
    return node.isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  private func corrupted(_ type: Any.Type, at node: JSONNode) -> DecodingError {
    .dataCorrupted(context("the number does not fit in \(type)", at: node))
  }

  func context(_ description: String, at node: JSONNode) -> DecodingError.Context {
    DecodingError.Context(codingPath: codingPath(to: node), debugDescription: description)
  }
}
