package import PagerTransport

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
