package import PagerTransport

/// Why no client can be made of a configuration.
public struct ClientConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and what to do.
  public let message: String
  /// The part that is wrong; nil where it is the machine.
  package let field: TransportConfigurationError.Field?
  /// Whether a recording cannot be written or read.
  package var isRecording = false

  public var description: String { message }
}
