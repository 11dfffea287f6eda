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
    let head = #"{"data":"#
    let bytes = Array("\(head)\(json)}".utf8).withUnsafeBytes { ReceivedBytes(copyOf: $0) }
    guard let bytes else { throw JSONTextError.outOfMemory }
    let read: Result<Self, any Error>
    do throws(JSONReadError) {
      read = try JSONReader().read(bytes) { root in
        Result {
          try JSONDecoding.decode(
            Self.self, from: root["data"] ?? root, coding: .forServers(dates), flags: ResponseFlags { variables })
        }
      }
    } catch {
      throw JSONTextError(error, in: json, behind: head.utf8.count)
    }
    self = try read.get()
  }
}

extension JSONTextError {
  /// What is wrong with a text that was read behind another one.
  fileprivate init(_ error: JSONReadError, in text: String, behind length: Int) {
    let text = Array(text.utf8)
    let offset = error.offset.flatMap { text.isEmpty ? nil : min(max($0 - length, 0), text.count - 1) }
    let own = error == .outOfMemory ? error : JSONReadError(message: error.message, offset: offset)
    self = text.withUnsafeBytes { JSONTextError.describing(own, in: $0) }
  }
}
