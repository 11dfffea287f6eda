import PagerClient
import PagerJSON
import PagerTransport

/// The circumstances in which a page is read.
struct SinceSurroundings {
  /// Whether the page is read from its last item to its first one.
  let isBackward: Bool
  /// Whether errors came beside the data. Items may then have nulls.
  let hasErrors: Bool
  /// The position of the last item, if the page's cursor is one.
  let lastPosition: Int64?
  let headers: ResponseHeaders?
  let secrets: RequestSecrets?
  /// The connection below `data`, and the array of items below that, for messages.
  let connection: JSONPointer
  let array: JSONPointer
}

/// The items of a page, by their tokens.
struct SinceTokens {
  let array: JSONNode
  let items: [ItemTokens]

  func item(_ index: Int) -> JSONNode { node(items[index].item) }
  func value(_ index: Int) -> JSONNode? { items[index].value.map(node) }
  func identity(_ index: Int) -> JSONNode? { items[index].identity.map(node) }

  private func node(_ token: UInt32) -> JSONNode { JSONNode(tokens: array.tokens, token: token) }

  /// The version of an item; nil for an item without an identity.
  func version(_ index: Int) -> ItemVersion? {
    guard let node = identity(index) else { return nil }
    let identity = ItemIdentities.hash(of: node)
    return identity == 0 ? nil : ItemVersion(identity: identity, bytes: item(index).writtenHash)
  }

  /// The identity of an item as it is written, for messages; nil if it has none.
  func name(_ index: Int) -> String? {
    identity(index).map { String(decoding: $0.writtenBytes.prefix(100), as: UTF8.self) }
  }
}

extension ItemVersion {
  /// What tells it from the other items of a walk; not 0.
  var hash: UInt64 { max(1, identity ^ bytes) }
}
