extension RecordTable {
  /// Writes the records of an answer. Returns those that the answer has more than once.
  func put(_ writes: ContiguousArray<(index: UInt32, slot: Slot)>, of chunk: Chunk) -> Set<UInt32> {
    var repeated: Set<UInt32> = []
    // Records of another chunk whose layers became one.
    var fused: Set<UInt32> = []
    for (index, slot) in writes {
      if records[index].latest?.chunk === chunk || fused.contains(index) { repeated.insert(index) }
      put(Layer(chunk: chunk, slot: slot), at: index)
      if records[index].latest?.chunk !== chunk { fused.insert(index) }
    }
    return repeated
  }

  /// The fields for which an answer has two values in one record, each once, in the order of the answer. Fields of the
  /// operation itself do not count, because no key tells operations apart.
  ///
  /// - Parameter repeated: the records that the answer has more than once.
  func conflicts(
    in writes: ContiguousArray<(index: UInt32, slot: Slot)>, of chunk: Chunk, _ repeated: Set<UInt32>
  ) -> [FieldConflict] {
    guard !repeated.isEmpty else { return [] }
    var known: [UInt32: [Layer]] = [:]
    var found: Set<FieldConflict> = []
    var conflicts: [FieldConflict] = []
    for (index, slot) in writes where repeated.contains(index) {
      let layer = Layer(chunk: chunk, slot: slot)
      let before = known[index] ?? []
      for name in layer.fieldsInConflict(with: before) {
        guard let conflict = conflict(at: index, name), found.insert(conflict).inserted else { continue }
        conflicts.append(conflict)
      }
      // Mostly the same selection writes a record again.
      if before.count < Self.mostLayers, !before.contains(where: { $0.covers(layer) }) {
        known[index] = before + [layer]
      }
    }
    return conflicts
  }

  /// - Parameter name: the field of an object; nil if the record is a value.
  private func conflict(at index: UInt32, _ name: String?) -> FieldConflict? {
    let whole = key(index)
    let parent = parentKey(ofField: index)
    let key = parent ?? whole
    // A field with arguments is a record of its own.
    guard let field = parent.map({ String(whole.dropFirst($0.count + 1)) }) ?? name,
      let colon = key.utf8.firstIndex(of: UInt8(ascii: ":"))
    else { return nil }
    return FieldConflict(type: String(key[..<colon]), key: key, field: field)
  }

  /// The key of the object that a field with arguments belongs to; nil for a record that is an object.
  private func parentKey(ofField index: UInt32) -> String? {
    let whole = key(index)
    for dot in whole.utf8.indices where whole.utf8[dot] == UInt8(ascii: ".") {
      let key = String(whole[..<dot])
      if let parent = find(key), fields(of: parent).contains(index) { return key }
    }
    return nil
  }
}

extension Layer {
  /// The fields that earlier parts of the same answer show with another value; nil for a record that is a value.
  fileprivate func fieldsInConflict(with earlier: [Layer]) -> [String?] {
    guard !earlier.isEmpty else { return [] }
    if object != nil, let names = changedFields(since: .many(earlier), countsNew: false) { return names }
    return differs(from: .many(earlier)) ? [nil] : []
  }
}
