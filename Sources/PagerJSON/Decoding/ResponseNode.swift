/// A value in a response, from which a ``ResponseDecodable`` type reads itself.
///
/// It takes the place of a `Decoder`. It points into the received bytes, and costs nothing to make or copy. The
/// compiler ensures that it does not leave its initialiser. Its calls throw the standard library's `DecodingError`,
/// with the path from `data` on.
public struct ResponseNode: ~Escapable {
  let node: JSONNode
  /// How values of Foundation's types are read.
  private let coding: ScalarCoding
  /// The variables of the operation, if they are at hand. The session that made the first node keeps them.
  private let flags: Unmanaged<ResponseFlags>?

  @_lifetime(immortal)
  init(_ node: JSONNode, _ coding: ScalarCoding, _ flags: Unmanaged<ResponseFlags>?) {
    self.node = node
    self.coding = coding
    self.flags = flags
  }

  // MARK: Members

  /// The value of an object's member. Reading members in the order of the query is fastest.
  ///
  /// - Throws: `keyNotFound` if there is none.
  public subscript(key: StaticString) -> ResponseNode {
    @_lifetime(copy self)
    get throws {
      guard let member = node.member(key) else { throw node.missing(key) }
      return ResponseNode(member, coding, flags)
    }
  }

  /// The value of an object's member; nil if there is none, or null.
  @_lifetime(copy self)
  public func optional(_ key: StaticString) -> ResponseNode? {
    guard let member = node.member(key), !member.isNull else { return nil }
    return ResponseNode(member, coding, flags)
  }

  /// Whether an object has a member, which may be null. False for any other value.
  public func contains(_ key: StaticString) -> Bool { node.member(key) != nil }

  /// The value of a Boolean variable of the operation, by which an `@include` or a `@skip` decides.
  ///
  ///     badge = node.flag("withBadge") ? try node.decode(Badge.self) : nil
  ///
  /// - Parameters:
  ///   - variable: the name, without `$`.
  ///   - value: the result if the request did not have the variable, or if the value is not read from a response.
  public func flag(_ variable: StaticString, default value: Bool = false) -> Bool {
    flags?._withUnsafeGuaranteedRef { $0.value(of: variable) } ?? value
  }

  /// Whether the value is null.
  public var isNull: Bool { node.isNull }

  // MARK: Elements

  /// The number of elements of an array, or of members of an object; 0 for any other value.
  public var count: Int { node.count }

  /// Calls a function with each element of an array, and returns the results.
  ///
  /// - Throws: `typeMismatch` if the value is not an array, and what the function throws.
  // Inlinable, so that it is compiled for the type of the element: a page has hundreds.
  @inlinable
  public func map<Element>(_ body: (ResponseNode) throws -> Element) throws -> [Element] {
    var result: [Element] = []
    result.reserveCapacity(try elementCount())
    var position = firstElement
    let end = endOfElements
    while position != end {
      let element = element(at: position)
      position = element.next
      result.append(try body(element))
    }
    return result
  }

  /// - Throws: `typeMismatch` if the value is not an array.
  @usableFromInline
  func elementCount() throws -> Int {
    guard node.kind == .array else { throw node.mismatch([Any].self, "an array") }
    return node.count
  }

  /// The first token of an array's first element, or its closing bracket.
  @usableFromInline var firstElement: UInt32 { node.token + 1 }
  @usableFromInline var endOfElements: UInt32 { node.lastToken }
  /// The token after the value.
  @usableFromInline var next: UInt32 { node.lastToken + 1 }

  @usableFromInline
  @_lifetime(copy self)
  func element(at token: UInt32) -> ResponseNode {
    ResponseNode(node.node(at: token), coding, flags)
  }

  /// Reads a value of a type.
  ///
  /// - Throws: what its `init(from:)` throws.
  @inlinable
  public func decode<Value: ResponseDecodable>(_ type: Value.Type = Value.self) throws -> Value {
    try Value(from: self)
  }

  /// Reads a value of a type from each element of an array.
  ///
  /// - Throws: `typeMismatch` if the value is not an array, and what the type's `init(from:)` throws.
  @inlinable
  public func decode<Value: ResponseDecodable>(_ type: [Value].Type = [Value].self) throws -> [Value] {
    try map { try Value(from: $0) }
  }

  /// Reads a value of any `Decodable` type, through a `Decoder`: this is slower.
  ///
  /// - Throws: what its `init(from:)` throws.
  @_disfavoredOverload
  public func decode<Value: Decodable>(_ type: Value.Type = Value.self) throws -> Value {
    try JSONDecoding.decode(type, from: node, coding: coding, flags: flags?.takeUnretainedValue())
  }

  // MARK: Scalars

  /// The string, unescaped.
  ///
  /// - Throws: `valueNotFound` for null, `typeMismatch` for any other value.
  public var string: String {
    get throws {
      guard let string = node.string else { throw node.mismatch(String.self, "a string") }
      return string
    }
  }

  /// The text of an identifier, which servers write as a string or as an integer.
  ///
  /// - Throws: `valueNotFound` for null, `typeMismatch` for any other value.
  public var id: String {
    get throws {
      if let string = node.string { return string }
      switch node.number {
      case .integer(let number): return "\(number)"
      case .unsigned(let number): return "\(number)"
      case .double, nil: throw node.mismatch(String.self, "a string or an integer")
      }
    }
  }

  /// The number as an integer. `2.0` counts as one up to 2⁵³.
  ///
  /// - Throws: `dataCorrupted` if it has a fraction or does not fit, `valueNotFound` for null, `typeMismatch` for any
  ///   other value.
  public var int: Int {
    get throws {
      guard let number = node.int64, let int = Int(exactly: number) else {
        throw node.kind == .number ? node.corrupted(Int.self) : node.mismatch(Int.self, "a number")
      }
      return int
    }
  }

  /// The number, rounded to the nearest double.
  ///
  /// - Throws: `valueNotFound` for null, `typeMismatch` for any other value.
  public var double: Double {
    get throws {
      guard let double = node.double else { throw node.mismatch(Double.self, "a number") }
      return double
    }
  }

  /// The truth value.
  ///
  /// - Throws: `valueNotFound` for null, `typeMismatch` for any other value.
  public var bool: Bool {
    get throws {
      guard let bool = node.bool else { throw node.mismatch(Bool.self, "true or false") }
      return bool
    }
  }

  /// The value and everything in it, copied into a tree.
  public var value: JSONValue { node.value() }
}

/// A type that reads itself from the bytes of a response, without a `Decoder`: about twice as fast.
///
///     struct Product: ResponseDecodable, Hashable, Sendable {
///       let id: String
///       let price: Double
///       let rating: Double?
///
///       init(from node: ResponseNode) throws {
///         id = try node["id"].string
///         price = try node["price"].double
///         rating = try node.optional("rating")?.double
///       }
///     }
///
/// Such a type is also `Decodable`. Other `Decodable` types can contain it, and it can contain them
/// (`node["tags"].decode()`). It can be decoded only from responses, not with another decoder.
public protocol ResponseDecodable: Decodable {
  /// Reads a value from a response.
  ///
  /// - Throws: the error of a call on the node, or any error if the value does not fit the type.
  init(from node: ResponseNode) throws
}

extension ResponseDecodable {
  public init(from decoder: any Decoder) throws {
    guard let decoder = decoder as? NodeDecoder else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: decoder.codingPath,
          debugDescription: "\(Self.self) can be decoded from responses only"))
    }
    try decoder.session.checkReadable()
    try self.init(from: ResponseNode(decoder.node, decoder.session.coding, decoder.session.unmanagedFlags))
  }
}

extension JSONNode {
  /// The value of the first member with a key; nil if there is none, or if the node is not an object.
  fileprivate func member(_ key: StaticString) -> JSONNode? {
    guard key.hasPointerRepresentation else { return self["\(key)"] }
    return member(UnsafeBufferPointer(start: key.utf8Start, count: key.utf8CodeUnitCount))
  }

  fileprivate func missing(_ key: StaticString) -> DecodingError {
    guard kind == .object else { return mismatch([String: Any].self, "an object") }
    return .keyNotFound(PathKey(stringValue: "\(key)"), context("the object has no \"\(key)\""))
  }

  fileprivate func mismatch(_ type: Any.Type, _ expected: String) -> DecodingError {
    let context = context("expected \(expected), found \(kind.phrase)")
    return isNull ? .valueNotFound(type, context) : .typeMismatch(type, context)
  }

  fileprivate func corrupted(_ type: Any.Type) -> DecodingError {
    .dataCorrupted(context("the number does not fit in \(type)"))
  }

  /// The path begins at `data`, like a decoder's path.
  private func context(_ description: String) -> DecodingError.Context {
    let session = DecodingSession(root: node(at: 0), userInfo: [:], coding: .forServers(nil))
    return DecodingError.Context(
      codingPath: Array(session.codingPath(to: self).dropFirst()), debugDescription: description)
  }
}
