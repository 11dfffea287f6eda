import GeneratedCode
import SwiftPager
import Testing

@Suite("Generated types read what a server answers", .timeLimit(.minutes(1)))
struct SelectionTests {
  @Test("Values of all kinds")
  func values() async throws {
    let nodes = try await Market.client().data(ProductsQuery(first: 5)).products.nodes
    #expect(nodes[0].default && !nodes[1].default)
    #expect(nodes[0].sizes == nil && nodes[1].sizes == [1, nil])
    #expect(nodes[1].createdAt.text.hasPrefix("2026-01-01T01"))
    #expect(nodes[0].extra == nil && nodes[1].extra == ["shelf": 1])
    #expect(nodes[1].maker == MakerBadge(id: "m1", name: "Maker 1") && nodes[0].maker == nil)
    // The members of a fragment.
    #expect(nodes[2].tags == ["new", "new"] && nodes[2].rating == 0.2)
  }

  @Test("@include leaves out an object")
  func include() async throws {
    let nodes = try await Market.client().data(ProductsQuery(first: 5, withMaker: false)).products.nodes
    #expect(nodes.allSatisfy { $0.maker == nil })
  }

  @Test("A fragment under a condition, and a field that two places ask for")
  func conditions() async throws {
    let client = try Market.client()
    let product = try #require(try await client.data(ConditionsQuery(card: true)).product)
    #expect(product.productCard?.price == 1.5 && product.name == "Product 1")
    #expect(product.maker?.id == "m1" && product.maker?.name == "Maker 1")
    let brief = try #require(try await client.data(ConditionsQuery(card: false, brief: true)).product)
    #expect(brief.productCard == nil && brief.name == nil)
    #expect(brief.maker?.id == "m1" && brief.maker?.name == nil)
  }

  @Test("Input objects in input objects, enums, members that are left out")
  func inputs() async throws {
    let filter = ProductFilter(
      status: .some(.onHold), price: .some(RangeInput(low: 600)),
      excluding: .some(ProductFilter(price: .some(RangeInput(low: 1200)))))
    let found = try await Market.client().data(ProductsQuery(first: 1000, filter: .some(filter))).products
    #expect(found.nodes.allSatisfy { $0.status == .onHold && (600..<1200).contains($0.price) })
    #expect(found.totalCount == found.nodes.count && !found.nodes.isEmpty)
  }

  @Test("An input object of which one member is given")
  func oneOf() async throws {
    let client = try Market.client()
    let product = try #require(try await client.data(OneProductQuery(by: .id("p3"))).product)
    #expect(try await client.data(OneProductQuery(by: .name("Product 3"))).product == product)
    // Two fragments have these.
    #expect(product.name == "Product 3" && product.maker?.name == "Maker 3")
    #expect(product.sized.maker?.country == nil && product.sizes == [3, nil])
  }

  @Test("A union is an enum, whose cases have what all conditions ask of a type")
  func union() async throws {
    var counts: [String: Int] = [:]
    for try await page in SearchQuery(first: 7).pages(client: try Market.client()) {
      for item in page.items {
        switch item {
        case .product(let product):
          #expect(product.id.hasPrefix("p") && product.price >= 0 && product.name.hasPrefix("Product"))
          counts["product", default: 0] += 1
        case .bundle(let bundle):
          #expect(bundle.price == 9 && bundle.products.count == 2)
          counts["bundle", default: 0] += 1
        case .maker(let maker):
          #expect(maker.id.hasPrefix("m"))
          counts["maker", default: 0] += 1
        case .other(let name): counts[name, default: 0] += 1
        }
      }
    }
    #expect(counts == ["product": 20, "bundle": 20, "maker": 20])
  }

  @Test("Conditions beside common fields")
  func on() async throws {
    let client = try Market.client()
    let bundle = try #require(try await client.data(ThingQuery(id: "b3")).node)
    #expect(bundle.id == "b3" && bundle.on.asBundle?.price == 9 && bundle.on.asProduct == nil)
    let maker = try #require(try await client.data(ThingQuery(id: "m1")).node)
    #expect(maker.id == "m1" && maker.on == .other("Maker"))
    #expect(try await client.data(ThingQuery(id: "nothing")).node == nil)
  }

  @Test("Several types share a case, which knows the type")
  func sharedCase() async throws {
    let client = try Market.client()
    let product = try #require(try await client.data(PricedThingQuery(id: "p2")).node?.asPriced)
    #expect(product.price == 3 && product.__typename == "Product")
    #expect(try await client.data(PricedThingQuery(id: "m2")).node?.asMaker?.name == "Maker 2")
  }

  @Test("A mutation")
  func mutation() async throws {
    let response = try await Market.client().perform(RenameProductMutation(id: "p0", name: "Renamed"))
    #expect(response.data?.renameProduct?.name == "Renamed")
  }
}
