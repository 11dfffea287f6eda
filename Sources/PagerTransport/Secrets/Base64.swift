internal import CCrypto

/// Base64 with the usual alphabet and padding (RFC 4648, section 4): for bodies that are not text.
package enum Base64 {
  /// What libcrypto is given at once, which counts in 32 bits: whole groups of three bytes, and of four characters.
  private static let largestGroups = 1 << 20

  package static func text(of bytes: UnsafeRawBufferPointer) -> String {
    // Each call writes a NUL at its end.
    let text = [UInt8](unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4 + 1) { text, count in
      convert(bytes, by: 3 * largestGroups, to: text, &count) { EVP_EncodeBlock($0, $1, $2) }
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// The bytes of a text; nil if it is not base64.
  package static func bytes(of text: String) -> [UInt8]? {
    let characters = Array(text.utf8)
    // libcrypto takes more than that for base64.
    let padding = characters.suffix(2).reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard characters.count.isMultiple(of: 4), characters.dropLast(padding).allSatisfy(isLetter) else { return nil }
    let bytes = [UInt8](unsafeUninitializedCapacity: characters.count / 4 * 3) { bytes, count in
      characters.withUnsafeBytes { characters in
        convert(characters, by: 4 * largestGroups, to: bytes, &count) { EVP_DecodeBlock($0, $1, $2) }
      }
    }
    return bytes.dropLast(padding)
  }

  private static func isLetter(_ character: UInt8) -> Bool {
    switch character {
    case UInt8(ascii: "A")...UInt8(ascii: "Z"), UInt8(ascii: "a")...UInt8(ascii: "z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "/"):
      true
    default:
      false
    }
  }

  private static func convert(
    _ source: UnsafeRawBufferPointer, by size: Int, to target: UnsafeMutableBufferPointer<UInt8>, _ count: inout Int,
    _ block: (UnsafeMutablePointer<UInt8>?, UnsafePointer<UInt8>?, Int32) -> Int32
  ) {
    let source = source.bindMemory(to: UInt8.self)
    for start in stride(from: 0, to: source.count, by: size) {
      let part = UnsafeBufferPointer(rebasing: source[start..<min(start + size, source.count)])
      count += Int(block(target.baseAddress.map { $0 + count }, part.baseAddress, Int32(part.count)))
    }
  }
}
