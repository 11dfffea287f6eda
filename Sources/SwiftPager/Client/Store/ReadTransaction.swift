import PagerBytes
import PagerCache
import PagerClient
import PagerJSON

/// Reads objects and queries from a cache. It is valid until the function that got it returns.
public class ReadTransaction {
  let cache: Cache
  /// How objects and queries write dates.
  let dates: DateStrategy?
  private let records: CacheTransaction
  private var isOver = false

  init(_ cache: Cache, _ dates: DateStrategy?) {
    self.cache = cache
    self.dates = dates
    records = CacheTransaction(cache)
  }

  /// Reads an object by its key, which is its type and an identifier within the type: `Product:17`.
  ///
  /// - Parameters:
  ///   - type: the type into which the object's fields are decoded. A field with arguments is called
  ///     `price(currency:"EUR")`, and an object that has a key is a `CacheReference`.
  ///   - key: the object's key.
  /// - Throws: `ClientError.cacheMiss` if the cache lacks the object or one of its fields; `ClientError.cache` for
  ///   fields of another type, for a key that no object can have and for a file that cannot be read.
  public func readObject<Object: Decodable>(
    ofType type: Object.Type = Object.self, withKey key: String
  ) throws -> Object {
    let text = try use { records throws(CacheError) in try records.read(key) }
    guard let text else { throw ClientError.cacheMiss(message: "the cache has no object \(key)") }
    do {
      return try RecordDecoding.decode(type, from: text, .forServers(dates))
    } catch let error as DecodingError {
      let message = "\(key) does not fit \(type): \(error.place(in: key))"
      throw error.isMissing ? ClientError.cacheMiss(message: message) : ClientError.cache(message: message)
    }
  }

  /// Reads the data of a query.
  ///
  /// - Throws: `ClientError.cacheMiss` if the cache lacks a part of the data; `ClientError.badResponse` if the data
  ///   does not fit the query's data type; and what the `encode(to:)` of the variables throws.
  public func read<Query: GraphQLQuery>(_ query: Query) throws -> Query.Data {
    let request = try request(query)
    switch try use({ records throws(CacheError) in try records.read(request) }) {
    case .failure(let miss):
      throw ClientError(miss)
    case .success(let answer):
      let answer = Answer(answer, of: request, in: cache, isFinal: true)
      guard let data = try ResponseReader(dates: dates).response(to: query, in: answer).data else {
        throw ClientError.cacheMiss(message: "the cache has no data for the query")
      }
      return data
    }
  }

  func request<Query: GraphQLQuery>(_ query: Query) throws -> CacheRequest {
    guard let request = cache.request(try query.requestBody(dates: dates)) else {
      throw ClientError.cacheMiss(message: "the cache cannot answer this document")
    }
    return request
  }

  /// Runs an action on the cache, unless the transaction is over.
  func use<Result>(_ body: (CacheTransaction) throws(CacheError) -> Result) throws(ClientError) -> Result {
    guard !isOver else {
      throw .cache(message: "the transaction was used after its function had returned")
    }
    do throws(CacheError) {
      return try body(records)
    } catch {
      throw ClientError(error)
    }
  }

  func end() {
    isOver = true
  }
}

@available(*, unavailable)
extension ReadTransaction: Sendable {}

/// A reference of an object in the cache to another object, which has a key.
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

  /// A reference to the object with this key, to write it into a field of another object.
  public init(key: String) {
    self.key = key
  }

  private enum CodingKeys: String, CodingKey {
    case key = "$ref"
  }
}

/// Decodes the fields of a record. They are JSON, except that some values need a mark.
enum RecordDecoding {
  /// The mark of a value that could be taken for an object with fields.
  private static let mark = "$json"

  static func decode<Object: Decodable>(
    _ type: Object.Type, from text: [UInt8], _ coding: ScalarCoding
  ) throws -> Object {
    let isMarked = String(decoding: text, as: UTF8.self).contains("\"\(mark)\"")
    let plain = isMarked ? try JSONValue(parsing: String(decoding: text, as: UTF8.self)).unmarked.bytes() : text
    guard let bytes = plain.withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else {
      throw ClientError.outOfResources(message: "there is not enough memory to read the object")
    }
    let decoded: Result<Object, any Error> = try JSONReader().read(bytes) { root in
      Result { try JSONDecoding.decode(type, from: root, coding: coding) }
    }
    return try decoded.get()
  }
}

extension JSONValue {
  fileprivate var unmarked: JSONValue {
    switch self {
    case .object(let members):
      if members.count == 1, let value = members["$json"] { return value }
      return .object(members.mapValues(\.unmarked))
    case .array(let elements): return .array(elements.map(\.unmarked))
    case .null, .bool, .integer, .number, .string: return self
    }
  }
}
