import CZlib

/// Bytes in the format of gzip.
enum Gzip {
  /// Nil if the result is not shorter, if zlib has no memory for it, and for more than zlib can take at once: 4 GiB.
  static func compressed(_ bytes: [UInt8]) -> [UInt8]? {
    guard bytes.count <= UInt32.max else { return nil }
    var stream = z_stream()
    // The lowest level: other requests wait for the thread during compression, and text gains little from higher
    // levels.
    guard czlib_start_gzip(&stream, Z_BEST_SPEED) == Z_OK else { return nil }
    defer { deflateEnd(&stream) }
    let compressed = [UInt8](unsafeUninitializedCapacity: bytes.count) { target, count in
      // zlib does not write to its input, although the type of its pointer would allow that.
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
