import PagerBytes
import PagerJSON
import TestSupport
import Testing

@Suite("Nesting is bounded, and what is within the bound fits a small stack")
struct DepthTests {
  /// A text of nested arrays, or of nested objects with the key `k`, around the innermost empty one.
  static func nested(_ depth: Int, objects: Bool) -> String {
    objects
      ? String(repeating: #"{"k":"#, count: depth - 1) + "{}" + String(repeating: "}", count: depth - 1)
      : String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
  }

  @Test("The deepest object or array counts alike, empty or not", arguments: ["", "0"], [0, 1])
  func innermost(core: String, beyond: Int) throws {
    let depth = JSONReader.maximumDepth + beyond
    let text = String(repeating: "[", count: depth) + core + String(repeating: "]", count: depth)
    let kind = Result { () throws(JSONReadError) in try read(text) { $0.kind } }
    switch kind {
    case .success(let kind): #expect(kind == .array && beyond == 0)
    case .failure(let error): #expect(error.message.contains("deeper than") && beyond == 1)
    }
  }

  @Test("The deepest text is read, compared, hashed, written and freed", arguments: [false, true])
  func deepest(objects: Bool) throws {
    let text = Self.nested(JSONValue.maximumDepth, objects: objects)
    let written = onSmallStack {
      Result {
        let parsed = try JSONValue(parsing: text)
        let read = try JSONReader().read(ReceivedBytes.copying(text.utf8)) { $0.value() }
        guard read == parsed, Set([read]).contains(parsed) else { return "the two readers differ" }
        return try read.text()
      }
    }
    #expect(try written?.get() == text)
  }

  @Test("One level too many is an error that says so", arguments: [false, true])
  func tooDeep(objects: Bool) throws {
    for depth in [JSONValue.maximumDepth + 1, 5_000] {
      let text = Self.nested(depth, objects: objects)
      let offset = JSONValue.maximumDepth * (objects ? 5 : 1)
      let message = "objects and arrays are nested deeper than 256 levels"
      #expect(throws: JSONReadError(message: message, offset: offset)) {
        try JSONReader().read(ReceivedBytes.copying(text.utf8)) { _ in }
      }
      #expect(
        throws: JSONTextError(message: message, place: .init(line: 1, column: offset + 1, position: offset + 1))
      ) {
        try JSONValue(parsing: text)
      }
    }
  }

  @Test("A value that is nested too deeply is not written")
  func tooDeepToWrite() {
    var value: JSONValue = []
    for _ in 0..<JSONValue.maximumDepth { value = ["k": value] }
    #expect(throws: JSONTextError.self) { try value.text() }
  }

  @Test("A recursive type decodes and encodes at the deepest level")
  func recursiveType() throws {
    struct Level: Codable, Equatable { var k: [Level] }
    // Each level is an object and an array.
    let levels = JSONValue.maximumDepth / 2
    let text = String(repeating: #"{"k":["#, count: levels) + String(repeating: "]}", count: levels)
    let written = onSmallStack {
      Result {
        let bytes = ReceivedBytes.copying(text.utf8)
        let level = try decode(Level.self, from: bytes)
        return try JSONEncoding.value(level).text()
      }
    }
    #expect(try written?.get() == text)
  }
}
