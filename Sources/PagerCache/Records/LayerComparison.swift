/// How two values of one field compare.
extension Layer {
  /// Whether whoever showed the older value shows something else now. Fields that only one of them has are not compared: no
  /// page that shows the other could show them.
  func differs(from older: Layer) -> Bool {
    switch (slot, older.slot) {
    case (.text, .text):
      guard let text, let before = older.text else { return true }
      return text.count != before.count || !text.elementsEqual(before)
    case (.record(let index), .record(let before)):
      return index != before
    case (.object, .object):
      return !changedFields(since: older).isEmpty
    case (.list(let start, let count), .list(let before, let countBefore)):
      guard count == countBefore else { return true }
      return (0..<count).contains { index in
        let element = element(start, index)
        let elementBefore = older.element(before, index)
        // A list is replaced as a whole: what its elements had before is gone.
        return element.differs(from: elementBefore) || !element.covers(elementBefore)
      }
    case (.missing, .missing):
      return false
    default:
      return true
    }
  }

  /// The names of the fields that both objects have and in which they differ.
  func changedFields(since older: Layer) -> [String] {
    guard let (_, shape) = object else { return [] }
    return shape.names.enumerated().compactMap { index, name in
      guard let value = field(name, guess: index), let before = older.field(name, guess: index) else { return nil }
      return value.differs(from: before) ? name : nil
    }
  }

  /// Whether everything that the older value has can be read from this one.
  func covers(_ older: Layer) -> Bool {
    switch (slot, older.slot) {
    case (.object, .object):
      guard let (_, shape) = object, let (_, shapeBefore) = older.object else { return false }
      let isSame = shape === shapeBefore
      return shapeBefore.names.enumerated().allSatisfy { index, name in
        guard let before = older.field(name, guess: index) else { return true }
        guard case .object = before.slot else { return isSame || field(name, guess: index) != nil }
        return field(name, guess: index)?.covers(before) ?? false
      }
    case (.missing, _):
      return false
    default:
      // A value of another kind takes the place of the older one.
      return true
    }
  }
}
