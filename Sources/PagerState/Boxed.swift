/// A value in separate memory. A state has room for a page in many places, and most of them are empty. Each place is
/// therefore as small as a reference, and an idle pager takes little memory.
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
