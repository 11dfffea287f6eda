import PagerClient
import PagerJSON
import SwiftPager
import TestSupport

/// The shop in memory, for walks that show what a pager asks for and not what a server does: the products of the real
/// one, in the same pages of the same two lists.
enum ScriptedShop {
  static func client() -> GraphQLClient {
    GraphQLClient(RequestChannel(ScriptedTransport { .json(["data": data($0)]) }))
  }

  /// The cursor of a product.
  static func cursor(of number: Int) -> String { "c\(number)" }

  /// The answer to each query of the shop; a query reads those of its fields.
  private static func data(_ variables: JSONValue) -> JSONValue {
    let shop: JSONValue = ["name": "The shop"]
    guard let offset = variables["offset"]?.integer, let limit = variables["limit"]?.integer else {
      return ["shop": shop, "products": connection(variables)]
    }
    return ["shop": shop, "productList": list(offset: Int(offset), limit: Int(limit))]
  }

  private static func list(offset: Int, limit: Int) -> JSONValue {
    let end = min(offset + limit, Shop.productCount)
    return [
      "items": products(offset..<end), "total": .integer(Int64(Shop.productCount)),
      "hasMore": .bool(end < Shop.productCount),
    ]
  }

  private static func connection(_ variables: JSONValue) -> JSONValue {
    let start = place(variables["after"]) ?? 0
    let end = place(variables["before"]).map { $0 - 1 } ?? Shop.productCount
    let range =
      if let first = variables["first"]?.integer {
        start..<min(start + Int(first), end)
      } else {
        max(end - Int(variables["last"]?.integer ?? 0), start)..<end
      }
    return [
      "totalCount": .integer(Int64(Shop.productCount)), "nodes": products(range),
      "pageInfo": [
        "hasNextPage": .bool(range.upperBound < Shop.productCount),
        "endCursor": .string(cursor(of: range.upperBound)),
        "hasPreviousPage": .bool(range.lowerBound > 0),
        "startCursor": .string(cursor(of: range.lowerBound + 1)),
      ],
    ]
  }

  /// The number of the product with a cursor.
  private static func place(_ cursor: JSONValue?) -> Int? {
    cursor?.string.flatMap { Int($0.dropFirst()) }
  }

  private static func products(_ range: Range<Int>) -> JSONValue {
    .array(range.map { ["id": .string("\($0 + 1)"), "name": .string("Product \($0 + 1)")] })
  }
}
