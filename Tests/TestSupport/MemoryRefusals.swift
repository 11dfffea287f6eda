import Foundation  // realloc
import Synchronization

/// Refusals of memory, for code to which a test gives ``reallocate`` in place of `realloc`.
public final class MemoryRefusals: Sendable {
  @TaskLocal private static var current: MemoryRefusals?

  private let refuses: @Sendable (_ number: Int) -> Bool
  private let guarded = Mutex((requests: 0, sizes: [UnsafeMutableRawPointer: Int]()))

  private init(_ refuses: @escaping @Sendable (_ number: Int) -> Bool) {
    self.refuses = refuses
  }

  /// Runs a test, and refuses the requests whose numbers, from 0, a function chooses.
  public static func during<Result>(
    _ refuses: @escaping @Sendable (_ number: Int) -> Bool, _ body: () throws -> Result
  ) rethrows -> Result {
    try $current.withValue(MemoryRefusals(refuses), operation: body)
  }

  /// Runs a test, and refuses the first request, the third, and so on.
  public static func ofEachFirst<Result>(_ body: () throws -> Result) rethrows -> Result {
    try during({ $0.isMultiple(of: 2) }, body)
  }

  /// Does what `realloc` does, unless the test refuses it.
  public static let reallocate: @convention(c) (UnsafeMutableRawPointer?, Int) -> UnsafeMutableRawPointer? = {
    memory, size in
    guard let current else { return realloc(memory, size) }
    return current.isNextRefused() ? nil : current.resize(memory, to: size)
  }

  /// How many bytes the test was given at a place, by ``reallocate``.
  public static func size(of memory: UnsafeMutableRawPointer?) -> Int {
    memory.flatMap { memory in current?.guarded.withLock { $0.sizes[memory] } } ?? 0
  }

  private func isNextRefused() -> Bool {
    let number = guarded.withLock { guarded in
      defer { guarded.requests += 1 }
      return guarded.requests
    }
    return refuses(number)
  }

  private func resize(_ memory: UnsafeMutableRawPointer?, to size: Int) -> UnsafeMutableRawPointer? {
    let moved = realloc(memory, size)
    guarded.withLock { guarded in
      if let memory { guarded.sizes[memory] = nil }
      if let moved { guarded.sizes[moved] = size }
    }
    return moved
  }
}
