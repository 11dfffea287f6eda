#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#endif

/// Owns a file descriptor; `close(2)`.
struct Descriptor: ~Copyable {
  /// The number of the descriptor.
  let number: Int32

  /// Takes over what a system call returned.
  ///
  /// - Throws: the error number of that call when it returned -1.
  init(_ number: Int32) throws(CallFailure) {
    guard number >= 0 else { throw .system(errno) }
    self.number = number
  }

  deinit {
    close(number)
  }
}
