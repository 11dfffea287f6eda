package import PagerTransport

/// Why a client cannot be made from a configuration.
public struct ClientConfigurationError: Error, Sendable, Hashable, CustomStringConvertible {
  /// What is wrong, and what to do.
  public let message: String
  /// The part that is wrong; nil if the machine is the reason.
  package let field: TransportConfigurationError.Part?
  /// Whether the reason is a recording that cannot be written or read.
  package var isRecording = false

  public var description: String { message }
}
