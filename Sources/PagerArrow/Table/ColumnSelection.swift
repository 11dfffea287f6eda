package import PagerJSON

/// A column that a configuration asks for: the place of its values in a row, and their type.
package struct SelectedColumn: Sendable {
  package let name: String
  /// From the row to the value.
  let steps: [Step]
  /// The type; nil: it is inferred.
  package let type: ColumnType?

  /// One step of a pointer.
  struct Step: Sendable {
    let key: [UInt8]
    /// The index that it is in an array; nil if it cannot be one.
    let index: Int?
  }

  package init(name: String, pointer: JSONPointer, type: ColumnType?) {
    self.name = name
    self.type = type
    steps = pointer.tokens.map { Step(key: Array($0.utf8), index: JSONPointer.index($0)) }
  }
}

extension SelectedColumn {
  /// What a pointer leads to.
  enum Match {
    case value(UInt32)
    case nothing
    /// An object on the way has the key twice.
    case ambiguous
  }

  /// Follows the pointer from a row.
  func find(in row: UInt32, _ table: TokenTable) -> Match {
    var token = row
    for step in steps {
      switch table.byte(token) {
      case UInt8(ascii: "{"):
        switch table.uniqueMember(of: token, step.key) {
        case .value(let value): token = value
        case let other: return other
        }
      case UInt8(ascii: "["):
        guard let index = step.index, let element = table.element(of: token, at: index) else { return .nothing }
        token = element
      default: return .nothing
      }
    }
    return .value(token)
  }
}

extension TokenTable {
  @inline(__always)
  fileprivate func uniqueMember(of object: UInt32, _ key: [UInt8]) -> SelectedColumn.Match {
    let closing = closing(object)
    var found: UInt32?
    var member = object + 1
    while member < closing {
      if isEqual(string(member), key) {
        guard found == nil else { return .ambiguous }
        found = member + 1
      }
      member = end(member + 1)
    }
    return found.map { .value($0) } ?? .nothing
  }

  fileprivate func element(of array: UInt32, at index: Int) -> UInt32? {
    let closing = closing(array)
    var element = array + 1
    for _ in 0..<index {
      guard element < closing else { return nil }
      element = end(element)
    }
    return element < closing ? element : nil
  }
}
