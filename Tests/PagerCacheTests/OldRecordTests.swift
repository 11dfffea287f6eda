import PagerCache
import Testing

/// A file says when its records were received, so a test can make them old.
@Suite("What is too old is a miss, in whatever way it is kept")
struct OldRecordTests {
  static let hour: Int64 = 3_600_000

  let fixture: ArchiveFixture

  init() throws {
    fixture = try ArchiveFixture()
  }

  /// A file with a page of a list, of which the records with such keys are older than an hour.
  private func open(_ page: String, aging keys: String) async throws -> ArchivedCache {
    do {
      let cache = try fixture.open()
      try await cache.receive(page, for: cache.request())
    }
    try fixture.sqlite("UPDATE records SET \(ArchiveFixture.older) WHERE key LIKE '\(keys)'")
    return try fixture.open { $0.maximumAge = Self.hour }
  }

  @Test("a field of a record that has got other fields since")
  func mixed() async throws {
    let cache = try await open(ArchivedCache.page(("1", "Lamp")), aging: "Product:%")
    _ = try cache.read("Product:1")
    try cache.write(#"{"stock":1}"#, to: "Product:1")
    await #expect(throws: CacheMiss.self) { try await cache.data(cache.request()) }
    try cache.write(#"{"__typename":"Product","id":"1","name":"Lamp"}"#, to: "Product:1")
    #expect(try await cache.data(cache.request()) == ArchivedCache.page(("1", "Lamp")))
  }

  @Test("a field with arguments whose value is not an object")
  func scalar() async throws {
    do {
      let cache = try fixture.open()
      try await cache.receive(#"{"count":7}"#, for: cache.request("{ count(of: 1) }"))
    }
    try fixture.sqlite("UPDATE records SET \(ArchiveFixture.older) WHERE key LIKE '%count%'")
    let cache = try fixture.open { $0.maximumAge = Self.hour }
    await #expect(throws: CacheMiss.self) { try await cache.data(cache.request("{ count(of: 1) }")) }
    let patient = try fixture.open()
    #expect(try await patient.data(patient.request("{ count(of: 1) }")) == #"{"count":7}"#)
  }
}
