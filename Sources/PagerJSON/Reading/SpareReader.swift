import Synchronization

/// A reader for texts that are read now and then, on any thread: the last one used stays for the next.
///
/// Without a lock: a child of fork() could find one held for ever.
package enum SpareReader {
  // Unsafe only to the compiler: the thread that exchanges the reference for nil has exclusive use of the reader.
  private nonisolated(unsafe) static let spare = Atomic<Unmanaged<JSONReader>?>(nil)

  /// A page that was read once must be readable again, with any memory: a part can be denser than the whole.
  package static let memory = JSONReader.Memory(factor: 64)

  /// Calls `body` with a reader that no other thread uses.
  package static func use<R>(_ body: (JSONReader) throws(JSONReadError) -> R) throws(JSONReadError) -> R {
    let reader = take() ?? JSONReader(memory: memory)
    defer { keep(reader) }
    return try body(reader)
  }

  private static func take() -> JSONReader? {
    spare.exchange(nil, ordering: .acquiring)?.takeRetainedValue()
  }

  private static func keep(_ reader: JSONReader) {
    spare.exchange(Unmanaged.passRetained(reader), ordering: .acquiringAndReleasing)?.release()
  }
}
