import PagerBytes

/// How values compare with what was there before.
extension Layer {
  /// Whether a reader of the older value now reads something else. Fields of embedded objects that only one of the
  /// values has are not compared: a page that shows the other value cannot show them.
  func differs(from older: RecordView) -> Bool {
    guard let before = older.first else { return true }
    switch (slot, before.slot) {
    case (.text, .text):
      guard let text, let textBefore = before.text else { return true }
      return !text.elementsEqual(textBefore)
    case (.record(let index), .record(let before)):
      return index != before
    case (.object, .object):
      return changedFields(since: older, countsNew: false)?.isEmpty != true
    case (.list(let start, let count), .list(_, let countBefore)):
      guard count == countBefore else { return true }
      return (0..<count).contains { element(start, $0).replaces(older.element($0)) }
    case (.missing, .missing):
      return false
    default:
      return true
    }
  }

  /// A list is replaced as a whole: what its elements had before is gone, unless they are the same still.
  private func replaces(_ older: RecordView) -> Bool {
    differs(from: older) || older.layers.contains { !covers($0) && !merges(with: $0) }
  }

  /// The names of the fields in which an object differs from the older ones; nil if it takes their place altogether.
  ///
  /// - Parameter countsNew: whether fields count that the older ones do not have.
  func changedFields(since older: RecordView, countsNew: Bool) -> [String]? {
    let older = older.objects
    guard let (_, shape) = object, let before = older.first, before.object != nil, !isOfAnotherType(than: older) else {
      return nil
    }
    return shape.names.enumerated().compactMap { index, name in
      guard let value = member(index) else { return nil }
      let before = older.field(name, guess: index, receivedSince: .min)
      if before.isEmpty { return countsNew ? name : nil }
      return value.differs(from: before) ? name : nil
    }
  }

  /// The names of the fields that read differently after the value is taken back; nil if nothing is left.
  func lostFields(to rest: RecordView) -> [String]? {
    let rest = rest.objects
    guard let (_, shape) = object, rest.first?.object != nil else { return nil }
    return shape.names.enumerated().compactMap { index, name in
      guard let value = member(index) else { return nil }
      let left = rest.field(name, guess: index, receivedSince: .min)
      return value.differs(from: left) || !left.contains { $0.covers(value) } ? name : nil
    }
  }

  /// Whether everything that the older value has can be read from this one, or cannot be read at all any more.
  func covers(_ older: Layer) -> Bool {
    switch (slot, older.slot) {
    case (.object, .object):
      guard let (_, shapeBefore) = older.object else { return false }
      if isOfAnotherType(than: .one(older)) { return true }
      return shapeBefore.names.indices.allSatisfy { index in
        guard let before = older.member(index) else { return true }
        let value = RecordView.one(self).field(shapeBefore.names[index], guess: index, receivedSince: .min)
        return value.contains { $0.covers(before) }
      }
    case (.list(let start, let count), .list(let startBefore, let countBefore)):
      guard count == countBefore else { return true }
      return (0..<count).allSatisfy { index in
        let (element, before) = (element(start, index), older.element(startBefore, index))
        return element.covers(before) || !element.merges(with: before)
      }
    case (.missing, _):
      return false
    default:
      // A value of another kind takes the place of the older one.
      return true
    }
  }

  /// Whether elements of two lists, at the same place, appear to be the same object, so that they complement each
  /// other. Objects with only their type in common may be different ones.
  func merges(with older: Layer) -> Bool {
    switch (slot, older.slot) {
    case (.object, .object):
      guard let (_, shape) = object, !isOfAnotherType(than: .one(older)) else { return false }
      if chunk === older.chunk { return true }
      var hasCommon = false
      for (index, name) in shape.names.enumerated() where name != RelayName.typename {
        let before = RecordView.one(older).field(name, guess: index, receivedSince: .min)
        guard let value = member(index), !before.isEmpty else { continue }
        if value.differs(from: before) { return false }
        hasCommon = true
      }
      return hasCommon
    case (.list(_, let count), .list(_, let countBefore)):
      return count == countBefore
    default:
      return false
    }
  }

  /// Whether the types of two objects are known, and not the same.
  private func isOfAnotherType(than older: RecordView) -> Bool {
    guard let type = typename else { return false }
    for layer in older.layers {
      if let before = layer.typename { return !type.elementsEqual(before) }
    }
    return false
  }

  /// The text of the object's `__typename`, as it was received.
  var typename: UnsafeRawBufferPointer? { field(RelayName.typename, guess: 0)?.text }
}

extension RecordView {
  func contains(_ isWanted: (Layer) -> Bool) -> Bool {
    switch self {
    case .one(let layer): isWanted(layer)
    case .many(let layers): layers.contains(where: isWanted)
    }
  }
}
