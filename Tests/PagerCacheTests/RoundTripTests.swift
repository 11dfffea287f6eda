import PagerCache
import Testing

@Suite("What a cache is given, it gives back")
struct RoundTripTests {
  let fixture = CacheFixture()

  @Test("a page of a list, with objects that have keys and such that have none")
  func page() throws {
    let request = try fixture.request(
      "query P($first: Int!, $after: String) { products(first: $first, after: $after) { edges { cursor node { id name price { amount } tags } } pageInfo { hasNextPage endCursor } } }",
      #"{"first":2,"after":null}"#)
    let data =
      #"{"products":{"edges":[{"cursor":"a","node":{"id":"1","name":"Lamp \"x\"","price":{"amount":1.50,"__typename":"Money"},"tags":["a","b"],"__typename":"Product"},"__typename":"Edge"},{"cursor":"b","node":null,"__typename":"Edge"}],"pageInfo":{"hasNextPage":true,"endCursor":"b","__typename":"PageInfo"},"__typename":"Connection"}}"#
    try fixture.receive(data.replacing("\"__typename\"", with: "\"__typename\""), for: request)
    print(String(decoding: request.body, as: UTF8.self))
    print(try fixture.data(request))
  }
}
