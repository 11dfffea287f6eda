/// Finds the records that values refer to.
struct ReferenceSearch {
  private var found: ContiguousArray<Bool>

  init(count: Int) {
    found = ContiguousArray(repeating: false, count: count)
  }

  func contains(_ index: UInt32) -> Bool { found[Int(index)] }

  mutating func add(_ index: UInt32) {
    found[Int(index)] = true
  }

  mutating func add(_ layer: Layer) {
    switch layer.slot {
    case .missing, .text: break
    case .record(let index): add(index)
    case .object(let start, let shape): add(layer.chunk, start, layer.chunk.shape(shape).names.count)
    case .list(let start, let count): add(layer.chunk, start, Int(count))
    }
  }

  private mutating func add(_ chunk: Chunk, _ start: UInt32, _ count: Int) {
    for offset in 0..<UInt32(truncatingIfNeeded: count) {
      add(Layer(chunk: chunk, slot: chunk.slot(at: start + offset)))
    }
  }
}
