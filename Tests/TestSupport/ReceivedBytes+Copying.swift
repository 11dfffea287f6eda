package import PagerBytes

extension ReceivedBytes {
  /// A copy of `bytes`. As with an array, the program ends when memory runs out.
  package static func copying(_ bytes: some Collection<UInt8>) -> ReceivedBytes {
    guard let copy = Array(bytes).withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else {
      fatalError("no memory for \(bytes.count) bytes")
    }
    return copy
  }
}
