internal import CSimdjson

/// Why a received text could not be read as JSON.
package struct JSONReadError: Error, Sendable, Hashable {
  /// What is wrong, as the second half of a sentence: "the text ends inside a string".
  package let message: String
  /// The place, in bytes from the text's start; nil when the whole text is at fault.
  package let offset: Int?

  package init(message: String, offset: Int?) {
    self.message = message
    self.offset = offset
  }

  package static let outOfMemory = JSONReadError(message: "there is not enough memory to read the text", offset: nil)

  /// simdjson says which kind of error it found, but not where. This finds the place after a text has failed.
  init(_ status: csimdjson_status, in text: UnsafeRawBufferPointer) {
    switch status {
    case CSIMDJSON_NO_MEMORY:
      self = .outOfMemory
    case CSIMDJSON_TOO_LONG:
      self.init(message: "the text is 4 GiB or longer, which is more than the reader accepts", offset: nil)
    case CSIMDJSON_TOO_DENSE:
      self.init(
        message:
          "the text has more values than the reader accepts in \(text.count) bytes; request smaller pages",
        offset: nil)
    case CSIMDJSON_EXITING:
      self.init(message: "the process is exiting, and the reader accepts no new texts", offset: nil)
    case CSIMDJSON_INTERNAL:
      self.init(
        message: "the JSON library linked at run time is incompatible with the one at build time; rebuild against it",
        offset: nil)
    default:
      self =
        JSONSyntax.firstError(in: text, maximumDepth: JSONReader.maximumDepth)
        ?? JSONReadError(message: "the text is not valid JSON", offset: nil)
    }
  }
}

extension JSONReadError: CustomStringConvertible {
  package var description: String {
    offset.map { "\(message) (at byte \($0))" } ?? message
  }
}
