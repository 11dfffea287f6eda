/// The bytes of a request body, at an address that does not change while libcurl reads them.
///
/// libcurl keeps the pointer that it is given. An array's elements have no address outside of a closure, hence the
/// copy; the memory serves one request after the other.
struct RequestBuffer: ~Copyable {
  private var memory = UnsafeMutableRawBufferPointer.allocate(byteCount: 4096, alignment: 1)
  private var count = 0

  /// Larger memory than this is given back after its request.
  private static let largestKept = 1 << 20

  deinit {
    memory.deallocate()
  }

  /// The bytes; never without an address, which libcurl would take for "read the body from elsewhere".
  var bytes: UnsafeMutableRawBufferPointer {
    UnsafeMutableRawBufferPointer(rebasing: memory[..<count])
  }

  /// Replaces the content. No transfer may be using it.
  mutating func load(_ body: [UInt8]) {
    if body.count > memory.count || (memory.count > Self.largestKept && body.count <= Self.largestKept) {
      memory.deallocate()
      memory = .allocate(byteCount: max(body.count, 4096), alignment: 1)
    }
    memory.copyBytes(from: body)
    count = body.count
  }
}
