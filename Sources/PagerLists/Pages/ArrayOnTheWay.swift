import PagerJSON

/// Why a pointer does not lead through the arrays of a response. A document does not show which of its fields are
/// arrays, so only a response can.
enum ArrayOnTheWay {
  /// The pointer leads through arrays without an index; the first of them is here. `way` is the same pointer with an
  /// index for each.
  case withoutIndex(array: JSONPointer, count: Int, way: JSONPointer)
  /// The pointer names an element that this array does not have.
  case withoutElement(array: JSONPointer, count: Int, index: String)

  /// Nil if no array is in the way.
  ///
  /// - Parameter endsAtObject: whether an array at the end of the pointer is in the way, too.
  init?(of pointer: JSONPointer, in node: JSONNode, endsAtObject: Bool = false) throws(JSONReadError) {
    var walk = PointerWalk(from: node)
    for token in pointer.tokens {
      if JSONPointer.index(token) == nil {
        walk.enterArrays(before: token)
      } else if let array = walk.node, array.kind == .array, try array.uniqueNode(at: [token]) == nil, !walk.isLed {
        self = .withoutElement(array: JSONPointer(tokens: walk.way), count: array.count, index: token)
        return
      }
      try walk.take(token)
    }
    // Some servers write an empty object as an empty array.
    if endsAtObject, walk.node?.count != 0 { walk.enterArrays(before: nil) }
    guard let first = walk.firstArray else { return nil }
    self = .withoutIndex(array: first.place, count: first.count, way: JSONPointer(tokens: walk.way))
  }

  /// What is wrong, and what to do.
  ///
  /// - Parameters:
  ///   - base: where the pointer begins, below `data`.
  ///   - key: what a config names with the pointer.
  func message(below base: JSONPointer = JSONPointer(), naming key: String) -> String {
    switch self {
    case .withoutIndex(let array, let count, let way):
      "the list is inside an array: /data\(base)\(array) has \(Self.counted(count)), and each may have a list of its "
        + "own; name the list of one element as `\(key)`, as in \"\(way)\"" + (base.tokens.isEmpty ? allOf(array) : "")
    case .withoutElement(let array, let count, let index):
      "the array at /data\(base)\(array) has \(Self.counted(count)), and `\(key)` names the one with the index \(index)"
    }
  }

  /// How the lists of all elements are read.
  private func allOf(_ array: JSONPointer) -> String {
    "; for the lists of all elements, name the array itself, with {\"connection\": \"\(array)\", "
      + "\"end\": \"first_page\"} and \"nested\": \"drain\", and select `id __typename` in its elements"
  }

  private static func counted(_ count: Int) -> String { count == 1 ? "1 element" : "\(count) elements" }
}

/// A walk along a pointer that chooses an element of each array for which the pointer has no index.
private struct PointerWalk {
  /// Where it is; nil if there is nothing.
  private(set) var node: JSONNode?
  /// The keys and indexes that led there.
  private(set) var way: [String] = []
  /// The first array for which an element was chosen.
  private(set) var firstArray: (place: JSONPointer, count: Int)?

  /// The most elements to look at for one that leads on.
  private static let elementLimit = 1000

  init(from node: JSONNode) {
    self.node = node
  }

  /// Whether an element was chosen on the way.
  var isLed: Bool { firstArray != nil }

  /// Enters an element of each array that is here: the first that leads on, or else the first.
  ///
  /// - Parameter key: the key that must lead on; nil: any object does.
  mutating func enterArrays(before key: String?) {
    while let array = node, array.kind == .array {
      if firstArray == nil { firstArray = (JSONPointer(tokens: way), array.count) }
      let leading = array.elements.prefix(Self.elementLimit).enumerated().first { _, element in
        element.kind == .array || (key.map { element[$0].map { !$0.isNull } ?? false } ?? (element.kind == .object))
      }
      way.append("\(leading?.offset ?? 0)")
      node = leading?.element
    }
  }

  mutating func take(_ token: String) throws(JSONReadError) {
    way.append(token)
    node = try node.flatMap { node throws(JSONReadError) in try node.uniqueNode(at: [token]) }
  }
}

extension JSONNode {
  fileprivate func uniqueNode(at tokens: [String]) throws(JSONReadError) -> JSONNode? {
    try uniqueNode(at: JSONPointer(tokens: tokens))
  }
}
