// The only file in which this module calls the C library.

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// `malloc`, `realloc` and `free`: unlike Swift's own allocation they report that memory is out, and they grow in
/// place.
enum HeapMemory {
  /// New memory of `count` bytes, or nil when memory is out. `malloc(3)`.
  static func allocate(_ count: Int) -> UnsafeMutableRawPointer? {
    malloc(count)
  }

  /// `memory` moved or stretched to `count` bytes, or nil (and `memory` as it was) when memory is out. `realloc(3)`.
  static func reallocate(_ memory: UnsafeMutableRawPointer?, _ count: Int) -> UnsafeMutableRawPointer? {
    realloc(memory, count)
  }

  /// Gives memory back; nil is ignored. `free(3)`.
  static func release(_ memory: UnsafeMutableRawPointer?) {
    free(memory)
  }
}
