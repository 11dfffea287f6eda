import PagerJSON

/// A fragment of which it is not known whether it applies to a type.
struct TypeDoubt {
  let condition: String
  /// Whether the fragments around it do apply: otherwise that its fields are missing tells nothing.
  let isCertain: Bool
  /// What the response has for certain where it applies.
  let brings: SelectedKeys
  /// What it has at most because of it.
  let mayBring: SelectedKeys
  /// What is there for certain without it, and what may be.
  let certain: SelectedKeys
  let others: SelectedKeys

  /// What an object shows of it.
  enum Verdict {
    /// It is there, or not: a fact.
    case fact(Bool)
    /// As far as this selection goes it makes no difference: it may as well apply, or not.
    case either(Bool)
    /// Another object may show it.
    case unknown
  }

  func verdict(of object: JSONNode) -> Verdict {
    var evidence = Evidence()
    evidence.compare(brings, others, with: object)
    if evidence.hasAbsent { return isCertain ? (evidence.hasPresent ? .unknown : .fact(false)) : .either(false) }
    if evidence.hasPresent { return .fact(true) }
    if evidence.isIncomplete { return .unknown }
    // Not to have what is there would make a wrong page; to look for what is not there only makes none.
    let added = mayBring.children.filter { key, child in
      !(certain.children[key].map { child.isPart(of: $0) } ?? false)
    }
    return .either(added.keys.contains { certain.children[$0] != nil || object[$0] != nil })
  }

  private struct Evidence {
    /// Something that nothing else brings is there.
    var hasPresent = false
    /// Something that it brings is not there.
    var hasAbsent = false
    /// There is no object that would show more.
    var isIncomplete = false

    mutating func compare(_ keys: SelectedKeys, _ others: SelectedKeys?, with object: JSONNode) {
      for (key, child) in keys.children {
        guard let value = object[key] else {
          hasAbsent = true
          continue
        }
        let other = others?.children[key]
        if other == nil { hasPresent = true }
        guard !child.children.isEmpty, !(other.map { child.isPart(of: $0) } ?? false) else { continue }
        guard let inner = Self.object(in: value) else {
          isIncomplete = true
          continue
        }
        compare(child, other, with: inner)
      }
    }

    private static func object(in value: JSONNode) -> JSONNode? {
      switch value.kind {
      case .object: return value
      case .array:
        for element in value.elements {
          if let found = object(in: element) { return found }
        }
        return nil
      case .string, .number, .bool, .null: return nil
      }
    }
  }
}
