import CZlib
import PagerBytes
import PagerThreads
package import PagerTransport

/// What the client's server has said about compressed requests (RFC 7694).
package final class RequestCompression: Sendable {
  private enum Standing {
    /// Only the headers of the newest answer are known. They are read when a large request leaves.
    case unknown(ResponseHeaders?)
    case taken
    case refused
  }

  private let standing = Lock(Standing.unknown(nil))

  /// Nil if requests are sent as they are.
  package init?(isEnabled: Bool) {
    guard isEnabled else { return nil }
  }

  /// Whether `note` needs to see answers.
  var isOpen: Bool { standing.withLock { if case .unknown = $0 { true } else { false } } }

  func note(_ result: Result<TransportResponse, TransportError>) {
    guard case .success(let response) = result, let headers = response.headers else { return }
    // The replaced headers are released outside the lock.
    let old = standing.withLock { standing -> ResponseHeaders? in
      guard case .unknown(let old) = standing else { return headers }
      standing = .unknown(headers)
      return old
    }
    withExtendedLifetime(old) {}
  }

  /// Whether to compress a large request.
  var isWanted: Bool {
    let headers: ResponseHeaders?
    switch standing.withLock({ $0 }) {
    case .unknown(let newest): headers = newest
    case .taken: return true
    case .refused: return false
    }
    guard let headers, headers.takeGzip else { return false }
    standing.withLock { if case .unknown = $0 { $0 = .taken } }
    return true
  }

  /// Notes that the server has refused a compressed request.
  func refuse() {
    standing.withLock { $0 = .refused }
  }
}

extension ResponseHeaders {
  /// Whether the server says that it accepts requests in gzip.
  var takeGzip: Bool {
    guard let range = value(of: "accept-encoding") else { return false }
    let value = bytes.withUnsafeBytes { String(decoding: $0[range], as: UTF8.self) }
    return value.lowercased().split(separator: ",").contains { coding in
      let parts = coding.split(separator: ";").map { part in String(part.filter { $0 != " " && $0 != "\t" }) }
      guard let name = parts.first, name == "gzip" || name == "x-gzip" else { return false }
      // A weight of zero means that the server does not accept this encoding.
      return !parts.dropFirst().contains { $0.hasPrefix("q=") && Double($0.dropFirst(2)) == 0 }
    }
  }
}

/// Compresses large requests if the server has said that it accepts compressed requests.
package struct CompressingTransport: LayeredTransport {
  /// Requests up to this many bytes, about six packets, are sent as they are.
  static let largestPlain = 8192

  package let transport: any Transport
  private let compression: RequestCompression
  private let transfers: ChainedTransfers

  package init(_ transport: any Transport, _ compression: RequestCompression) {
    self.transport = transport
    self.compression = compression
    transfers = ChainedTransfers(transport)
  }

  package func send(
    _ request: TransportRequest, completion: @escaping @Sendable (Result<TransportResponse, TransportError>) -> Void
  ) throws(TransportError) -> TransferID {
    if let compressed = compressed(request) {
      return try transfers.send(step(compressed, for: request), completion: completion)
    }
    guard compression.isOpen else { return try transport.send(request, completion: completion) }
    return try transport.send(request) { [compression] result in
      compression.note(result)
      completion(result)
    }
  }

  private func step(_ compressed: TransportRequest, for request: TransportRequest) -> ChainedStep {
    ChainedStep(compressed) { [compression] result in
      // Unsupported Media Type, which also stands for encodings (RFC 9110, section 15.5.16).
      guard case .success(let response) = result, response.status == 415 else { return nil }
      compression.refuse()
      return ChainedStep(request, because: "compression_refused")
    }
  }

  /// Nil for a request that is sent as it is.
  private func compressed(_ request: TransportRequest) -> TransportRequest? {
    guard request.body.count > Self.largestPlain, compression.isWanted,
      // A caller that names an encoding has encoded the body itself.
      !request.options.headers.contains(where: { $0.isNamed("content-encoding") }),
      let body = Gzip.compressed(request.body)
    else { return nil }
    var compressed = request
    compressed.body = body
    compressed.options.headers.append(HTTPHeader(name: "Content-Encoding", value: "gzip"))
    return compressed
  }

  package func cancel(_ transfer: TransferID) {
    transfers.cancel(transfer)
  }
}

extension RequestCompression {
  /// The transport with compression, if that is wanted.
  static func over(_ transport: any Transport, _ compression: RequestCompression?) -> any Transport {
    compression.map { CompressingTransport(transport, $0) } ?? transport
  }
}

/// Bytes in the format of gzip.
enum Gzip {
  /// Nil if the result is not shorter, if zlib has no memory for it, and for more than zlib can take at once: 4 GiB.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count <= UInt32.max else { return nil }
    var stream = z_stream()
    // The lowest level: other requests wait for the thread during compression, and text gains little from higher
    // levels.
    guard czlib_start_gzip(&stream, Z_BEST_SPEED) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let compressed = [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
      // zlib does not write to its input, although the type of its pointer would allow that.
      let isWhole = bytes.withUnsafeBufferPointer { source in
        stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        return deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
      count = isWhole ? Int(stream.total_out) : 0
    }
    return compressed.isEmpty || compressed.count >= bytes.count ? nil : compressed
  }
}
