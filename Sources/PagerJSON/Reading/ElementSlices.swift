package import PagerBytes

#if canImport(Glibc)
  private import Glibc
#elseif canImport(Musl)
  private import Musl
#elseif canImport(Darwin)
  private import Darwin
#endif

/// Where the elements of an array are in a text.
///
/// The memory comes from `malloc`, because a server decides how many there are: Swift's own allocation would end the
/// process if memory ran out.
package final class ElementSlices: Sendable {
  /// How many elements there are.
  package let count: Int
  // Unsafe only to the compiler, which cannot know that no code writes here after `init`.
  private nonisolated(unsafe) let slices: UnsafeMutablePointer<Slice>

  /// In the form in which C gets all of them at once.
  private struct Slice {
    let start: UInt64
    let count: UInt64
  }

  /// Reads the array at `range` of a text that is valid JSON.
  ///
  /// - Parameter keys: if an element is an object with one of these keys, its slice is the key's value; with several of
  ///   them, the first key's value.
  /// - Throws: an error if memory runs out.
  package init(of range: Range<Int>, in bytes: ReceivedBytes, valuesOf keys: [String]) throws(JSONReadError) {
    (slices, count) = try SpareReader.use { reader throws(JSONReadError) in
      try reader.read(bytes, part: range) { array throws(JSONReadError) in
        try Self.slices(of: array, from: range.lowerBound, valuesOf: keys)
      }
    }
  }

  /// Takes the array's elements while its text is being read.
  package init(of array: JSONNode, valuesOf keys: [String]) throws(JSONReadError) {
    (slices, count) = try Self.slices(of: array, from: 0, valuesOf: keys)
  }

  /// - Parameter start: the start in the text of the part that is read.
  private static func slices(
    of array: JSONNode, from start: Int, valuesOf keys: [String]
  ) throws(JSONReadError) -> (UnsafeMutablePointer<Slice>, Int) {
    let count = array.count
    guard let memory = malloc(max(1, count) * MemoryLayout<Slice>.stride) else { throw .outOfMemory }
    let slices = memory.bindMemory(to: Slice.self, capacity: count)
    for (index, element) in array.elements.enumerated() where index < count {
      let part = (keys.lazy.compactMap { element[$0] }.first ?? element).range
      (slices + index).initialize(
        to: Slice(
          start: UInt64(truncatingIfNeeded: start + part.lowerBound), count: UInt64(truncatingIfNeeded: part.count)))
    }
    return (slices, count)
  }

  /// Some of the elements of another array.
  ///
  /// - Parameter positions: where they are in `all`.
  /// - Throws: an error if memory runs out.
  package init(at positions: [Int], of all: ElementSlices) throws(JSONReadError) {
    count = positions.count
    guard let memory = malloc(max(1, count) * MemoryLayout<Slice>.stride) else { throw .outOfMemory }
    slices = memory.bindMemory(to: Slice.self, capacity: count)
    for (index, position) in positions.enumerated() {
      let slice = all.slices.advanced(by: position).pointee
      slices.advanced(by: index).initialize(to: slice)
    }
  }

  deinit {
    free(slices)
  }

  /// Where an element is in the text; nil beyond the last.
  package subscript(index: Int) -> Range<Int>? {
    guard index >= 0, index < count else { return nil }
    let slice = slices[index]
    return Int(slice.start)..<Int(slice.start) + Int(slice.count)
  }

  /// All of them as pairs of numbers of 64 bits, a start and a length in bytes. Valid as long as this object lives.
  package var pairs: UnsafeRawBufferPointer {
    UnsafeRawBufferPointer(start: slices, count: count * MemoryLayout<Slice>.stride)
  }
}
