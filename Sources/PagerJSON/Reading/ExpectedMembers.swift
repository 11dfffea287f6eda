/// The members of an object, looked up by keys that are mostly asked for in the order in which they stand there.
package struct ExpectedMembers {
  private let object: JSONNode
  private var members: MemberTokens

  /// An object without members where the node is of another kind.
  package init(of object: JSONNode) {
    self.object = object
    members = MemberTokens(of: object)
  }

  /// The value of the first member with a key; nil where there is none. Constant where it is the next one.
  package mutating func value(of key: UnsafeBufferPointer<UInt8>) -> JSONNode? {
    var ahead = members
    if let value = Self.next(&ahead, key, in: object) {
      members = ahead
      return value
    }
    var all = MemberTokens(of: object)
    while !all.isAtEnd {
      if let value = Self.next(&all, key, in: object) { return value }
    }
    return nil
  }

  /// The value of the next member, if it has this key.
  private static func next(
    _ members: inout MemberTokens, _ key: UnsafeBufferPointer<UInt8>, in object: JSONNode
  ) -> JSONNode? {
    guard let member = members.next(), object.node(at: member.key).hasUnescaped(key) else { return nil }
    return object.node(at: member.value)
  }
}

/// Keys, one behind the other in one piece of memory.
package struct KeyList: Sendable {
  private let bytes: [UInt8]
  private let ends: [Int]

  package init(_ keys: [[UInt8]]) {
    bytes = Array(keys.joined())
    var end = 0
    ends = keys.map { key in
      end += key.count
      return end
    }
  }

  /// Calls `body` with each key in turn.
  package func visit(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for end in ends {
        body(UnsafeBufferPointer(rebasing: bytes[start..<end]))
        start = end
      }
    }
  }
}

extension JSONNode {
  /// Calls `body` with the bytes of a string, unescaped; nil where the node is of another kind.
  package func withUnescaped<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R? {
    unescaped.map(body)
  }
}
