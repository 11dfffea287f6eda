/// A value in memory of its own. A state has room for a page in many places, and mostly none there: so each place is as small as
/// a reference, and a pager that rests takes little.
indirect enum Boxed<Value: Sendable>: Sendable {
  case boxed(Value)

  init(_ value: Value) {
    self = .boxed(value)
  }

  var value: Value {
    switch self {
    case .boxed(let value): value
    }
  }
}

extension Boxed: Equatable where Value: Equatable {}
extension Boxed: Hashable where Value: Hashable {}
