/// Why a transport cannot be made from a configuration.
package struct TransportConfigurationError: Error, Sendable, Hashable {
  /// The part of `TransportConfiguration` that is wrong.
  package enum Part: Sendable, Hashable {
    case endpoint
    /// The header at `index` of `headers`; `name` is its name as it was given.
    case header(index: Int, name: String)
    case timeout
    case connectTimeout
    case maxResponseBytes
    case userAgent
    case caFile
    case clientCertificate
    case clientKey
    case proxy
    case httpVersion
  }

  /// The part that is wrong.
  package let field: Part
  /// What is wrong with it and what to write instead; without values that may be secret.
  package let message: String
}

extension TransportConfigurationError: CustomStringConvertible {
  package var description: String { message }
}
