import PagerBytes
import PagerJSON

/// What a response has instead of its list, in words.
extension JSONNode {
  /// How many bytes of a server's text a message shows.
  private static let shownBytes = 200
  /// How many keys of an object a message shows.
  private static let shownKeys = 5

  /// The place of a null on the way that a pointer describes, or at its end; nil if there is none.
  func null(on pointer: JSONPointer) throws(JSONReadError) -> JSONPointer? {
    for depth in 1..<(pointer.tokens.count + 1) {
      let way = JSONPointer(tokens: Array(pointer.tokens.prefix(depth)))
      guard let node = try uniqueNode(at: way) else { return nil }
      if node.isNull { return way }
    }
    return nil
  }

  /// What an object says of itself, for the end of a message: its type and its message, or else its keys. A schema may
  /// return an error as data, as one type of a union.
  ///
  /// - Parameter pointer: where the object is, below `data`.
  func account(at pointer: JSONPointer) -> String {
    guard kind == .object else { return "" }
    let facts = [
      self["__typename"]?.string(upTo: Self.shownBytes).map { "the type \($0.printable)" },
      self["message"]?.string(upTo: Self.shownBytes).map { "the message \"\($0.printable)\"" },
    ].compactMap { $0 }
    if !facts.isEmpty { return "; the object at /data\(pointer) has \(facts.joined(separator: " and "))" }
    let keys = members.prefix(Self.shownKeys).map(\.key.printable)
    let shown = keys.isEmpty ? "is empty" : "has " + keys.joined(separator: ", ") + (count > keys.count ? ", …" : "")
    return "; the object at /data\(pointer) \(shown)"
  }

  /// The account of the last object on the way that a pointer describes; empty if there is none below this one.
  func deepestAccount(on pointer: JSONPointer) throws(JSONReadError) -> String {
    for depth in stride(from: pointer.tokens.count - 1, to: 0, by: -1) {
      let way = JSONPointer(tokens: Array(pointer.tokens.prefix(depth)))
      if let node = try uniqueNode(at: way) { return node.account(at: way) }
    }
    return ""
  }

  /// Advice for an object in place of an array that the config does not name: to name one of its arrays.
  func arraysToName() -> String {
    guard kind == .object else { return "" }
    let arrays = members.filter { $0.value.kind == .array }.prefix(Self.shownKeys).map { "/\($0.key.printable)" }
    let shown = arrays.isEmpty ? "" : ", for example \(arrays.joined(separator: " or "))"
    return "; name the array of items below it as `items`\(shown)"
  }
}
