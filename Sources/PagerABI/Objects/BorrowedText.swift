/// Text that another object owns, in C's form: a start and a length in bytes; no start if there is no text.
struct BorrowedText {
  let start: UnsafePointer<CChar>?
  let count: Int

  static var none: BorrowedText { BorrowedText(start: nil, count: 0) }

  /// Hands the text to C, which may not want the length.
  func give(_ length: UnsafeMutablePointer<Int>?) -> UnsafePointer<CChar>? {
    length?.pointee = count
    return start
  }
}
