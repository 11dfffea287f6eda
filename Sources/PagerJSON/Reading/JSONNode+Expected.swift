/// Look-ups of an object's members by keys that mostly come in the order of the members.
extension JSONNode {
  /// Adds the values of an object's members; nil for a key that no member has.
  ///
  /// - Parameter keys: each in quotes, and without escapes.
  package func appendValues(of keys: KeyList, to values: inout ContiguousArray<JSONNode?>) {
    var members = MemberTokens(of: self)
    keys.visit { key in
      var ahead = members
      if let member = ahead.next(), node(at: member.key).isWritten(key) {
        members = ahead
        values.append(node(at: member.value))
      } else {
        values.append(member(UnsafeBufferPointer(rebasing: key.dropFirst().dropLast())))
      }
    }
  }
}

/// Keys, one after the other in one piece of memory.
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
  /// Calls `body` with the bytes of a string, unescaped; nil if the node is of another kind.
  package func withUnescaped<R>(_ body: (UnsafeBufferPointer<UInt8>) -> R) -> R? {
    unescaped.map(body)
  }
}
