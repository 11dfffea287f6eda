import Testing

@testable import PagerTransport

@Suite("Base64")
struct Base64Tests {
  @Test(arguments: [("", ""), ("f", "Zg=="), ("fo", "Zm8="), ("foo", "Zm9v"), ("foobar", "Zm9vYmFy")])
  func theExamplesOfTheStandard(plain: String, text: String) {
    #expect(Array(plain.utf8).withUnsafeBytes { Base64.text(of: $0) } == text)
    #expect(Base64.bytes(of: text) == Array(plain.utf8))
  }

  @Test(arguments: [
    "Z", "Zg", "Zg=", "Zg===", "====", "=AAA", "A===", "AA=A", "Zm9v\n", " Zm9vYmF", "Zm9vYmFy\n\n\n\n", "Zm9-",
    "Zm9vYg==Zm9v",
  ])
  func whatIsNoneIsRefused(text: String) {
    #expect(Base64.bytes(of: text) == nil)
  }

  @Test func whatIsMoreThanLibcryptoTakesAtOnce() {
    let bytes = (0..<(3 << 20) + 5).map { UInt8(truncatingIfNeeded: $0 &* 31) }
    let text = bytes.withUnsafeBytes { Base64.text(of: $0) }
    #expect(text.utf8.count == (bytes.count + 2) / 3 * 4)
    #expect(Base64.bytes(of: text) == bytes)
  }
}
