import PagerJSON
import TestSupport
import Testing

@Suite("The items of an array, each with its identity and a value")
struct FoundItemsTests {
  /// What is found, as it is written: the item, the identity and the value.
  private static func found(in text: String, _ finder: ItemFinder) throws(JSONReadError) -> [[String?]] {
    try read(text) { array throws(JSONReadError) in
      let items = try FoundItems(of: array, finder)
      return (0..<items.count).map { index in
        [items.item(index), items.identity(index), items.value(index)].map { $0.map { rawText($0, in: text) } }
      }
    }
  }

  @Test("Edges, and elements that are not edges")
  func edges() throws {
    let text = #"[{"cursor":"c","node":{"id":1,"at":"x"}},{"item":{"id":2},"node":null},{"id":3,"at":[4]},null,5,[6]]"#
    let finder = ItemFinder(
      identitiesAt: try JSONPointer(parsing: "/id"), valuesAt: try JSONPointer(parsing: "/at"),
      nodeKeys: ["node", "item"])
    let expected = [
      [#"{"id":1,"at":"x"}"#, "1", #""x""#], ["null", nil, nil], [#"{"id":3,"at":[4]}"#, "3", "[4]"],
      ["null", nil, nil], ["5", nil, nil], ["[6]", nil, nil],
    ]
    #expect(try Self.found(in: text, finder) == expected)
    #expect(try Self.found(in: #"{"id":1}"#, finder).isEmpty)
  }

  @Test("A key that stands twice on the way to an identity is an error; of those to a value the first counts")
  func repeatedKeys() throws {
    let text = #"[{"a":1,"b":2},{"a":3,"b":4,"\u0061":5}]"#
    let (first, second) = (try JSONPointer(parsing: "/a"), try JSONPointer(parsing: "/b"))
    let error = JSONReadError(message: "an object has the key \"a\" twice", offset: 28)
    #expect(throws: error) { try Self.found(in: text, ItemFinder(identitiesAt: first, nodeKeys: [])) }
    let found = try Self.found(in: text, ItemFinder(identitiesAt: second, valuesAt: first, nodeKeys: []))
    #expect(found.map { Array($0[1...]) } == [["2", "1"], ["4", "3"]])
  }

  @Test("What is found is what a step after the other finds, in any spelling", arguments: 0..<40)
  func model(seed: UInt64) throws {
    var random = SeededGenerator(seed: seed)
    for _ in 0..<100 {
      let text = "[" + (0..<4).map { _ in Self.value(3, &random) }.joined(separator: ", ") + "]"
      let (identity, value) = (Self.pointer(&random), Self.pointer(&random))
      let nodeKeys = Array(Self.keys.shuffled(using: &random).prefix(Int.random(in: 0...2, using: &random)))
      let expected = Result { () throws(JSONReadError) in
        try read(text) { array throws(JSONReadError) in
          var items: [[String?]] = []
          for element in array.elements {
            let item = nodeKeys.lazy.compactMap { element[$0] }.first ?? element
            let nodes = [item, try item.uniqueNode(at: identity), Self.first(value.tokens, below: item)]
            items.append(nodes.map { $0.map { rawText($0, in: text) } })
          }
          return items
        }
      }
      let finder = ItemFinder(identitiesAt: identity, valuesAt: value, nodeKeys: nodeKeys)
      let found = Result { () throws(JSONReadError) in try Self.found(in: text, finder) }
      // A value at the identity's place is the identity, so its keys are unique as well.
      #expect(found == expected, "\(text) \(identity) \(value) \(nodeKeys)")
    }
  }

  private static let keys = ["a", "ab", "", "b\"", "\\", "\u{e9}", "1"]

  private static func first(_ tokens: [String], below node: JSONNode) -> JSONNode? {
    tokens.reduce(node) { node, token in
      guard let node, node.kind == .array else { return node?[token] }
      return JSONPointer.index(token).flatMap { node.elements.dropFirst($0).first { _ in true } }
    }
  }

  private static func pointer(_ random: inout SeededGenerator) -> JSONPointer {
    JSONPointer(
      tokens: (0..<Int.random(in: 0...2, using: &random)).compactMap { _ in keys.randomElement(using: &random) })
  }

  /// A random value with objects, arrays, keys that stand twice, and keys with escapes.
  private static func value(_ depth: Int, _ random: inout SeededGenerator) -> String {
    let count = Int.random(in: 0...3, using: &random)
    switch depth == 0 ? 0 : Int.random(in: 0...4, using: &random) {
    case 0: return ["1", "null", #""a\"b""#, "true"].randomElement(using: &random) ?? "1"
    case 1: return "[" + (0..<count).map { _ in value(depth - 1, &random) }.joined(separator: " ,") + "]"
    default:
      let members = (0..<count).map { _ in key(&random) + ": " + value(depth - 1, &random) }
      return "{" + members.joined(separator: ",") + "}"
    }
  }

  private static func key(_ random: inout SeededGenerator) -> String {
    let key = keys.randomElement(using: &random) ?? ""
    let characters = key.unicodeScalars.map { scalar -> String in
      let digits = String(scalar.value, radix: 16)
      let isEscaped = scalar == "\"" || scalar == "\\" || Int.random(in: 0...3, using: &random) == 0
      return isEscaped ? "\\u" + String(repeating: "0", count: 4 - digits.count) + digits : String(scalar)
    }
    return "\"" + characters.joined() + "\""
  }
}
