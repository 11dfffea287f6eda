/// One run of decoding: what all its decoders and containers share.
///
/// Decoders may outlive the run, because an `init(from:)` can store one, but the text's tokens do not. Code that reads
/// a token therefore asks here first.
final class DecodingSession {
  let userInfo: [CodingUserInfoKey: any Sendable]
  private let root: JSONNode
  private var isOpen = true
  /// Where the member found last begins, of the objects of each depth. In deeper ones a search begins at the start.
  private var places = InlineArray<32, UInt32>(repeating: 0)

  init(root: JSONNode, userInfo: [CodingUserInfoKey: any Sendable]) {
    self.root = root
    self.userInfo = userInfo
  }

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
