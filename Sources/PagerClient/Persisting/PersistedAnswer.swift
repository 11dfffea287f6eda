import PagerBytes
import PagerJSON
import PagerTransport

/// What a server's answer says about a request that named its query by a hash.
enum PersistedAnswer: Sendable, Hashable {
  /// The server answered the query.
  case taken
  /// The server does not know the hash, and wants the query with it.
  case notFound
  /// The server does not support hashes.
  case notSupported
  /// The server did nothing for the request, and does not say that the hash is the reason. A server without support for
  /// hashes does not find a query in the request.
  case refused
  /// The server does not accept GET here.
  case noGet
  /// The address is too long for the server.
  case tooLong
  /// The answer says nothing about hashes.
  case other

  /// An answer with only errors is small.
  private static let largest = 16 << 10

  init(_ result: Result<TransportResponse, TransportError>) {
    guard case .success(let response) = result else {
      self = .other
      return
    }
    let isSuccess = (200..<300).contains(response.status)
    guard response.body.count <= Self.largest, !response.body.beginsWithData else {
      self = isSuccess ? .taken : .other
      return
    }
    // Some servers say in plain text that the request has no query.
    let isRefusal = response.status == 400 || response.status == 422
    let read = try? SpareReader.use { reader throws(JSONReadError) in
      try reader.read(response.body) { Self.read($0) }
    }
    switch (read, response.status) {
    case (.notFound, _): self = .notFound
    case (.notSupported, _): self = .notSupported
    case (_, 405): self = .noGet
    case (_, 414): self = .tooLong
    case (let read, _) where isSuccess: self = read ?? .other
    default: self = isRefusal && read != .taken ? .refused : .other
    }
  }

  private static func read(_ root: JSONNode) -> PersistedAnswer {
    guard let errors = root["errors"], errors.kind == .array, errors.count > 0 else {
      return root["data"] == nil ? .other : .taken
    }
    for error in errors.elements.prefix(GraphQLErrorList.largestCount) {
      let said = [error["message"]?.string, error["extensions"]?["code"]?.string]
      if said.contains("PersistedQueryNotFound") || said.contains("PERSISTED_QUERY_NOT_FOUND") { return .notFound }
      if said.contains("PersistedQueryNotSupported") || said.contains("PERSISTED_QUERY_NOT_SUPPORTED") {
        return .notSupported
      }
    }
    // If data is null, the server had begun to carry the request out.
    return root["data"] == nil ? .refused : .taken
  }
}
