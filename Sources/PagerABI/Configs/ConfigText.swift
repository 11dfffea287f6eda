import CPlatform
import Glibc
import PagerJSON

/// The texts that C passes in: configs, and options of calls.
enum ConfigText {
  /// The longest text in bytes: 16 MiB.
  static let longest = 16 << 20

  /// Copies a text.
  ///
  /// - Throws: `invalidArgument` for NULL and for bytes that are not UTF-8, `invalidConfig` for a text that is too
  ///   long, and `noMemory` if reading it could take more memory than there is.
  static func read(_ name: StaticString, _ text: UnsafePointer<CChar>?) throws(ErrorReport) -> String {
    guard let text else { throw ErrorReport(.invalidArgument, "\(name) is NULL") }
    let count = strnlen(text, longest + 1)
    guard count <= longest else {
      throw ErrorReport(
        .invalidConfig, "\(name) is longer than \(longest) bytes, the limit: shorten it", path: JSONPointer(tokens: []))
    }
    guard hasMemory(toRead: UnsafeRawBufferPointer(start: text, count: count)) else {
      throw ErrorReport(.noMemory, "there is not enough memory to read \(name), which has \(count) bytes")
    }
    guard let string = String(validatingCString: text) else {
      throw ErrorReport(.invalidArgument, "\(name) is not valid UTF-8")
    }
    return string
  }

  /// Copies an optional config. A missing one is an empty object.
  static func readOptional(_ name: StaticString, _ text: UnsafePointer<CChar>?) throws(ErrorReport) -> String {
    text == nil ? "{}" : try read(name, text)
  }

  /// Tries whether there is the memory that reading a text takes at most.
  ///
  /// Swift ends the process if it gets no memory, and the caller decides how long a text is. This therefore allocates
  /// the whole memory with `malloc`, which can refuse, and frees it at once.
  private static func hasMemory(toRead text: UnsafeRawBufferPointer) -> Bool {
    let bytesPerByte = 32
    let bytesPerValue = 256
    let smallText = 64 << 10
    guard text.count > smallText else { return true }
    let values = text.count { $0 == UInt8(ascii: ",") || $0 == UInt8(ascii: ":") || $0 == UInt8(ascii: "[") }
    return swiftpager_has_memory(text.count * bytesPerByte + values * bytesPerValue)
  }
}
