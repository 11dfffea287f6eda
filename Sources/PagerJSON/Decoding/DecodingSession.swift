/// One run of decoding: what all its decoders and containers share.
///
/// Decoders may outlive the run, because an `init(from:)` can store one, but the text's tokens do not. Code that reads
/// a token therefore asks here first.
final class DecodingSession {
  let userInfo: [CodingUserInfoKey: any Sendable]
  /// How values of Foundation's types are read.
  let coding: ScalarCoding
  /// The variables of the operation, if they are at hand.
  private let flags: ResponseFlags?
  private let root: JSONNode
  private var isOpen = true
  /// Where the member found last begins, of the objects of each depth. In deeper ones a search begins at the start.
  private var places = InlineArray<32, UInt32>(repeating: 0)

  init(
    root: JSONNode, userInfo: [CodingUserInfoKey: any Sendable], coding: ScalarCoding, flags: ResponseFlags? = nil
  ) {
    self.root = root
    self.userInfo = userInfo
    self.coding = coding
    self.flags = flags
  }

  /// The variables for a node, which does not outlive the run.
  var unmanagedFlags: Unmanaged<ResponseFlags>? { flags.map { Unmanaged.passUnretained($0) } }

  /// Ends the run: from here on every decoder throws.
  func close() {
    isOpen = false
  }

  /// Whether tokens may still be read.
  var isReadable: Bool { isOpen }

  /// Throws when the run is over.
  func checkReadable() throws {
    guard isOpen else {
      throw DecodingError.dataCorrupted(
        DecodingError.Context(
          codingPath: [], debugDescription: "the decoder was used after decoding had ended"))
    }
  }

  /// The value of an object's member; nil if there is none, or if the run is over.
  ///
  /// The search begins at the member found last, because types mostly ask in the order in which servers write. Its
  /// place is kept here, so that containers are values. One place for each depth is enough: objects of the same depth
  /// do not overlap, so a place inside an object's brackets belongs to one of its own members.
  ///
  /// - Parameter depth: the depth of the object.
  func member(_ key: consuming String, of object: JSONNode, depth: UInt32) -> JSONNode? {
    guard isOpen else { return nil }
    let first = object.token + 1
    let end = object.lastToken
    let depth = Int(depth)
    let place = depth < places.count ? places[depth] : 0
    let start = first < place && place < end ? place : first
    let found = key.withUTF8 { utf8 in
      object.member(utf8, from: start, to: end) ?? object.member(utf8, from: first, to: start)
    }
    guard let found else { return nil }
    if depth < places.count { places[depth] = found }
    return object.node(at: found + 1)
  }

  /// The keys and indexes on the way from the root to `node`; empty when the run is over.
  ///
  /// Computed from the tokens only on request, which is cheaper than keeping a path.
  func codingPath(to node: JSONNode) -> [any CodingKey] {
    guard isOpen else { return [] }
    var path: [any CodingKey] = []
    var current = root
    while current.token != node.token, let step = Self.step(from: current, to: node.token) {
      path.append(step.key)
      current = step.node
    }
    return path
  }

  private static func step(from container: JSONNode, to token: UInt32) -> (key: PathKey, node: JSONNode)? {
    for member in container.members where member.value.covers(token) {
      return (PathKey(stringValue: member.key), member.value)
    }
    for (index, element) in container.elements.enumerated() where element.covers(token) {
      return (PathKey(intValue: index), element)
    }
    return nil
  }
}

extension JSONNode {
  /// Whether a token belongs to this value or to one inside it.
  fileprivate func covers(_ token: UInt32) -> Bool {
    self.token <= token && token <= lastToken
  }
}

/// A key or index in the coding path of an error.
struct PathKey: CodingKey {
  let stringValue: String
  let intValue: Int?

  init(stringValue: String) {
    self.stringValue = stringValue
    intValue = nil
  }

  init(intValue: Int) {
    stringValue = "Index \(intValue)"
    self.intValue = intValue
  }
}

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
