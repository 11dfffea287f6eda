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
  package mutating func value(of key: [UInt8]) -> JSONNode? {
    key.withUnsafeBufferPointer { key in
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
  }

  /// The value of the next member, if it has this key.
  private static func next(
    _ members: inout MemberTokens, _ key: UnsafeBufferPointer<UInt8>, in object: JSONNode
  ) -> JSONNode? {
    guard let member = members.next(), object.node(at: member.key).hasUnescaped(key) else { return nil }
    return object.node(at: member.value)
  }
}

extension JSONNode {
  /// Calls `body` with the bytes of a string, unescaped; nil where the node is of another kind.
  package func withUnescaped<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R? {
    unescaped.map(body)
  }
}
