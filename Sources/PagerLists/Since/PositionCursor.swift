import CCrypto
package import PagerJSON
import PagerState

/// The cursor of a list whose cursors are positions: `arrayconnection:N` in base64, as the libraries for Relay's lists
/// write it that page through an array.
///
/// Other counters may be keys, like ids without holes.
struct PositionCursor {
  /// The index of the item in the list.
  let index: Int64

  /// - Parameter text: the cursor without quotes.
  init?(_ text: some Collection<UInt8>) {
    guard (4...Self.longest).contains(text.count), text.count.isMultiple(of: 4) else { return nil }
    let characters = Array(text)
    let decoded = [UInt8](unsafeUninitializedCapacity: characters.count / 4 * 3) { bytes, count in
      count = Int(max(0, EVP_DecodeBlock(bytes.baseAddress, characters, Int32(characters.count))))
    }
    let padding = characters.reversed().prefix { $0 == UInt8(ascii: "=") }.count
    guard decoded.starts(with: Self.prefix), padding <= decoded.count else { return nil }
    let digits = decoded.dropLast(padding).dropFirst(Self.prefix.count)
    guard let index = Int64(String(decoding: digits, as: UTF8.self)), index >= 0 else { return nil }
    self.index = index
  }

  private static let prefix = Array("arrayconnection:".utf8)
  /// The longest text of a position that fits.
  private static let longest = 48
}

extension CursorShape {
  package func lastPosition(of page: PageParts) throws(JSONReadError) -> Int64? {
    guard page.request.end == .next, let place = next, let cursor = try cursor(at: place, of: page),
      let text = cursor.stringBytes
    else { return nil }
    return PositionCursor(text)?.index
  }
}
