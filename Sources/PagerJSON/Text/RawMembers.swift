import PagerBytes

/// One object of a config, kept as bytes: the variables, which go to the server as written.
///
/// Two libraries read a config. simdjson finds this object and validates it without changing a digit; jansson reads the
/// rest, and says where it is wrong.
package struct RawMembers: Sendable, Hashable {
  /// The members of the object, by unescaped key; empty if the config has no such object.
  package let values: [String: RawJSON]
  /// The config with `{}` and spaces in place of the object. Lines and columns are those of the original text; byte
  /// positions after an object that is not plain ASCII are smaller.
  package let rest: String

  /// Takes the object at the end of a path of keys out of a config.
  ///
  /// A config that is not an object, lacks a key, has it twice, or has another kind of value there stays as it is. The
  /// reader of the rest then refuses it.
  ///
  /// - Throws: `JSONTextError` if the text is not valid JSON, in jansson's words, if an object below the path, at any
  ///   depth, has a key twice, and if memory runs out.
  package init(of path: [String], in text: String) throws(JSONTextError) {
    var text = text
    let result = text.withUTF8 { utf8 in
      Result { () throws(JSONTextError) -> Found? in
        try Self.find(path.joined(separator: "."), in: utf8) { root in
          var node = root
          for key in path {
            guard let next = node.onlyObject(at: key) else { return nil }
            node = next
          }
          return node
        }
      }
    }
    guard let found = try result.get() else {
      self.init(values: [:], rest: text)
      return
    }
    self.init(values: found.values, rest: text.withUTF8 { Self.blank(found.range, in: $0) })
  }

  /// Takes a text that is the object itself; nil if it is another kind of value.
  ///
  /// - Throws: `JSONTextError`, as above.
  package init?(object text: String, called name: String) throws(JSONTextError) {
    var text = text
    let result = text.withUTF8 { utf8 in
      Result { () throws(JSONTextError) -> Found? in
        try Self.find(name, in: utf8) { $0.kind == .object ? $0 : nil }
      }
    }
    guard let found = try result.get() else { return nil }
    self.init(values: found.values, rest: "{}")
  }

  private init(values: [String: RawJSON], rest: String) {
    self.values = values
    self.rest = rest
  }

  private struct Found {
    let values: [String: RawJSON]
    let range: Range<Int>
    let duplicate: (key: String, range: Range<Int>)?
  }

  private static func find(
    _ key: String, in text: UnsafeBufferPointer<UInt8>, _ object: (JSONNode) -> JSONNode?
  ) throws(JSONTextError) -> Found? {
    guard let bytes = ReceivedBytes(copyOf: UnsafeRawBufferPointer(text)) else { throw .outOfMemory }
    let found: Found?
    do {
      found = try JSONReader().read(bytes) { root in
        object(root).map { Found(values: $0.rawMembers, range: $0.range, duplicate: $0.duplicateKey) }
      }
    } catch {
      throw .describing(error, in: UnsafeRawBufferPointer(text))
    }
    if let duplicate = found?.duplicate {
      throw JSONTextError(
        message: "an object in `\(key)` has the key \"\(duplicate.key)\" twice: leave one of the two out",
        place: JSONTextError.Place(of: duplicate.range.upperBound - 1, in: text),
        path: try JSONSyntax.path(toByte: duplicate.range.upperBound, of: text))
    }
    return found
  }

  /// The text with the object at `range` emptied: a space for each character but the braces and the line breaks.
  private static func blank(_ range: Range<Int>, in text: UnsafeBufferPointer<UInt8>) -> String {
    var blanked: [UInt8] = []
    blanked.reserveCapacity(text.count)
    blanked += text[..<range.lowerBound]
    for index in range {
      let byte = text[index]
      if index == range.lowerBound || index == range.upperBound - 1 || byte == UInt8(ascii: "\n") {
        blanked.append(byte)
      } else if byte & 0xC0 != 0x80 {  // the bytes that continue a character take no column of their own
        blanked.append(UInt8(ascii: " "))
      }
    }
    blanked += text[range.upperBound...]
    return String(decoding: blanked, as: UTF8.self)
  }
}

extension JSONNode {
  /// The object at `key`; nil if the node has no such member, more than one, or another kind of value there.
  fileprivate func onlyObject(at key: String) -> JSONNode? {
    var found: JSONNode?
    for member in members where member.key == key {
      guard found == nil else { return nil }
      found = member.value
    }
    return found.flatMap { $0.kind == .object ? $0 : nil }
  }

  fileprivate var rawMembers: [String: RawJSON] {
    Dictionary(members.map { ($0.key, RawJSON($0.value)) }) { first, _ in first }
  }

  /// A key that this object, or one inside it, has twice. Keys that look the same count as the same.
  fileprivate var duplicateKey: (key: String, range: Range<Int>)? {
    var pending = [self]
    while let node = pending.popLast() {
      var keys: Set<String> = []
      var members = MemberTokens(of: node)
      while let member = members.next() {
        let key = node.node(at: member.key)
        let name = key.string ?? ""
        guard keys.insert(name).inserted else { return (name, key.range) }
        pending.append(node.node(at: member.value))
      }
      pending += node.elements
    }
    return nil
  }
}
