/// The values that show until mutations are answered.
extension RecordTable {
  /// Shows a value until a mutation is answered.
  func putOptimistic(_ layer: Layer, at index: UInt32, of mutation: UInt64) {
    layer.chunk.addLayer(of: index)
    note(layer, at: index, after: .many(layers(of: index)), isOnTop: true)
    extras[index, default: RecordExtras()].optimistic.insert((mutation, layer), at: 0)
    optimistic[mutation, default: []].insert(index)
  }

  /// The mutations of which some records show something.
  func mutations(shownIn shown: [ShownRecord]) -> Set<UInt64> {
    guard !optimistic.isEmpty else { return [] }
    return Set(shown.lazy.flatMap { self.extras[$0.index]?.optimistic.map(\.mutation) ?? [] })
  }

  /// Takes back what was shown for a mutation.
  func removeOptimistic(of mutation: UInt64) {
    for index in optimistic.removeValue(forKey: mutation) ?? [] {
      let gone = (extras[index]?.optimistic ?? []).filter { $0.mutation == mutation }.map(\.layer)
      extras[index]?.optimistic.removeAll { $0.mutation == mutation }
      let below = RecordView.many(layers(of: index))
      for layer in gone {
        let lost = layer.lostFields(to: below)
        if lost?.isEmpty != true { noteChange(of: index, fields: lost) }
        drop(layer)
      }
      tidy(index)
    }
  }
}
