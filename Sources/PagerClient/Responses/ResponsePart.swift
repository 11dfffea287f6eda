import PagerThreads

/// What a transform made of a response, kept with the response. Its copies share it, and comparisons ignore it.
package struct ResponsePart: Sendable, Hashable {
  /// Identifies a transform: another transform of the same response makes a part of its own.
  package final class Maker: Sendable {
    package init() {}
  }

  private struct Kept: Sendable {
    let maker: Maker
    let part: any Sendable
  }

  private final class Place: Sendable {
    let kept = Lock<Kept?>(nil)
  }

  private let place = Place()

  package init() {}

  /// Returns the kept part, or else makes one and keeps it. A part of another maker leaves.
  ///
  /// - Parameter make: runs under no lock. If it throws, nothing is kept.
  package func part<Part: Sendable>(of maker: Maker, make: () throws -> Part) rethrows -> Part {
    let kept = place.kept.withLock { $0 }
    if let kept, kept.maker === maker, let part = kept.part as? Part { return part }
    let part = try make()
    // Released under no lock, because the release can run a user's code.
    let before = place.kept.withLock { kept in
      defer { kept = Kept(maker: maker, part: part) }
      return kept
    }
    withExtendedLifetime(before) {}
    return part
  }

  package static func == (left: ResponsePart, right: ResponsePart) -> Bool { true }

  package func hash(into hasher: inout Hasher) {}
}
