/// A part of received bytes: one JSON value's text. Keeps the whole body alive; nothing is copied.
package struct ByteSlice: Sendable {
  /// The body that this is a part of.
  package let owner: ReceivedBytes
  /// Where in the body, in bytes; always within it.
  package let range: Range<Int>

  /// The part of `owner` at `range`, as far as that lies within it.
  package init(owner: ReceivedBytes, range: Range<Int>) {
    self.owner = owner
    self.range = range.clamped(to: 0..<owner.count)
  }

  /// The length in bytes.
  package var count: Int { range.count }

  /// Calls `body` with the slice's bytes, and keeps them alive meanwhile.
  package func withUnsafeBytes<R, Failure: Error>(
    _ body: (UnsafeRawBufferPointer) throws(Failure) -> R
  ) throws(Failure) -> R {
    try owner.withUnsafeBytes { (all: UnsafeRawBufferPointer) throws(Failure) -> R in
      try body(UnsafeRawBufferPointer(rebasing: all[range]))
    }
  }

  /// A copy as a string; bytes that are not UTF-8 become U+FFFD.
  package var text: String {
    withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
  }
}

/// Slices are equal when their bytes are, whatever bodies they are parts of.
extension ByteSlice: Hashable {
  package static func == (left: ByteSlice, right: ByteSlice) -> Bool {
    left.count == right.count
      && left.withUnsafeBytes { leftBytes in
        right.withUnsafeBytes { rightBytes in leftBytes.elementsEqual(rightBytes) }
      }
  }

  package func hash(into hasher: inout Hasher) {
    withUnsafeBytes { hasher.combine(bytes: $0) }
  }
}

extension ByteSlice: CustomStringConvertible {
  package var description: String { text }
}
