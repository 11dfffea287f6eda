import SwiftPager
import Testing

@Suite("Documentation: the store of a client that names none")
struct DefaultStoreTests {
  @Test("The default store has a limit, and a store that is named has the limit that it names")
  func limit() {
    #expect(ClientConfiguration(endpoint: "https://example.com/graphql").cache.maximumRecords == 100_000)
    #expect(CacheOptions(store: .sqlite(path: "a.db")).maximumRecords == nil)
  }
}
