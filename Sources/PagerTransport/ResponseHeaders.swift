package import PagerBytes

/// The headers of a response as they came: lines of `name: value`, read only when one is asked for.
package struct ResponseHeaders: Sendable {
  /// The lines, each with its end.
  package let bytes: ReceivedBytes

  /// Takes lines as they came; nil when memory is out.
  package init?(_ lines: [UInt8]) {
    guard let bytes = lines.withUnsafeBytes({ ReceivedBytes(copyOf: $0) }) else { return nil }
    self.bytes = bytes
  }

  /// Where the value of a header is in the bytes, without the white space around it; nil if there is no header of that
  /// name. Upper and lower case do not matter in a name. If several headers have the name, it is the first.
  package func value(of name: String) -> Range<Int>? {
    bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while let end = rest.firstIndex(of: UInt8(ascii: "\n")) {
        let line = rest[..<end]
        rest = rest[(end + 1)...]
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")), Self.isEqual(line[..<colon], name) else { continue }
        return Self.trimmed(line[(colon + 1)...])
      }
      return nil
    }
  }

  /// The headers by name and value, in their order. Bytes that are not UTF-8 are replaced.
  package var all: [HTTPHeader] {
    bytes.withUnsafeBytes { bytes in
      bytes.split(separator: UInt8(ascii: "\n")).compactMap { line in
        guard let colon = line.firstIndex(of: UInt8(ascii: ":")) else { return nil }
        return HTTPHeader(
          name: Self.text(line[..<colon], in: bytes), value: Self.text(line[(colon + 1)...], in: bytes))
      }
    }
  }

  private static func text(_ part: Slice<UnsafeRawBufferPointer>, in bytes: UnsafeRawBufferPointer) -> String {
    String(decoding: bytes[trimmed(part)], as: UTF8.self)
  }

  private static func isEqual(_ written: Slice<UnsafeRawBufferPointer>, _ name: String) -> Bool {
    written.elementsEqual(name.utf8) { lowercased($0) == lowercased($1) }
  }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (UInt8(ascii: "A")...UInt8(ascii: "Z")).contains(byte) ? byte | 0x20 : byte
  }

  private static func trimmed(_ value: Slice<UnsafeRawBufferPointer>) -> Range<Int> {
    guard let first = value.firstIndex(where: { !isSpace($0) }), let last = value.lastIndex(where: { !isSpace($0) })
    else { return value.startIndex..<value.startIndex }
    return first..<(last + 1)
  }

  private static func isSpace(_ byte: UInt8) -> Bool {
    [UInt8(ascii: " "), UInt8(ascii: "\t"), UInt8(ascii: "\r")].contains(byte)
  }
}
