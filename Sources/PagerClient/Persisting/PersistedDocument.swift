import CCrypto
import PagerSyntax

/// What is computed once for each query: its hash, and which operations may go by GET.
struct PersistedDocument: Sendable {
  /// In hexadecimal digits.
  let hash: String
  /// The names of the operations that only read; nil stands for an operation without a name.
  private let reading: [String?]
  private let isSingle: Bool

  /// - Parameter isRead: whether to find out which operations only read.
  /// - Returns: nil if libcrypto has no memory for it.
  init?(_ text: String, isRead: Bool) {
    var text = text
    guard let hash = text.withUTF8({ Self.hash(of: UnsafeRawBufferPointer($0)) }) else { return nil }
    self.hash = hash
    // The server refuses a text that is not a document.
    let operations = isRead ? (try? ExecutableDocument(parsing: text))?.operations ?? [] : []
    reading = operations.filter { $0.kind == .query }.map(\.name)
    isSingle = operations.count == 1
  }

  /// Whether the operation of this name only reads.
  func reads(_ name: String?) -> Bool {
    name == nil ? isSingle && !reading.isEmpty : reading.contains(name)
  }

  static func hash(of bytes: UnsafeRawBufferPointer) -> String? {
    var digest = [UInt8](repeating: 0, count: Int(EVP_MAX_MD_SIZE))
    var count: UInt32 = 0
    guard EVP_Digest(bytes.baseAddress, bytes.count, &digest, &count, EVP_sha256(), nil) == 1 else { return nil }
    let digits = Array("0123456789abcdef".utf8)
    return String(
      decoding: digest.prefix(Int(count)).flatMap { [digits[Int($0 >> 4)], digits[Int($0 & 15)]] }, as: UTF8.self)
  }
}
