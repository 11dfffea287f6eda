import PagerBytes

/// The text of a response from the cache while it is written.
///
/// It may be as large as any page, so the system may refuse its memory.
final class ResponseText {
  private var collected: ByteCollector?
  /// Whether there was memory for all that was appended.
  private var isWhole = true

  init(_ reallocate: Reallocation? = nil) {
    collected = reallocate.map { ByteCollector($0) } ?? ByteCollector()
  }

  func append(_ byte: UInt8) {
    withUnsafeBytes(of: byte) { append(contentsOf: $0) }
  }

  func append(_ text: String) {
    var text = text
    text.withUTF8 { append(contentsOf: UnsafeRawBufferPointer($0)) }
  }

  func append(contentsOf bytes: [UInt8]) {
    bytes.withUnsafeBytes { append(contentsOf: $0) }
  }

  func append(contentsOf bytes: UnsafeRawBufferPointer) {
    if isWhole { isWhole = collected?.append(bytes) == true }
  }

  /// The text, and the end of this object; nil if there was not enough memory for it.
  func finish() -> ReceivedBytes? {
    guard isWhole, let collected = collected.take() else { return nil }
    return collected.finish()
  }
}
