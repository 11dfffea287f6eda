import CZlib

/// Bytes in the format of gzip.
enum Gzip {
  /// Nil where that is no shorter, where zlib has no memory for it, and for what it cannot take at once: 4 GiB.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count <= UInt32.max else { return nil }
    var stream = z_stream()
    // The least effort: a request is compressed where others wait for the thread, and text is most of what it has to give.
    guard czlib_start_gzip(&stream, Z_BEST_SPEED) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let compressed = [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
      // zlib does not write where it reads, whatever the type of its pointer says.
      let isWhole = bytes.withUnsafeBufferPointer { source in
        stream.next_in = UnsafeMutablePointer(mutating: source.baseAddress)
        stream.avail_in = UInt32(source.count)
        stream.next_out = target.baseAddress
        stream.avail_out = UInt32(target.count)
        return deflate(&stream, Z_FINISH) == Z_STREAM_END
      }
      count = isWhole ? Int(stream.total_out) : 0
    }
    return compressed.isEmpty || compressed.count >= bytes.count ? nil : compressed
  }
}
