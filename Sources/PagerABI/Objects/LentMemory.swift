import DequeModule
import Glibc
import PagerBytes
import PagerThreads

/// Memory whose addresses C gets, and must not use any more once it has given their object back.
///
/// With `SWIFTPAGER_DEBUG=1` such a use shows at once: the library overwrites the lent memory, and keeps it for a
/// while.
enum LentMemory {
  /// Whether the process asks for this.
  static var isWatched: Bool { Debugging.isOn }

  /// What a use after the end finds.
  private static let poison: CInt = 0xDD
  /// How many bytes of overwritten memory stay. The oldest are freed first.
  private static let mostKept = 64 << 20

  /// `@unchecked`: nothing but `giveBack` knows the memory any more.
  private struct Block: @unchecked Sendable {
    let start: UnsafeMutableRawPointer
    let count: Int
  }

  private struct OverwrittenBlocks {
    var blocks: Deque<Block> = []
    var count = 0
  }

  private static let kept = Lock(OverwrittenBlocks())

  /// Frees memory that came from `malloc`, or overwrites and keeps it.
  static func giveBack(_ start: UnsafeMutableRawPointer?, count: Int) {
    guard isWatched, let start else { return free(start) }
    memset(start, poison, count)
    let block = Block(start: start, count: count)
    kept.withLock { kept in
      kept.blocks.append(block)
      kept.count += block.count
      while kept.count > mostKept, kept.blocks.count > 1, let oldest = kept.blocks.popFirst() {
        kept.count -= oldest.count
        free(oldest.start)
      }
    }
  }
}

/// Received bytes whose addresses C gets, in place.
///
/// A pager, a cache and other updates may hold the same bytes for longer than C may use them. So a process that watches
/// what it lends gets a copy for each page object, which nothing else reads.
struct LentBytes: ~Copyable, Sendable {
  private let original: ReceivedBytes?
  // Unsafe only to the compiler, which cannot know that no code writes here before `deinit`.
  private nonisolated(unsafe) let copy: UnsafeMutableRawPointer?

  /// - Parameter bytes: nil: there are none to lend.
  init(_ bytes: ReceivedBytes?) {
    original = bytes
    copy = LentMemory.isWatched ? bytes.flatMap { UnsafeMutableRawPointer(copyToC($0.bytes)) } : nil
  }

  deinit {
    if let copy { LentMemory.giveBack(copy, count: original?.count ?? 0) }
  }

  /// A part of the bytes; none if there is no such part.
  func part(at range: Range<Int>?) -> BorrowedText {
    guard let range, let start = copy.map({ UnsafeRawPointer($0) }) ?? original?.bytes.baseAddress else { return .none }
    let text = (start + range.lowerBound).assumingMemoryBound(to: CChar.self)
    return BorrowedText(start: text, count: range.count)
  }

  /// All of them.
  var text: BorrowedText { part(at: original.map { 0..<$0.count }) }
}
