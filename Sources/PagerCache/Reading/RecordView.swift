/// What there is of one value: mostly one layer; more where several queries have brought different fields of it.
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

  var isEmpty: Bool { first == nil }

  /// What there is of a field of the object.
  func field(_ name: String, guess: Int, receivedSince oldest: Int64) -> RecordView {
    switch self {
    case .one(let layer):
      guard layer.chunk.received >= oldest, let value = layer.field(name, guess: guess) else { return .many([]) }
      return .one(value)
    case .many(let layers):
      return .many(layers.filter { $0.chunk.received >= oldest }.compactMap { $0.field(name, guess: guess) })
    }
  }

  /// Those that are recent enough.
  func received(since oldest: Int64) -> RecordView {
    switch self {
    case .one(let layer): layer.chunk.received >= oldest ? self : .many([])
    case .many(let layers): .many(layers.filter { $0.chunk.received >= oldest })
    }
  }

  /// The objects down to the first that is none: what lies below that was replaced by it.
  var objects: RecordView {
    switch self {
    case .one: self
    case .many(let layers): .many(Array(layers.prefix { $0.object != nil }))
    }
  }
}
