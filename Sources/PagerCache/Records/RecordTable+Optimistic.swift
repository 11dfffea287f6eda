/// The values that show until mutations are answered.
extension RecordTable {
  /// Shows a value until a mutation is answered.
  func putOptimistic(_ layer: Layer, at index: UInt32, of mutation: UInt64) {
    layer.chunk.addLayer(of: index)
    note(layer, at: index, after: .many(layers(of: index)), below: [])
    extras[index, default: RecordExtras()].optimistic.insert((mutation, layer), at: 0)
    optimistic[mutation, default: []].insert(index)
  }

  /// The mutations that some records show.
  func mutations(shownIn shown: [ShownRecord]) -> Set<UInt64> {
    guard !optimistic.isEmpty else { return [] }
    return Set(shown.lazy.flatMap { self.extras[$0.index]?.optimistic.map(\.mutation) ?? [] })
  }

  /// Takes back what was shown for a mutation.
  func removeOptimistic(of mutation: UInt64) {
    for index in optimistic.removeValue(forKey: mutation) ?? [] {
      let guesses = extras[index]?.optimistic ?? []
      let newer = guesses.prefix { $0.mutation != mutation }.map(\.layer)
      extras[index]?.optimistic.removeAll { $0.mutation == mutation }
      let rest = RecordView.many(layers(of: index))
      for (owner, layer) in guesses where owner == mutation {
        let lost = layer.lostFields(to: rest)
        if lost?.isEmpty != true { noteChange(of: index, fields: lost, below: newer) }
        drop(layer)
      }
      tidy(index)
    }
  }
}
