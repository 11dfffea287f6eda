import PagerBytes
import PagerJSON
import Testing

@testable import PagerLists

@Suite("Of more fingerprints than there is room for, the newest stay, and every n-th of the older ones")
struct FingerprintChoiceTests {
  @Test(
    "What is kept of a list that grows by one page at a time",
    arguments: [
      (8, 8, [0, 1, 2, 3, 4, 5, 6, 7]),
      (9, 8, [0, 2, 4, 5, 6, 7, 8]),
      (10, 8, [0, 2, 4, 5, 6, 7, 8, 9]),
      (11, 8, [0, 4, 7, 8, 9, 10]),
      (16, 8, [0, 4, 8, 12, 13, 14, 15]),
      (24, 8, [0, 8, 16, 19, 20, 21, 22, 23]),
      (10, 100, Array(0..<10)),
    ] as [(Int, Int, [Int])])
  func kept(count: Int, room: Int, expected: [Int]) {
    var choice = FingerprintChoice()
    for _ in 0..<count { choice.grow(by: 1, room: room) }
    #expect(Array(choice.numbers).filter { choice.keeps($0) } == Array(choice.numbers))
    #expect(choice.count == Array(choice.numbers).count)
    #expect(Array(choice.numbers) == expected)
  }

  @Test("It makes no difference to the promises how many pages come at once", arguments: [1, 2, 7, 100, 5_000])
  func promises(step: Int) {
    let room = 900
    var choice = FingerprintChoice()
    for count in stride(from: step, through: 20_000, by: step) {
      let before = choice
      choice.grow(by: step, room: room)
      // A look at all of them takes long.
      guard step > 10 || count < 20 || count % 611 == 0 else { continue }
      let numbers = Array(choice.numbers)
      let isRight =
        numbers.count == choice.count && numbers.count <= room && numbers.first == 0
        && numbers.count >= min(count, room * 5 / 8)
        && numbers.suffix(min(count, room * 3 / 8)) == (count - min(count, room * 3 / 8)..<count).suffix(room)
        && zip(numbers, numbers.dropFirst()).allSatisfy { $1 - $0 <= max(1, count * 16 / (room * 3)) }
        // What is gone does not come back.
        && numbers.allSatisfy { $0 >= before.total || before.keeps($0) }
      guard isRight else {
        Issue.record("after \(count) pages: \(choice), \(numbers.count) of them")
        return
      }
    }
  }

  @Test("Room that shrinks and grows again never holds too many")
  func changingRoom() {
    var choice = FingerprintChoice()
    for count in 1...3_000 {
      let room = count.isMultiple(of: 100) ? 8 + count % 37 : 900 - count % 11
      choice.grow(by: 1, room: room)
      #expect(choice.count <= room && Array(choice.numbers).last == count - 1)
    }
  }
}

@Suite("The text of a token beside its fingerprints")
struct MemberTextTests {
  @Test(
    "Numbers are written as the JSON library writes them",
    arguments: [0, 1, 9, 10, 99, 100, 1_234_567, Int64.max, -1, -10, Int64.min])
  func numbers(number: Int64) throws {
    var text = MemberText()
    text.begin()
    text.add("a", number)
    text.add("b", number)
    text.close()
    let value = JSONValue.object(["a": .integer(number), "b": .integer(number)])
    #expect(String(decoding: text.bytes, as: UTF8.self) == (try value.text()))
  }

  @Test(
    "A cursor is written as the JSON library writes it",
    arguments: [#""a""#, #""a\"b\\""#, "17", #""\/\u00fc""#, "\"ü\u{7f}\"", "{\n\t\"a\": 1}", "[1,\r2]", ""])
  func quoted(json: String) throws {
    var text = MemberText()
    text.begin()
    try text.add("cursor", quoting: RawJSON(validated: Array(json.utf8)))
    try text.add("keys", quoting: [RawJSON(validated: Array(json.utf8)), RawJSON(validated: Array("1".utf8))])
    text.close()
    let value = JSONValue.object(["cursor": .string(json), "keys": [.string(json), "1"]])
    #expect(String(decoding: text.bytes, as: UTF8.self) == (try value.text()))
  }
}

@Suite("The digits of a hash")
struct HexadecimalTests {
  @Test(
    "Sixteen digits in lower case, and back",
    arguments: [
      (0, "0000000000000000"), (.max, "ffffffffffffffff"), (0x0123_4567_89ab_cdef, "0123456789abcdef"),
      (0xfedc_ba98_7654_3210, "fedcba9876543210"), (10, "000000000000000a"), (1 << 63, "8000000000000000"),
      (0x9a9a_9a9a_9a9a_9a9a, "9a9a9a9a9a9a9a9a"),
    ] as [(UInt64, String)])
  func digits(value: UInt64, text: String) {
    #expect(value.hexadecimal == text)
    #expect(value.hexadecimalDigits == Array(text.utf8))
    #expect(UInt64(hexadecimal: text) == value)
  }

  @Test(
    "Anything else is not a hash",
    arguments: [
      "", "000000000000000", "00000000000000000", "000000000000000G", "000000000000000g", "+00000000000000a",
      "00000000000000/0", "00000000000000:0", "00000000000000`0", "ABCDEFABCDEFABCD",
    ])
  func others(text: String) {
    #expect(UInt64(hexadecimal: text) == nil)
  }
}
