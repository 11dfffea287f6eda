/// What all transfers of a transport have in common.
struct TransferSettings: Sendable {
  /// A checked configuration.
  let configuration: TransportConfiguration
  /// The endpoint as errors show it: without user, password and query.
  let endpointForMessages: String

  /// Checks a configuration and takes it.
  init(_ configuration: TransportConfiguration) throws(TransportConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    endpointForMessages = try configuration.parsedEndpoint().forMessages() ?? "the endpoint"
  }
}
