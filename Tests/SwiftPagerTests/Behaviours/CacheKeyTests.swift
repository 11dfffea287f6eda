import PagerCache
import SwiftPager
import TestSupport
import Testing

@Suite("Keys of objects", .timeLimit(.minutes(1)))
struct CacheKeyTests {
  /// The name is the key, of people but one.
  private static let byName: @Sendable (String, [String: JSONValue]) -> String? = { type, fields in
    type == "Person" && fields["name"] != "Han" ? fields["name"]?.string : nil
  }

  @Test("A function makes keys of types and values; the key fields make the others")
  func function() async throws {
    let server = CastServer { $0.keyFunction = Self.byName }
    server.announceTwoPages()
    try await server.pager().loadAll()
    try await server.client.store.withinReadTransaction { transaction in
      let luke = try transaction.readObject(ofType: Person.self, withKey: "Person:Luke")
      let han = try transaction.readObject(ofType: Person.self, withKey: "Person:2")
      #expect((luke.id, han.name) == ("1", "Han"))
      #expect(throws: ClientError.self) { try transaction.readObject(ofType: Person.self, withKey: "Person:1") }
    }
  }

  @Test("The key function may call the client and its pagers")
  func reentrant() async throws {
    let reentry = Notebook<CastPager>()
    let server = CastServer {
      $0.keyFunction = { _, fields in
        if let pager = reentry.history.first {
          Task { await pager.refetch(cachePolicy: .returnCacheDataDontFetch) }
          _ = RecordingSubscriber(pager)
        }
        return fields["id"]?.string
      }
    }
    server.announceTwoPages()
    // Not the pager that fetches: to refetch would cancel that.
    reentry.note(server.pager())
    await server.pager().fetch()
    #expect(try await server.client.fetch(CastQuery()).data?.names == ["Luke", "Han"])
  }

  @Test("The client's key function gets plain values")
  func publicFunction() async throws {
    let objects = Notebook<CacheKeyInfo>()
    let client = try GraphQLClient(ClientConfiguration(endpoint: Shop.endpoint())) { object in
      objects.note(object)
      return object.fields["name"]?.string
    }
    let product = try #require(try await client.perform(ProductsQuery(first: 1)).data?.products.nodes.first)
    let types = objects.history.map(\.typename)
    #expect(Set(types) == ["ProductConnection", "Product", "PageInfo"])
    let read = try await client.store.withinReadTransaction { transaction in
      try transaction.readObject(ofType: Product.self, withKey: "Product:\(product.name)")
    }
    #expect(read == product)
    await client.shutdown()
  }
}
