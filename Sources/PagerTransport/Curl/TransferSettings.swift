/// What all transfers of a transport have in common.
package struct TransferSettings: Sendable {
  /// A checked configuration.
  package let configuration: TransportConfiguration
  /// The endpoint as errors show it: without user, password and query.
  let endpointForMessages: String

  /// Checks a configuration and takes it.
  package init(_ configuration: TransportConfiguration) throws(TransportConfigurationError) {
    try configuration.validate()
    self.configuration = configuration
    endpointForMessages = try configuration.parsedEndpoint().forMessages() ?? "the endpoint"
  }

  private init(_ configuration: TransportConfiguration, endpointForMessages: String) {
    self.configuration = configuration
    self.endpointForMessages = endpointForMessages
  }

  /// The settings that hold for a request with options of its own.
  package func with(_ options: RequestOptions) -> TransferSettings {
    guard let timeout = options.timeout else { return self }
    var configuration = configuration
    configuration.timeout = timeout
    return TransferSettings(configuration, endpointForMessages: endpointForMessages)
  }
}
