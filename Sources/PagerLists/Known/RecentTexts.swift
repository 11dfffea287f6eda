#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// Values by texts: the most recently used ones, as many as a number and a size allow.
package struct RecentTexts<Value> {
  private struct Entry {
    let texts: [String]
    let value: Value
    let size: Int
  }

  /// The one that was used last is the last.
  private var entries: [Entry] = []
  private let most: Int
  private let greatestSize: Int
  /// The bytes that all values take.
  package private(set) var size = 0

  /// - Parameters:
  ///   - most: the greatest number of values.
  ///   - greatestSize: the most bytes that they take together.
  package init(most: Int, greatestSize: Int) {
    (self.most, self.greatestSize) = (most, greatestSize)
  }

  package var count: Int { entries.count }

  /// Finds the value for texts, and makes it the one that was used last; nil: no value has these texts.
  package mutating func value(for texts: [String]) -> Value? {
    guard let index = index(of: texts) else { return nil }
    let entry = entries.remove(at: index)
    entries.append(entry)
    return entry.value
  }

  /// Keeps a value, in place of an earlier one for the same texts. Those that were used longest ago make room for it.
  ///
  /// - Parameter size: the bytes that it takes. A value that takes more than there is room for is not kept.
  package mutating func keep(_ value: Value, for texts: [String], size: Int) {
    if let index = index(of: texts) { self.size -= entries.remove(at: index).size }
    guard size <= greatestSize else { return }
    entries.append(Entry(texts: texts, value: value, size: size))
    self.size += size
    while entries.count > most || self.size > greatestSize { self.size -= entries.removeFirst().size }
  }

  private func index(of texts: [String]) -> Int? {
    entries.lastIndex { entry in
      entry.texts.count == texts.count && zip(entry.texts, texts).allSatisfy { $0.hasBytes(of: $1) }
    }
  }
}

extension String {
  /// Whether both are the same bytes. Two texts that are written differently may be equal, and a server gets bytes.
  fileprivate func hasBytes(of other: String) -> Bool {
    var (own, other) = (self, other)
    return own.withUTF8 { own in
      other.withUTF8 { other in
        guard own.count == other.count, let first = own.baseAddress, let second = other.baseAddress else {
          return own.isEmpty && other.isEmpty
        }
        return memcmp(first, second, own.count) == 0
      }
    }
  }
}
