/// The value that an object of the cache has for another object that has a key.
///
///     struct Product: Codable {
///       var name: String
///       var shop: CacheReference
///     }
///     let product = try transaction.readObject(ofType: Product.self, withKey: "Product:17")
///     let shop = try transaction.readObject(ofType: Shop.self, withKey: product.shop.key)
public struct CacheReference: Codable, Sendable, Hashable {
  /// The key of the other object: `Shop:1`.
  public var key: String

  public init(key: String) {
    self.key = key
  }

  private enum CodingKeys: String, CodingKey {
    case key = "$ref"
  }
}
