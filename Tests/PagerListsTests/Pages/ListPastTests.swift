import PagerJSON
import PagerState
import TestSupport
import Testing

@testable import PagerLists

@Suite("What a walk remembers goes into its token")
struct ListPastTests {
  /// A memory in which everything that may be known is known, or not, by a seed.
  private func memory(_ seed: UInt64) -> ListPast {
    var generator = SeededGenerator(seed: seed)
    func draw() -> Bool { Bool.random(using: &generator) }
    func number() -> Int64 { draw() ? Int64.random(in: 1...1_000, using: &generator) : 0 }
    func hash() -> UInt64 { draw() ? UInt64.random(in: 1...UInt64.max, using: &generator) : 0 }
    let mark =
      draw()
      ? PageMark(hashes: (0..<4).map { _ in UInt64.random(in: 1...UInt64.max, using: &generator) }, count: 4) : nil
    let total = draw() ? number() : nil
    let latest = hash()
    return ListPast(
      isPromised: draw(), emptyPages: number(), largestPage: number(), itemCount: number(),
      total: draw() ? number() : nil, hasTrueTotal: draw(),
      opening: mark.map { OpeningPage($0, bytes: draw() ? hash() : nil, total: total) },
      latest: latest, repeats: latest == 0 ? 1 : number() + 1, isFirstAssumed: draw(),
      look: [nil, .pageZero, .beyondTotal, .beyondPageCount].randomElement(using: &generator) ?? nil,
      hasPassedTotal: draw(), hasShortOpening: draw(), countsFromZero: draw())
  }

  private func parts(of past: ListPast) -> [String] {
    Mirror(reflecting: past).children.map { part in
      var text = ""
      dump(part.value, to: &text)
      return "\(part.label ?? ""): \(text)"
    }
  }

  @Test("All of it comes back, beside what each kind of place has", arguments: 1...50)
  func comesBack(seed: UInt64) throws {
    let past = memory(seed)
    let key = VariableValue(integer: 17)
    let places: [ListPlace] = [
      .cursor, .offset(ListOffset(number: 3, itemsBefore: seed.isMultiple(of: 2) ? 3 : nil)),
      .keyset(KeysetPlace(keys: [key, key], page: 2, largestPage: 7, seen: seed.isMultiple(of: 2) ? [1, .max] : [])),
      .made(MadeRequest(body: [], items: nil, from: #"{"end_cursor":"ü\n"}"#, toward: .next)),
    ]
    for place in places {
      var text = MemberText()
      text.begin()
      text.add("next")
      try PageRequest.write(PageRequest(.first, toward: .next, [.init("v", key)], at: place, after: past), to: &text)
      text.close()
      let json = try JSONValue(parsing: String(decoding: text.bytes, as: UTF8.self))
      // In the order of the alphabet.
      #expect(try json.bytes() == text.bytes)
      #expect(parts(of: ListPast(json["next"] ?? .null)) == parts(of: past))
    }
  }
}
