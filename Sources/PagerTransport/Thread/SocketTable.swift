/// A value for each of some sockets, sorted by their numbers.
///
/// A page looks for its socket a few times. A search here is a few instructions, where a dictionary would hash the
/// numbers.
struct SocketTable<Value> {
  private var entries: [(socket: Int32, value: Value)] = []

  mutating func reserveCapacity(_ count: Int) {
    entries.reserveCapacity(count)
  }

  subscript(socket: Int32) -> Value? {
    get {
      let place = place(of: socket)
      return place < entries.count && entries[place].socket == socket ? entries[place].value : nil
    }
    set {
      let place = place(of: socket)
      let isThere = place < entries.count && entries[place].socket == socket
      switch (newValue, isThere) {
      case (let value?, true): entries[place].value = value
      case (let value?, false): entries.insert((socket, value), at: place)
      case (nil, true): entries.remove(at: place)
      case (nil, false): break
      }
    }
  }

  /// Takes out the value of a socket; nil if it has none.
  mutating func remove(_ socket: Int32) -> Value? {
    let place = place(of: socket)
    return place < entries.count && entries[place].socket == socket ? entries.remove(at: place).value : nil
  }

  private func place(of socket: Int32) -> Int {
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].socket < socket { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
