#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// The bytes of a request body, at an address that does not change while libcurl reads them.
///
/// libcurl keeps the pointer that it is given. An array's elements have no address outside of a closure, so this is a
/// copy. The memory serves one request after the other. A caller decides how large it gets. Therefore out of memory is
/// an answer here, not a crash.
struct RequestBuffer: ~Copyable {
  private var memory: UnsafeMutableRawPointer?
  private var capacity = 0

  private static let smallestCapacity = 4096
  /// Larger memory than this is given back after its request.
  private static let largestKept = 64 << 10

  deinit {
    free(memory)
  }

  /// Replaces the content. No transfer may be using it.
  ///
  /// - Returns: the bytes; never without an address, which libcurl would take for "read the body from elsewhere".
  mutating func load(_ body: [UInt8]) throws(CallFailure) -> UnsafeMutableRawBufferPointer {
    let isTooSmall = memory == nil || body.count > capacity
    let isTooLarge = capacity > Self.largestKept && body.count <= Self.largestKept
    if isTooSmall || isTooLarge {
      free(memory)
      capacity = max(body.count, Self.smallestCapacity)
      memory = malloc(capacity)
    }
    guard let memory else {
      capacity = 0
      throw .outOfMemory
    }
    let bytes = UnsafeMutableRawBufferPointer(start: memory, count: body.count)
    bytes.copyBytes(from: body)
    return bytes
  }
}
