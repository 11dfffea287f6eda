import PagerJSON

extension FoundItems {
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
