import PagerJSON
import Testing

@testable import PagerLists

@Suite("The versions of the items that the next run knows")
struct SinceWindowTests {
  private static func value(_ number: Int) -> SinceValue { .integer(WholeNumber(Int64(number)), isQuoted: false) }

  private static func entries(_ numbers: some Sequence<Int>) -> [SinceWindow.Entry] {
    numbers.map { .init(version: ItemVersion(identity: UInt64($0) + 1, bytes: 7), value: value($0)) }
  }

  private static func numbers(_ window: SinceWindow, above threshold: Int? = nil) -> [Int] {
    window.entries(above: threshold.map(value)).map { Int($0.version.identity) - 1 }
  }

  @Test("Versions out of reach leave with their page")
  func leaves() {
    var window = SinceWindow()
    for start in stride(from: 0, to: 1_000, by: 10) {
      window.add(Self.entries(start..<start + 10), above: Self.value(start - 15))
    }
    #expect(Self.numbers(window, above: 975) == Array(975..<1_000))
    #expect(window.count <= 40)
    #expect(window.lost == nil)
  }

  @Test("Versions that find no room are reported by their greatest value")
  func lost() {
    var window = SinceWindow()
    for start in stride(from: 0, to: 1_000, by: 10) {
      window.add(Self.entries(start..<start + 10), above: Self.value(0), limit: 500)
    }
    #expect((400...500).contains(window.count))
    // All that is greater is still there.
    #expect(Self.numbers(window) == Array(1_000 - window.count..<1_000))
    #expect(window.lost == Self.value(1_000 - window.count - 1))
  }

  @Test("In any order of items, exactly the entries within reach stay")
  func anyOrder() {
    var window = SinceWindow()
    let values = (0..<1_000).map { $0 * 617 % 1_000 }
    var greatest = 0
    for start in stride(from: 0, to: values.count, by: 10) {
      let page = values[start..<start + 10]
      greatest = max(greatest, page.max() ?? 0)
      let threshold = greatest - 20
      window.add(Self.entries(page.filter { $0 >= threshold }), above: Self.value(threshold), limit: 60)
    }
    #expect(Self.numbers(window, above: greatest - 20).sorted() == Array(greatest - 20...greatest))
    #expect(window.lost == nil)
  }

  @Test("Known items are written and read again")
  func text() {
    let versions = (1...300).map { ItemVersion(identity: UInt64($0) &* 0x9E37_79B9_7F4A_7C15, bytes: UInt64($0)) }
    let known = KnownItems(versions)
    #expect(KnownItems.versions(in: known.text).map { Set($0) } == Set(versions))
    #expect(KnownItems.versions(in: String(known.text.dropLast())) == nil)
    #expect(KnownItems.versions(in: String(repeating: "g", count: 32)) == nil)
  }
}
