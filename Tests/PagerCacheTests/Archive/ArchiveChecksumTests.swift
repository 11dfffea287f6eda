import Testing

@testable import PagerCache

@Suite("A record of a file that is not as it was written")
struct ArchiveChecksumTests {
  private static let record = StoredRecord(
    key: "Product:1", parent: "Shop:1", received: 1_700_000_000_000, value: Array("{\"name\":\"Lamp\"}".utf8)[...],
    earlier: Array("[[1,{\"x\":2}]]".utf8)[...])

  private static func stored(
    _ value: [UInt8], key: String = record.key, parent: String? = record.parent, received: Int64 = record.received,
    earlier: ArraySlice<UInt8>? = record.earlier
  ) -> StoredRecord {
    StoredRecord(key: key, parent: parent, received: received, value: value[...], earlier: earlier)
  }

  @Test("is missing, whichever of its bytes another one replaces")
  func everyByte() {
    let sealed = Self.record.sealedValue()
    #expect(Self.stored(sealed).checked()?.value == Self.record.value)
    for place in sealed.indices {
      var changed = sealed
      changed[place] ^= 0x01
      let value = Self.stored(changed).checked()?.value
      // Without its mark, the checksum is a part of the value, which is then not a text.
      let isNoText = String(validating: changed, as: UTF8.self) == nil
      #expect(value == nil || value?.elementsEqual(changed) == true && isNoText)
    }
  }

  @Test("is missing if its value is cut, and one without a value is read", arguments: [0, 1, 8, 9, 10])
  func short(count: Int) {
    let empty = Self.stored([])
    let sealed = empty.sealedValue()
    #expect(sealed.count == 9 && Self.stored(sealed).checked()?.value.isEmpty == true)
    // What is shorter than a checksum has none.
    let value = Array(Self.record.sealedValue().suffix(count))
    #expect(Self.stored(value).checked()?.value.elementsEqual(value) == (count < 9 ? true : nil))
  }

  @Test("is missing if it has another key, parent, time or earlier value")
  func otherColumns() {
    let sealed = Self.record.sealedValue()
    #expect(Self.stored(sealed, key: "Product:2").checked() == nil)
    #expect(Self.stored(sealed, parent: "Shop:2").checked() == nil)
    #expect(Self.stored(sealed, parent: nil).checked() == nil)
    #expect(Self.stored(sealed, received: 1_700_000_000_001).checked() == nil)
    #expect(Self.stored(sealed, earlier: nil).checked() == nil)
    #expect(Self.stored(sealed, earlier: []).checked() == nil)
  }

  @Test("is a miss of the cache; one without a checksum is read as it is")
  func file() async throws {
    let fixture = try ArchiveFixture()
    do {
      let cache = try fixture.open()
      try await cache.receive(ArchivedCache.page(("1", "Lamp"), ("2", "Desk")), for: cache.request())
    }
    try fixture.sqlite("UPDATE records SET value = \(ArchiveFixture.unsealed)")
    let unsealed = try fixture.open()
    #expect(try await unsealed.data(unsealed.request()).contains("Lamp"))
    try fixture.sqlite("UPDATE records SET value = x'7b7d' || x'ff' || x'0000000000000000'")
    let damaged = try fixture.open()
    await #expect(throws: CacheMiss.self) { try await damaged.data(damaged.request()) }
  }
}
