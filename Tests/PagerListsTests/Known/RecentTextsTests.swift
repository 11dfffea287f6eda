import PagerLists
import Testing

struct RecentTextsTests {
  private struct Step {
    let text: String
    let size: Int
    let kept: [String]
  }

  @Test("the values that were used longest ago make room")
  func theValuesThatWereUsedLongestAgoMakeRoom() {
    let all = ["a", "b", "c", "d", "é", "e\u{301}"]
    let steps = [
      Step(text: "a", size: 10, kept: ["a"]),
      Step(text: "b", size: 10, kept: ["a", "b"]),
      Step(text: "c", size: 10, kept: ["a", "b", "c"]),
      // Each look at the row above counts as a use, in the order of the row.
      Step(text: "d", size: 10, kept: ["b", "c", "d"]),
      Step(text: "b", size: 30, kept: ["b", "c", "d"]),
      Step(text: "a", size: 41, kept: ["a", "d"]),
      // More than all of the room.
      Step(text: "c", size: 61, kept: ["a", "d"]),
      Step(text: "a", size: 61, kept: ["d"]),
      // Two texts that look the same.
      Step(text: "é", size: 10, kept: ["d", "é"]),
      Step(text: "e\u{301}", size: 10, kept: ["d", "é", "e\u{301}"]),
    ]
    var recent = RecentTexts<String>(most: 3, greatestSize: 60)
    for step in steps {
      recent.keep(step.text, for: [step.text, "x"], size: step.size)
      let kept = all.compactMap { text in recent.value(for: [text, "x"]) == nil ? nil : Array(text.utf8) }
      #expect(kept == step.kept.map { Array($0.utf8) }, "\(step)")
      #expect(recent.count == step.kept.count)
    }
    #expect(recent.size == 30)
    #expect(recent.value(for: ["é"]) == nil)
    #expect(recent.value(for: ["é", "x", "x"]) == nil)
  }
}
