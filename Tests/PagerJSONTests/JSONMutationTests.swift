import PagerBytes
import PagerJSON
import TestSupport
import Testing

@Suite("Random damage to a text never goes unnoticed")
struct JSONMutationTests {
  static let alphabet = Array(#"{}[]:,"\u0e019.-+tfn aü \#n\#0"#.utf8) + [0x80, 0xC3, 0xED, 0xFF]

  /// The text with one to three bytes replaced, inserted, removed or swapped.
  static func mutated(_ text: [UInt8], by generator: inout SeededGenerator) -> [UInt8] {
    var text = text
    for _ in 0..<Int.random(in: 1...3, using: &generator) where text.count > 1 {
      let place = text.indices.randomElement(using: &generator) ?? 0
      let byte = alphabet.randomElement(using: &generator) ?? 0
      switch Int.random(in: 0..<4, using: &generator) {
      case 0: text[place] = byte
      case 1: text.insert(byte, at: place)
      case 2: text.remove(at: place)
      default: text.swapAt(place, text.indices.randomElement(using: &generator) ?? 0)
      }
    }
    return text
  }

  static let seeds = [
    #"{"a":[1,-2.5e3,"x\n\ud83e\udd44",{"b":null}],"":true,"c":{"d":[[]],"e":{}}}"#,
    #"[0,1,18446744073709551615,-9223372036854775808,1e308,"\u00e9é"]"#,
    #"{"data":{"p":{"edges":[{"node":{"id":"1"}}],"pageInfo":{"hasNextPage":false}}}}"#,
  ].map { Array($0.utf8) }

  @Test(
    "simdjson, jansson and the finder of errors agree on 20,000 damaged texts", arguments: [1, 2, 3, 4] as [UInt64])
  func agreement(seed: UInt64) throws {
    var generator = SeededGenerator(seed: seed)
    let reader = JSONReader()
    var accepted = 0
    for round in 0..<5_000 {
      let text = Self.mutated(Self.seeds[round % Self.seeds.count], by: &generator)
      let bytes = ReceivedBytes.copying(text)
      let read = Result { () throws(JSONReadError) in
        try reader.read(bytes) { node in
          #expect(visit(node, within: 0..<text.count) > 0)
          return node.value()
        }
      }
      let found = bytes.withUnsafeBytes {
        JSONSyntax.firstError(in: $0, maximumDepth: JSONReader.maximumDepth)
      }
      let parsed = text.withUnsafeBufferPointer { text in
        Result { () throws(JSONTextError) in try JSONValue(parsing: text) }
      }
      let shown = Comment(rawValue: String(decoding: text, as: UTF8.self).debugDescription)
      switch read {
      case .success(let value):
        accepted += 1
        #expect(found == nil, shown)
        // jansson is the stricter one: no duplicate keys, no integers beyond Int64.
        if case .success(let other) = parsed { #expect(other == value, shown) }
      case .failure(let error):
        #expect(found == error && error.offset != nil, shown)
        #expect(throws: JSONTextError.self, shown) { try parsed.get() }
      }
    }
    #expect(accepted > 500 && accepted < 4_500, "the damage should leave some texts valid and some not")
  }

  /// Visits every value, and counts them; each one has to lie within its container.
  private func visit(_ node: JSONNode, within range: Range<Int>) -> Int {
    #expect(range.contains(node.range.lowerBound) && node.range.upperBound <= range.upperBound)
    return node.elements.reduce(1) { $0 + visit($1, within: node.range) }
      + node.members.reduce(0) { $0 + visit($1.value, within: node.range) }
  }
}
