internal import CSimdjson
package import PagerBytes
import Synchronization

/// Reads JSON texts with simdjson, one after the other, reusing its memory. One per thread.
///
/// A read validates the whole text, so a walk over its nodes meets no error half-way. Together with the text it takes
/// at most 5 times the text's length in memory, and up to ``Memory/factor`` times if values are very short. A text of
/// only brackets and digits would take more, and is refused. Between reads, it keeps at most 3 MiB, unless a reader of
/// many large texts wants to keep what it has.
///
/// Stricter than the grammar of RFC 8259 in three points: numbers must fit 64 bits or a double, escapes must not leave
/// half a surrogate pair, and nesting ends at ``maximumDepth``.
package final class JSONReader {
  /// How many objects and arrays may be nested in a received text.
  package static let maximumDepth = JSONValue.maximumDepth

  /// How much memory a read may take, including the text.
  package struct Memory: Sendable {
    /// As a multiple of the text's length.
    package var factor: Int
    /// In bytes, for texts so short that the multiple is less.
    package var small: Int

    package init(factor: Int = 6, small: Int = 64 << 20) {
      self.factor = factor
      self.small = small
    }
  }

  private let parser: OpaquePointer?
  private var isReading = false
  /// The text of the last look, whose tokens are still there.
  private var looked: (bytes: ReceivedBytes, tokens: UnsafePointer<csimdjson_text>)?
  /// The memory that texts came in and that is kept, too.
  private var spare: SpareMemory?

  /// A reader without memory for texts yet; it grows with the first ones.
  ///
  /// - Parameter wrapping: how many objects and arrays may be around a text that was read with ``maximumDepth`` before.
  package init(memory: Memory = Memory(), wrapping: Int = 0) {
    var limits = csimdjson_limits(
      maximum_depth: UInt32(Self.maximumDepth + wrapping), memory_factor: memory.factor, small_memory: memory.small)
    parser = csimdjson_create(&limits)
  }

  deinit {
    csimdjson_destroy(parser)
  }

  /// Parses and validates the whole text, or one part of it, and calls `body` with its value. Ranges count from the
  /// start of the part that is read.
  ///
  /// The node, and all that are reached from it, are valid only inside `body`: they point into the bytes and into this
  /// reader. What must stay is taken as a range, a string, a ``RawJSON`` or a ``JSONValue``.
  ///
  /// - Parameter keepsMemory: whether more than 3 MiB stays for the next read, until `giveBackMemory`.
  /// - Throws: what is wrong with the text and where, or what `body` throws.
  @inlinable
  package func read<R>(
    _ bytes: ReceivedBytes,
    part: Range<Int>? = nil,
    keepsMemory: Bool = false,
    _ body: (JSONNode) throws(JSONReadError) -> R
  ) throws(JSONReadError) -> R {
    var result: R?
    try visit(bytes, part: part, keepsMemory: keepsMemory) { root throws(JSONReadError) in result = try body(root) }
    // `visit` has called the body, or thrown.
    return result.unsafelyUnwrapped
  }

  /// The same for a body without a result. Not generic, so that no type is looked up for each text.
  @usableFromInline
  package func visit(
    _ bytes: ReceivedBytes, part: Range<Int>?, keepsMemory: Bool, _ body: (JSONNode) throws(JSONReadError) -> Void
  ) throws(JSONReadError) {
    guard let parser else { throw .outOfMemory }
    guard !isReading else {
      throw JSONReadError(message: "the reader is still reading another text; use one reader for each", offset: nil)
    }
    isReading = true
    if keepsMemory { spare = bytes.spare }
    defer {
      isReading = false
      if !keepsMemory { giveBackMemory() }
    }
    let looked = self.looked.take()
    defer { withExtendedLifetime(bytes) {} }
    if part == nil, let looked, looked.bytes === bytes { return try body(JSONNode(text: looked.tokens, token: 0)) }
    let whole = bytes.bytes
    // The bytes behind a part are readable up to the end of the bytes behind the whole.
    let text = UnsafeRawBufferPointer(rebasing: whole[(part ?? whole.indices).clamped(to: whole.indices)])
    try body(JSONNode(text: Self.tokens(of: text, parser), token: 0))
  }

  /// Reads a text that is read once more at once: the next `read` of it parses nothing. Until then, or until
  /// `forgetLook`, the text stays in memory.
  package func look<R>(at bytes: ReceivedBytes, _ body: (JSONNode) -> R) throws(JSONReadError) -> R {
    guard let parser, !isReading else { throw .outOfMemory }
    isReading = true
    defer { isReading = false }
    looked = nil
    return try bytes.withUnsafeBytes { (text: UnsafeRawBufferPointer) throws(JSONReadError) -> R in
      let tokens = try Self.tokens(of: text, parser)
      looked = (bytes, tokens)
      return body(JSONNode(text: tokens, token: 0))
    }
  }

  /// Lets go of a text that no read has followed.
  package func forgetLook(at bytes: ReceivedBytes) {
    if looked?.bytes === bytes { looked = nil }
  }

  private static func tokens(
    of text: UnsafeRawBufferPointer, _ parser: OpaquePointer
  ) throws(JSONReadError) -> UnsafePointer<csimdjson_text> {
    var tokens: UnsafePointer<csimdjson_text>?
    let status = csimdjson_read(parser, text.baseAddress, text.count, &tokens)
    guard let tokens else { throw JSONReadError(status, in: text) }
    return tokens
  }

  /// Gives back what is more than 3 MiB, also of the texts' own memory, unless it is reading.
  package func giveBackMemory() {
    guard let parser, !isReading else { return }
    looked = nil
    csimdjson_trim(parser)
    spare?.giveBack()
    spare = nil
  }
}

@available(*, unavailable)
extension JSONReader: Sendable {}

/// A reader for texts that are read now and then, on any thread: the last one used stays for the next.
///
/// Without a lock: a child of fork() could find one held for ever.
package enum SpareReader {
  // Unsafe only to the compiler: the thread that exchanges the reference for nil has exclusive use of the reader.
  private nonisolated(unsafe) static let spare = Atomic<Unmanaged<JSONReader>?>(nil)

  /// A page that was read once must be readable again, with any memory: a part can be denser than the whole.
  package static let memory = JSONReader.Memory(factor: 64)

  /// Calls `body` with a reader that no other thread uses.
  package static func use<R>(_ body: (JSONReader) throws(JSONReadError) -> R) throws(JSONReadError) -> R {
    let reader = takeSpare() ?? JSONReader(memory: memory)
    defer { keep(reader) }
    return try body(reader)
  }

  private static func takeSpare() -> JSONReader? {
    spare.exchange(nil, ordering: .acquiring)?.takeRetainedValue()
  }

  private static func keep(_ reader: JSONReader) {
    spare.exchange(Unmanaged.passRetained(reader), ordering: .acquiringAndReleasing)?.release()
  }
}

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
