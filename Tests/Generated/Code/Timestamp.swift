public import SwiftPager

/// A custom scalar of a user's: the market's DateTime.
nonisolated public struct Timestamp: ResponseDecodable, Encodable, Hashable, Sendable {
  public var text: String

  public init(from node: ResponseNode) throws { text = try node.string }

  public func encode(to encoder: any Encoder) throws { try text.encode(to: encoder) }
}
