private import CPlatform

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

  /// Why there are fewer free descriptors than looking up a name or reading a certificate takes at a time; nil if there
  /// are enough.
  static var scarcity: Int32? {
    do throws(CallFailure) {
      let first = try Descriptor(swiftpager_eventfd())
      let second = try Descriptor(swiftpager_eventfd())
      let third = try Descriptor(swiftpager_eventfd())
      // Held until all three are there.
      return first.number != second.number && second.number != third.number ? nil : EMFILE
    } catch {
      if case .system(let code) = error { return code }
      return EMFILE
    }
  }
}
