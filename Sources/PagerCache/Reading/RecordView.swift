/// The layers of one value: mostly one, or more if several queries fetched different fields of it.
enum RecordView {
  case one(Layer)
  /// The newest first.
  case many([Layer])

  var first: Layer? {
    switch self {
    case .one(let layer): layer
    case .many(let layers): layers.first
    }
  }

  var layers: [Layer] {
    switch self {
    case .one(let layer): [layer]
    case .many(let layers): layers
    }
  }

  var isEmpty: Bool { first == nil }

  /// What there is of a field of the object.
  func field(_ name: String, guess: Int, receivedSince oldest: Int64) -> RecordView {
    switch self {
    case .one(let layer):
      guard layer.chunk.received >= oldest else { return .many([]) }
      if layer.hasDuplicates { return .many(layer.fields(name)) }
      return layer.field(name, guess: guess).map { .one($0) } ?? .many([])
    case .many(let layers):
      return .many(
        layers.filter { $0.chunk.received >= oldest }.flatMap { layer in
          layer.hasDuplicates ? layer.fields(name) : layer.field(name, guess: guess).map { [$0] } ?? []
        })
    }
  }

  /// The layers that are recent enough.
  func received(since oldest: Int64) -> RecordView {
    switch self {
    case .one(let layer): layer.chunk.received >= oldest ? self : .many([])
    case .many(let layers): .many(layers.filter { $0.chunk.received >= oldest })
    }
  }

  /// The objects down to the first value that is not an object or has another type: the layers below were replaced.
  var objects: RecordView {
    guard case .many(let layers) = self, layers.count > 1 else { return self }
    var type: UnsafeRawBufferPointer?
    return .many(
      Array(
        layers.prefix { layer in
          guard layer.object != nil else { return false }
          guard let own = layer.typename else { return true }
          defer { type = type ?? own }
          return type?.elementsEqual(own) ?? true
        }))
  }

  /// The layers of an element of the list. Lists are replaced as a whole. Older lists of the same length complement the
  /// newest if their elements are the same.
  func element(_ index: UInt32) -> RecordView {
    guard let newest = first, case .list(let start, let count) = newest.slot else { return .many([]) }
    let element = newest.element(start, index)
    guard case .many(let layers) = self, layers.count > 1, !element.isWhole else { return .one(element) }
    var elements = [element]
    for layer in layers.dropFirst() {
      guard case .list(let start, count) = layer.slot else { break }
      let older = layer.element(start, index)
      if element.merges(with: older) { elements.append(older) }
    }
    return .many(elements)
  }
}

extension Layer {
  /// Whether nothing that is older can complement the value.
  fileprivate var isWhole: Bool {
    switch slot {
    case .text, .record, .missing: true
    case .object, .list: false
    }
  }
}
