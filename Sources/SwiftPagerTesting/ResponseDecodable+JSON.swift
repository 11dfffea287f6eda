import PagerBytes
public import PagerJSON

extension ResponseDecodable {
  /// Reads a value from JSON, for tests and previews.
  ///
  ///     let product = try ProductCard(json: #"{"id": "p1", "name": "Chair", "price": 49.5}"#)
  ///
  /// - Parameters:
  ///   - json: the value as a server sends it.
  ///   - variables: those of the query. An object or a fragment with `@include(if: $x)` or `@skip(if: $x)` needs `x`;
  ///     without it, `x` is false.
  ///   - dates: how the server writes dates, for members of Foundation's `Date`.
  /// - Throws: `JSONTextError` for a text that is not JSON, and `DecodingError` for a value that does not fit.
  public init(json: String, variables: JSONValue = [:], dates: DateStrategy? = nil) throws {
    // Paths in errors begin at `data`.
    let response = JSONValue.object(["data": try JSONValue(parsing: json)])
    guard let bytes = try response.bytes().withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else {
      throw JSONTextError.outOfMemory
    }
    let read: Result<Self, any Error> = try JSONReader().read(bytes) { root in
      Result {
        try JSONDecoding.decode(
          Self.self, from: root["data"] ?? root, coding: .forServers(dates), flags: ResponseFlags { variables })
      }
    }
    self = try read.get()
  }
}
