internal import CSimdjson

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// The way down into objects and arrays. On a node of another kind there is nothing to find, and that is not an error.
extension JSONNode {
  /// The value of an object's member; nil if there is none, or if the node is not an object.
  ///
  /// Keys compare unescaped. If several members have this key, it is the first of them.
  package subscript(key: String) -> JSONNode? {
    var key = key
    return key.withUTF8 { member($0) }
  }

  /// How many elements or members the array or object has; 0 for a scalar.
  package var count: Int {
    isContainer ? Int(csimdjson_count(text, token)) : 0
  }

  /// The elements of an array, in order; none if the node is not an array.
  package var elements: JSONElements { JSONElements(tokens: ElementTokens(of: self)) }

  /// The members of an object, in order and including duplicates; none if the node is not an object.
  package var members: JSONMembers { JSONMembers(tokens: MemberTokens(of: self)) }

  private func element(at index: Int) -> JSONNode? {
    elements.dropFirst(index).first { _ in true }
  }

  /// The value of the first member with a key; nil if there is none, or if the node is not an object.
  func member(_ utf8: UnsafeBufferPointer<UInt8>) -> JSONNode? {
    guard kind == .object else { return nil }
    return member(utf8, from: token + 1, to: lastToken).map { node(at: $0 + 1) }
  }

  /// The token of the first key of an object that is this one, from a key on and before another or the closing bracket.
  func member(_ utf8: UnsafeBufferPointer<UInt8>, from start: UInt32, to end: UInt32) -> UInt32? {
    let position = csimdjson_find_key(text, start, end, utf8.baseAddress, utf8.count)
    return position == end ? nil : position
  }

  /// Whether the value's text begins with these bytes: for a string in quotes, whether it is written like this.
  package func isWritten(_ bytes: [UInt8]) -> Bool {
    bytes.withUnsafeBufferPointer { isWritten($0) }
  }

  func isWritten(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    let start = offset(of: token)
    guard let other = bytes.baseAddress, Int(text.pointee.length) - start >= bytes.count else { return bytes.isEmpty }
    return memcmp(text.pointee.bytes + start, other, bytes.count) == 0
  }
}

/// Look-ups that report a duplicate key as an error, because they cannot know which of two values a server means.
extension JSONNode {
  /// The value of an object's member; nil if there is none, or if the node is not an object.
  ///
  /// - Throws: `JSONReadError` that names the key if several members have it.
  package func uniqueMember(_ key: String) throws(JSONReadError) -> JSONNode? {
    var key = key
    let found = key.withUTF8 { membersWithKey($0) }
    if let second = found.second { throw JSONReadError(repeatedKey: second) }
    return found.first
  }

  /// The value at the pointer, through objects by key and through arrays by index; nil if there is none.
  ///
  /// - Throws: `JSONReadError` that names the key if an object on the way has several members with it.
  package func uniqueNode(at pointer: JSONPointer) throws(JSONReadError) -> JSONNode? {
    var node = self
    for token in pointer.tokens {
      let next =
        node.kind == .array
        ? JSONPointer.index(token).flatMap { node.element(at: $0) }
        : try node.uniqueMember(token)
      guard let next else { return nil }
      node = next
    }
    return node
  }

  /// The value of the first member with a key, and the key of a second such member, if there is one.
  private func membersWithKey(_ utf8: UnsafeBufferPointer<UInt8>) -> (first: JSONNode?, second: JSONNode?) {
    guard kind == .object, let first = member(utf8, from: token + 1, to: lastToken) else { return (nil, nil) }
    let value = node(at: first + 1)
    return (value, member(utf8, from: value.lastToken + 1, to: lastToken).map { node(at: $0) })
  }
}

/// The elements of an array in the text that is being read.
package struct JSONElements: Sequence, IteratorProtocol {
  var tokens: ElementTokens

  package mutating func next() -> JSONNode? {
    tokens.next().map { tokens.container.node(at: $0) }
  }
}

/// The members of an object in the text that is being read; keys are unescaped.
package struct JSONMembers: Sequence, IteratorProtocol {
  var tokens: MemberTokens

  package mutating func next() -> (key: String, value: JSONNode)? {
    guard let member = tokens.next() else { return nil }
    let container = tokens.container
    // A key is always a string, so the fallback is never taken.
    return (container.node(at: member.key).string ?? "", container.node(at: member.value))
  }
}

/// Walks the first tokens of an array's elements.
struct ElementTokens {
  let container: JSONNode
  /// The next element's token, or the closing bracket.
  private(set) var position: UInt32
  private let end: UInt32

  /// A walk without elements if `container` is not an array.
  init(of container: JSONNode) {
    self.container = container
    end = container.lastToken
    position = container.kind == .array ? container.token + 1 : end
  }

  var isAtEnd: Bool { position == end }

  mutating func next() -> UInt32? {
    guard !isAtEnd else { return nil }
    let element = position
    position = container.node(at: element).lastToken + 1
    return element
  }
}

/// Walks the tokens of an object's keys and values.
struct MemberTokens {
  let container: JSONNode
  /// The next member's key, or the closing bracket.
  private(set) var position: UInt32
  private let end: UInt32

  /// A walk without members if `container` is not an object.
  init(of container: JSONNode) {
    self.container = container
    end = container.lastToken
    position = container.kind == .object ? container.token + 1 : end
  }

  var isAtEnd: Bool { position == end }

  mutating func next() -> (key: UInt32, value: UInt32)? {
    guard !isAtEnd else { return nil }
    let key = position
    let value = key + 1
    position = container.node(at: value).lastToken + 1
    return (key, value)
  }
}

extension JSONReadError {
  /// - Parameter key: the second key of an object that is this one.
  init(repeatedKey key: JSONNode) {
    self.init(message: "an object has the key \"\(key.string ?? "")\" twice", offset: key.range.lowerBound)
  }
}
